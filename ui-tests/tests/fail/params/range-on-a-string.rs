#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(#[tool(range(1..=80))] query: &str) {}

fn main() {}
