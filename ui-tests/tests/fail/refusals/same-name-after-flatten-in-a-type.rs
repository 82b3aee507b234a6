#![allow(unused_variables)]

use toolcast::{ToolSchema, tool};

#[derive(serde::Deserialize, ToolSchema)]
struct Page {
    limit: u8,
    text: String,
}

#[derive(serde::Deserialize, ToolSchema)]
struct Filter {
    text: String,
    #[serde(flatten)]
    page: Page,
}

/// Searches.
#[tool]
fn search(query: &str, filters: Vec<Filter>) {}

fn main() {}
