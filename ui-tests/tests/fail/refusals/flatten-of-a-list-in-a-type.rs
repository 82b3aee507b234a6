#![allow(unused_variables)]

use toolcast::{ToolSchema, tool};

#[derive(serde::Deserialize, ToolSchema)]
struct Filter {
    text: String,
    #[serde(flatten)]
    rest: Vec<String>,
}

/// Searches.
#[tool]
fn search(query: &str, filter: Filter) {}

fn main() {}
