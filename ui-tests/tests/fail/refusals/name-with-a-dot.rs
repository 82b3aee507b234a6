#![allow(unused_variables)]

use toolcast::tool;

/// Searches.
#[tool(name = "github.search")]
fn search(query: &str) {}

fn main() {}
