#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(#[tool(multiple_of = 5)] query: &str) {}

fn main() {}
