#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(#[serde(rename = "q")] query: &str) {}

fn main() {}
