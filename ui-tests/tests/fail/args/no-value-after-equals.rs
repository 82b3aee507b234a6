#![allow(unused_variables)]

use toolcast::tool;

#[tool(name = )]
fn search(query: &str) {}

fn main() {}
