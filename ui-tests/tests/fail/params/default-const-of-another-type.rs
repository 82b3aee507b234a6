#![allow(unused_variables)]

use toolcast::tool;

const LIMIT: f64 = 1.5;

#[tool]
fn search(query: &str, #[tool(default = LIMIT)] limit: u8) {}

fn main() {}
