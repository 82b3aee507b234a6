#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(#[tool(default = )] limit: u8) {}

fn main() {}
