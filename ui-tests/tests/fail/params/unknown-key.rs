#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(#[tool(lenght(1..=80))] query: &str) {}

fn main() {}
