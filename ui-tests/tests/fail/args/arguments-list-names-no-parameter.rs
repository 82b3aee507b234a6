#![allow(unused_variables)]

use toolcast::tool;

/// Searches.
///
/// # Arguments
/// * `query` - words to look for
/// * `limt` - how many results
#[tool]
fn search(query: &str, limit: u8) {}

fn main() {}
