#![allow(unused_variables)]

use toolcast::tool;

#[tool(colour = "red")]
fn search(query: &str) {}

fn main() {}
