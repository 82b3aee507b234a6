#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(#[tool(length(..=3), example = "rust")] query: &str) {}

fn main() {}
