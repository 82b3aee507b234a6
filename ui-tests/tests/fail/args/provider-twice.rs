#![allow(unused_variables)]

use toolcast::tool;

#[tool(except(Cohere, Gemini, Cohere))]
fn search(query: &str) {}

fn main() {}
