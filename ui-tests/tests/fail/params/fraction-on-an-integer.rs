#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(#[tool(range(0.5..=9.5))] limit: u8) {}

fn main() {}
