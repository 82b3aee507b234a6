#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(#[tool(pattern = "^[0-9]+$")] id: u64) {}

fn main() {}
