#![allow(unused_variables)]

use toolcast::tool;

#[tool(strict = "yes")]
fn search(query: &str) {}

fn main() {}
