#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(#[tool(as = "not a type")] query: &str) {}

fn main() {}
