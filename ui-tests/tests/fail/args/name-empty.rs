#![allow(unused_variables)]

use toolcast::tool;

/// Searches.
#[tool(name = "")]
fn search(query: &str) {}

fn main() {}
