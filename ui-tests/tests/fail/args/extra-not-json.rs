#![allow(unused_variables)]

use toolcast::tool;

#[tool(extra(Anthropic = r#"{"cache_control": {"type": "ephemeral"}"#))]
fn search(query: &str) {}

fn main() {}
