#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(#[tool(as = "String", with = text)] query: &str) {}

fn main() {}
