#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(#[tool(as = Vec<String>)] query: Vec<&str>) {}

fn main() {}
