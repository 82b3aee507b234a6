#![allow(unused_variables)]

use toolcast::tool;

/// Searches.
#[tool(strict(Gemini))]
fn search(query: &str) {}

fn main() {}
