#![allow(unused_variables)]

use toolcast::tool;

#[tool(name = "a" title = "b")]
fn search(query: &str) {}

fn main() {}
