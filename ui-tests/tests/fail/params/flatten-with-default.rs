#![allow(unused_variables)]

use toolcast::{ToolSchema, tool};

#[derive(serde::Deserialize, ToolSchema)]
struct Page {
    limit: u8,
}

#[tool]
fn search(query: &str, #[tool(flatten, default)] page: Page) {}

fn main() {}
