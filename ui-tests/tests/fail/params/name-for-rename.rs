#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(#[tool(name = "q")] query: &str) {}

fn main() {}
