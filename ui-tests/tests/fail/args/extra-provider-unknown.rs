#![allow(unused_variables)]

use toolcast::tool;

#[tool(extra(Claude = r#"{"cache_control": {}}"#))]
fn search(query: &str) {}

fn main() {}
