#![allow(unused_variables)]

use toolcast::tool;

struct Client;

#[tool]
fn search(query: &str, #[tool(inject)] client: &mut Client) {}

fn main() {}
