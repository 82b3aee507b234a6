#![allow(unused_variables)]

use toolcast::{ToolSchema, tool};

#[derive(serde::Deserialize, ToolSchema)]
struct Page<T> {
    items: Vec<T>,
}

#[derive(serde::Deserialize, ToolSchema)]
struct Pages<T> {
    #[tool(as = "Page<T>")]
    pages: T,
}

#[derive(serde::Deserialize)]
struct Sort;

#[tool]
fn search(pages: Pages<Sort>) {}

fn main() {}
