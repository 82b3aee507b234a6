#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(#[tool(pattern = "^a{5,2}$")] query: &str) {}

fn main() {}
