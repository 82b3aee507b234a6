#![allow(unused_variables)]

use toolcast::{ToolSchema, tool};

#[derive(serde::Deserialize, ToolSchema)]
enum Sort {
    Stars,
    Updated,
}

#[tool]
fn search(query: &str, #[tool(default = Sort::Forks)] sort: Sort) {}

fn main() {}
