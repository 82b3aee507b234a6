#![allow(unused_variables)]

use toolcast::tool;

#[tool]
mod tools {
    fn search(query: &str) {}
}

fn main() {}
