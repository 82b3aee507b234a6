#![allow(unused_variables)]

use toolcast::{ToolSchema, tool};

#[derive(ToolSchema)]
struct Filter {
    text: String,
}

#[tool]
fn search(query: &str, filter: &Filter, filters: &[Filter]) {}

fn main() {}
