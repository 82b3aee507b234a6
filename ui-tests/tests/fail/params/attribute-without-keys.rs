#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(#[tool] query: &str) {}

fn main() {}
