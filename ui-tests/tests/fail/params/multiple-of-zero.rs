#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(#[tool(multiple_of = 0)] limit: u8) {}

fn main() {}
