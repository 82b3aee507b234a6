#![allow(unused_variables)]

use toolcast::tool;

/// Searches.
#[tool(lossless, providers(OpenAi, Gemini))]
fn search(query: &str, #[tool(multiple_of = 5)] limit: u8) {}

fn main() {}
