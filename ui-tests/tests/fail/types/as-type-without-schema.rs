#![allow(unused_variables)]

use toolcast::tool;

struct Raw;

#[tool]
fn search(#[tool(as = "Raw")] query: &str) {}

fn main() {}
