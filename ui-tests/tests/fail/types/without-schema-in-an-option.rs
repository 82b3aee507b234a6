#![allow(unused_variables)]

use toolcast::tool;

#[derive(serde::Deserialize)]
struct Filter {
    text: String,
}

#[tool]
fn search(query: &str, filter: Option<Vec<Filter>>) {}

fn main() {}
