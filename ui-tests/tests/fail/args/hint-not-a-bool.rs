#![allow(unused_variables)]

use toolcast::tool;

#[tool(read_only = 1)]
fn search(query: &str) {}

fn main() {}
