#![allow(unused_variables)]

use toolcast::tool;

const NAME: &str = "q";

#[tool]
fn search(#[tool(rename = NAME)] query: &str) {}

fn main() {}
