#![allow(unused_variables)]

use toolcast::tool;

#[tool(type = tools::Search)]
fn search(query: &str) {}

fn main() {}
