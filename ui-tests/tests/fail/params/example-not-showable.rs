#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(#[tool(example = format!("rust"))] query: &str) {}

fn main() {}
