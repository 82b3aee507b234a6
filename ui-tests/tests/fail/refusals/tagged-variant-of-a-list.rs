#![allow(unused_variables)]

use toolcast::{ToolSchema, tool};

#[derive(serde::Deserialize, ToolSchema)]
#[serde(tag = "kind")]
enum Filter {
    Words(Vec<String>),
}

/// Searches.
#[tool]
fn search(filter: Filter) {}

fn main() {}
