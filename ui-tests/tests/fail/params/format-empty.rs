#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(#[tool(format = "")] query: &str) {}

fn main() {}
