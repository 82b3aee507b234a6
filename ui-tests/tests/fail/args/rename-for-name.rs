#![allow(unused_variables)]

use toolcast::tool;

#[tool(rename = "find")]
fn search(query: &str) {}

fn main() {}
