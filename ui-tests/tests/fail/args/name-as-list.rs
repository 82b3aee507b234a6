#![allow(unused_variables)]

use toolcast::tool;

#[tool(name("find"))]
fn search(query: &str) {}

fn main() {}
