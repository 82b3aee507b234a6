#![allow(unused_variables)]

use toolcast::tool;

/// Searches.
#[tool]
fn search(#[tool(range(1..=80))] query: &str, #[tool(default = 300, length(1..))] limit: u8) {}

fn main() {}
