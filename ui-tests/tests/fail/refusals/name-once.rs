#![allow(unused_variables)]

use toolcast::tool;

const NAME: &str = "find.it";

#[tool(description = "Finds.", name = NAME)]
fn find(query: &str) {}

#[tool(name = "search it", providers(OpenAi, Anthropic))]
fn search(query: &str) {}

fn main() {}
