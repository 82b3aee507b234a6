#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(query: &str, #[tool(inject, rename = "client")] github: &str) {}

fn main() {}
