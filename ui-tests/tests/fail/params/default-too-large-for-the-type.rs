#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(query: &str, #[tool(default = 300)] limit: u8) {}

fn main() {}
