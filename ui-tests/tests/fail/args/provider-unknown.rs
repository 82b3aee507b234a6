#![allow(unused_variables)]

use toolcast::tool;

#[tool(providers(OpenAi, Gemni))]
fn search(query: &str) {}

fn main() {}
