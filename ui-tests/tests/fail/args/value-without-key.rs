#![allow(unused_variables)]

use toolcast::tool;

#[tool("find")]
fn search(query: &str) {}

fn main() {}
