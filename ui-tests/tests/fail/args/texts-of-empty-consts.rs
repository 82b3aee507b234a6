#![allow(unused_variables)]

use toolcast::tool;

const NOTHING: &str = "";

/// Searches.
#[tool(title = NOTHING, description = NOTHING)]
fn search(query: &str) {}

fn main() {}
