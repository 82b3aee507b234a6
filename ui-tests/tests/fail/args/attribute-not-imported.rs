#![allow(unused_variables)]

#[tool]
fn search(query: &str) {}

fn main() {}
