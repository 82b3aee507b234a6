#![allow(unused_variables)]

use toolcast::tool;

#[tool(description = String::from("Searches"))]
fn search(query: &str) {}

fn main() {}
