#![allow(unused_variables)]

use toolcast::tool;

#[tool(output)]
fn search(query: &str) {}

fn main() {}
