#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(#[tool(range(9..=1), patern = "a", format = "")] query: &str) {}

fn main() {}
