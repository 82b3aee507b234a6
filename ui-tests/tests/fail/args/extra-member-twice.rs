#![allow(unused_variables)]

use toolcast::tool;

#[tool(extra(Anthropic = r#"{"cache_control": null, "cache_control": {}}"#, OpenAi = r#"{"a": [{"b": 1, "b": 1}]}"#))]
fn search(query: &str) {}

fn main() {}
