#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(query: &str, #[cfg(all())] #[tool(rename = "query")] words: Vec<String>) {}

fn main() {}
