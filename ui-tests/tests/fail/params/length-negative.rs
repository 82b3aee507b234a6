#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(#[tool(length(-1..=5))] query: &str) {}

fn main() {}
