#![allow(unused_variables)]

use toolcast::tool;

struct Filter {
    text: String,
}

#[tool]
fn search(query: &str, filter: Filter) {}

fn main() {}
