#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(#[tool(default = "ten")] limit: u8, #[tool(default = [1, 2, 3])] pair: [u8; 2]) {}

fn main() {}
