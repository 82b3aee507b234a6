#![allow(unused_variables)]

use toolcast::tool;

/// Searches.
#[tool(name = "search repos")]
fn search(query: &str) {}

fn main() {}
