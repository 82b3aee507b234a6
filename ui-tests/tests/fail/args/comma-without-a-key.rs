#![allow(unused_variables)]

use toolcast::tool;

#[tool(,)]
fn search(#[tool(,)] query: &str) {}

#[tool("find")]
fn find(query: &str) {}

fn main() {}
