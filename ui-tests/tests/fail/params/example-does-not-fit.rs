#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(#[tool(example = 5)] query: &str) {}

fn main() {}
