#![allow(unused_variables)]

use toolcast::{ToolSchema, tool};

#[derive(serde::Deserialize)]
struct Sort;

#[derive(serde::Deserialize, ToolSchema)]
struct Filter {
    text: String,
    sort: Option<Sort>,
}

#[tool]
fn search(filter: Filter) {}

fn main() {}
