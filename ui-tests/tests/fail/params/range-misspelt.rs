#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(#[tool(range(1 to 50))] limit: u8) {}

fn main() {}
