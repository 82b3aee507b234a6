#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(query: &str, #[tool(rename = "query")] words: Vec<String>) {}

fn main() {}
