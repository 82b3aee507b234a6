#![allow(unused_variables)]

use toolcast::tool;

struct Filter {
    text: String,
}

#[tool]
fn search(filter: Filter) {}

fn main() {}
