#![allow(unused_variables)]

use toolcast::tool;

#[tool]
unsafe fn search(query: &str) {}

fn main() {}
