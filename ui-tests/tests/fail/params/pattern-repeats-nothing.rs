#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(#[tool(pattern = "*.rs")] query: &str) {}

fn main() {}
