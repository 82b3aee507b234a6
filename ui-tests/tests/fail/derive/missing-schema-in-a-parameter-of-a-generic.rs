#![allow(unused_variables)]

use toolcast::{ToolSchema, tool};

struct Sort;

#[derive(ToolSchema)]
struct Page<T> {
    items: Vec<T>,
}

#[tool]
fn search(page: Page<Sort>) {}

fn main() {}
