#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(query: impl Into<String>) {}

fn main() {}
