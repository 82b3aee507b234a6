#![allow(unused_variables)]

use toolcast::{ToolSchema, tool};

#[derive(serde::Deserialize, ToolSchema)]
struct Filter {
    text: String,
    stars: Option<u32>,
}

/// Searches.
#[tool(strict(DeepSeek))]
fn search(query: &str, filter: Filter, #[tool(default = 10)] limit: u8) {}

fn main() {}
