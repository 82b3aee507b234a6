#![allow(unused_variables)]

use toolcast::{ToolSchema, tool};

#[derive(serde::Deserialize, ToolSchema)]
struct Text {
    kind: String,
}

#[derive(serde::Deserialize, ToolSchema)]
#[serde(tag = "kind")]
enum Filter {
    Text(Text),
}

/// Searches.
#[tool]
fn search(filter: Filter) {}

fn main() {}
