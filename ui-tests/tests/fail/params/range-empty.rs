#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(#[tool(range(50..=1))] limit: u8) {}

fn main() {}
