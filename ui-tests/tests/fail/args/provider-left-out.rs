#![allow(unused_variables)]

use toolcast::tool;

#[tool(except(Gemini), allow(Gemini, Cohere))]
fn search(query: &str) {}

#[tool(providers(OpenAi), strict(Anthropic), extra(Anthropic = r#"{"cache_control": null}"#))]
fn find(query: &str) {}

fn main() {}
