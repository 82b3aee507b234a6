#![allow(unused_variables)]

use toolcast::tool;

const MAX: u8 = 50;

#[tool]
fn search(#[tool(range(1..=MAX))] limit: u8) {}

fn main() {}
