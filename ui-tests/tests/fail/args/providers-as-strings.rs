#![allow(unused_variables)]

use toolcast::tool;

#[tool(providers("gemini"))]
fn search(query: &str) {}

fn main() {}
