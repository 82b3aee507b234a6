#![allow(unused_variables)]

use toolcast::tool;

#[tool(crate = 5)]
fn search(query: &str) {}

fn main() {}
