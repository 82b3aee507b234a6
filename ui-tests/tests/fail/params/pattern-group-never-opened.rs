#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(#[tool(pattern = "^a|b)$")] query: &str) {}

fn main() {}
