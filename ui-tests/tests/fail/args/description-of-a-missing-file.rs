#![allow(unused_variables)]

use toolcast::tool;

#[tool(description = include_str!("search.md"))]
fn search(query: &str) {}

fn main() {}
