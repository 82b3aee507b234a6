#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(#[tool(range(min = 1, most = 50))] limit: u8) {}

fn main() {}
