#![allow(unused_variables)]

use toolcast::tool;

#[derive(Default, serde::Deserialize)]
struct Filter {
    text: String,
}

#[tool]
fn search(query: &str, #[tool(default)] filter: Filter) {}

fn main() {}
