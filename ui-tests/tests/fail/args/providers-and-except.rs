#![allow(unused_variables)]

use toolcast::tool;

#[tool(providers(OpenAi, Gemini), except(Cohere))]
fn search(query: &str) {}

fn main() {}
