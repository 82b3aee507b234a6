#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(#[tool(strict)] query: &str) {}

fn main() {}
