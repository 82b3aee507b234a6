#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(#[tool(pattern = r"\d\")] query: &str) {}

fn main() {}
