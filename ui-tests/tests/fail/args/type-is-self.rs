#![allow(unused_variables)]

use toolcast::tool;

#[tool(type = Self)]
fn search(query: &str) {}

fn main() {}
