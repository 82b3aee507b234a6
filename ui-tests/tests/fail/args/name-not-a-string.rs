#![allow(unused_variables)]

use toolcast::tool;

#[tool(name = 5)]
fn search(query: &str) {}

fn main() {}
