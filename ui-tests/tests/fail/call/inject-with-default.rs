#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(query: &str, #[tool(inject, default)] client: Option<&u8>) {}

fn main() {}
