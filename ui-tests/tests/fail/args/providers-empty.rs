#![allow(unused_variables)]

use toolcast::tool;

#[tool(providers())]
fn search(query: &str) {}

fn main() {}
