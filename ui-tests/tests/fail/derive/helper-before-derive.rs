#![allow(unused_variables)]

use toolcast::{ToolSchema, tool};

#[tool(description = "How to filter")]
#[derive(serde::Deserialize, ToolSchema)]
struct Filter {
    text: String,
}

#[tool]
fn search(filter: Filter) {}

fn main() {}
