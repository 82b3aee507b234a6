#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(query: &str, on_hit: fn(&str)) {}

fn main() {}
