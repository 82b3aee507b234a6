#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(#[tool(rename = "")] query: &str) {}

fn main() {}
