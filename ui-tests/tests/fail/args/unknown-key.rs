#![allow(unused_variables)]

use toolcast::tool;

#[tool(descripton = "Searches")]
fn search(query: &str) {}

fn main() {}
