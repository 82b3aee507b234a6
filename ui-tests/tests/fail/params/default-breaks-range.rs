#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(query: &str, #[tool(default = 100, range(1..=50))] limit: u8) {}

fn main() {}
