#![allow(unused_variables)]

use toolcast::{ToolSchema, tool};

#[derive(serde::Deserialize, ToolSchema)]
struct Filter {
    #[tool(range(1..=80))]
    text: String,
}

/// Searches.
#[tool]
fn search(filter: Filter) {}

fn main() {}
