#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn find(#[tool(default = "x")] most: u8, #[tool(default = true)] least: Option<i64>) {}

#[tool]
fn list(all: [u8; 33]) {}

fn main() {}
