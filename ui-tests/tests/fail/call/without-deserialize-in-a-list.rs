#![allow(unused_variables)]

use toolcast::{ToolSchema, tool};

#[derive(ToolSchema)]
enum Sort {
    Stars,
}

#[tool]
async fn search(sort: Option<Vec<Sort>>) {}

fn main() {}
