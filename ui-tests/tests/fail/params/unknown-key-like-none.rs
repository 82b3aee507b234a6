#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(#[tool(colour = "red")] query: &str) {}

fn main() {}
