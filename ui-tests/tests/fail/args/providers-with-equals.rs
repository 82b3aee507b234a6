#![allow(unused_variables)]

use toolcast::tool;

#[tool(providers = Gemini)]
fn search(query: &str) {}

fn main() {}
