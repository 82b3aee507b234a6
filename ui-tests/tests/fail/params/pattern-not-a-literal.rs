#![allow(unused_variables)]

use toolcast::tool;

const WORD: &str = "^[a-z]+$";

#[tool]
fn search(#[tool(pattern = WORD)] query: &str) {}

fn main() {}
