#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(#[tool(range(min = 1, min = 2))] limit: u8) {}

fn main() {}
