#![allow(unused_variables)]

use toolcast::tool;

mod text {}

#[tool]
fn search(#[tool(schema_with = text)] query: &str) {}

fn main() {}
