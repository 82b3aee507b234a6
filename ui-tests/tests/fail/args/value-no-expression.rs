#![allow(unused_variables)]

use toolcast::tool;

#[tool(description = "a" +)]
fn search(query: &str) {}

fn main() {}
