#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(#[tool(pattern = "^[a-z+$")] query: &str) {}

fn main() {}
