#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(query: &str, #[tool(default = "ten")] limit: u8) {}

fn main() {}
