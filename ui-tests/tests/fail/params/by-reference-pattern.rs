#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(ref query: String) {}

fn main() {}
