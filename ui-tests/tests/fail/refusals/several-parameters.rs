#![allow(unused_variables)]

use toolcast::{ToolSchema, tool};

#[derive(serde::Deserialize, ToolSchema)]
enum Sort {
    #[serde(rename = "")]
    None,
    Stars,
}

#[derive(serde::Deserialize, ToolSchema)]
struct Filter {
    text: String,
    sort: Vec<Sort>,
}

/// Searches.
#[tool(name = "github.search")]
fn search(query: &str, filter: Filter, sort: Sort) {}

fn main() {}
