#![allow(unused_variables)]

use toolcast::tool;

#[tool(title = "Search", strict, title = "Find")]
fn search(query: &str) {}

fn main() {}
