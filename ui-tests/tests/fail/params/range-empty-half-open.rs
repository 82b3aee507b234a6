#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(#[tool(range(5..5))] limit: u8) {}

fn main() {}
