#![allow(unused_variables)]

use toolcast::{ToolSchema, tool};

#[derive(serde::Deserialize)]
struct Sort;

#[derive(serde::Deserialize, ToolSchema)]
struct Page<T> {
    items: Vec<T>,
}

#[tool]
fn search(page: Page<Sort>) {}

fn main() {}
