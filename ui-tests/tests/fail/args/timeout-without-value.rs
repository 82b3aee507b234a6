#![allow(unused_variables)]

use toolcast::tool;

#[tool(timeout)]
fn search(query: &str) {}

fn main() {}
