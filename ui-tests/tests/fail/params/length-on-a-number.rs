#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(query: &str, #[tool(length(1..=50))] limit: Option<u8>) {}

fn main() {}
