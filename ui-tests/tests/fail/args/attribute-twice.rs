#![allow(unused_variables)]

use toolcast::tool;

#[tool(strict)]
#[tool(title = "Search")]
fn search(query: &str) {}

fn main() {}
