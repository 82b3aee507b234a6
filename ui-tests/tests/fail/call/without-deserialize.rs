#![allow(unused_variables)]

use toolcast::{ToolSchema, tool};

#[derive(ToolSchema)]
struct Filter {
    text: String,
}

#[tool]
fn search(query: &str, filter: Filter) {}

fn main() {}
