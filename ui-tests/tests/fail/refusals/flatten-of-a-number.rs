#![allow(unused_variables)]

use toolcast::tool;

/// Searches.
#[tool]
fn search(query: &str, #[tool(flatten)] limit: u8) {}

fn main() {}
