#![allow(unused_variables)]

use toolcast::{ToolSchema, tool};

#[derive(serde::Deserialize, ToolSchema)]
struct Page {
    number: u32,
}

#[tool]
fn search(query: &str, #[tool(default)] page: Page) {}

fn main() {}
