#![allow(unused_variables)]

use toolcast::{ToolSchema, tool};

#[derive(serde::Deserialize, ToolSchema)]
enum Sort {
    #[serde(rename = "")]
    None,
    Stars,
}

/// Searches.
#[tool]
fn search(query: &str, sort: Sort) {}

fn main() {}
