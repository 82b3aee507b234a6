#![allow(unused_variables)]

use toolcast::{ToolSchema, tool};

struct Sort;

#[derive(ToolSchema)]
struct Filter {
    text: String,
    sort: Option<Sort>,
}

#[tool]
fn search(filter: Filter) {}

fn main() {}
