#![allow(unused_variables)]

use toolcast::{ToolSchema, tool};

#[derive(serde::Deserialize, ToolSchema)]
struct Page<T> {
    items: Vec<T>,
    #[tool(range(1..=50))]
    limit: T,
}

/// Searches.
#[tool]
fn search(page: Page<String>) {}

fn main() {}
