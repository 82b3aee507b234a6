#![allow(unused_variables)]

use toolcast::{ToolSchema, tool};

#[derive(serde::Deserialize, ToolSchema)]
struct Filter {
    text: &'static str,
}

#[tool]
fn find(filter: Filter) {}

fn main() {}
