#![allow(unused_variables)]

use toolcast::tool;

#[tool(extra(
    Anthropic = r#"{"cache_control": null, "name": "other"}"#,
    Mcp = r#"{"inputSchema": 1}"#,
    OpenAi = r#"{"strict": null}"#
))]
fn search(query: &str) {}

fn main() {}
