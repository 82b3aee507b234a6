#![allow(unused_variables)]

use toolcast::{ToolSchema, tool};

#[derive(serde::Deserialize, ToolSchema)]
enum Sort {}

/// Searches.
#[tool]
fn search(query: &str, sort: Option<Sort>) {}

fn main() {}
