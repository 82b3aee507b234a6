#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(query: &str, #[tool(inject)] key: &str) {}

fn main() {}
