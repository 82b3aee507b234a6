#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(#[tool(range)] limit: u8) {}

fn main() {}
