#![allow(unused_variables)]

use toolcast::{ToolSchema, tool};

#[derive(serde::Deserialize, ToolSchema)]
struct Page {
    limit: u8,
    query: String,
}

/// Searches.
#[tool]
fn search(query: &str, #[tool(flatten)] page: Page) {}

fn main() {}
