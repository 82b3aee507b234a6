#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(#[tool(default(10))] limit: u8) {}

fn main() {}
