#![allow(unused_variables)]

use toolcast::tool;

#[tool(range(1..=50))]
fn search(limit: u8) {}

fn main() {}
