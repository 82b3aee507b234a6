#![allow(unused_variables)]

use toolcast::tool;

#[tool(extra(Anthropic = "cache_control"))]
fn search(query: &str) {}

fn main() {}
