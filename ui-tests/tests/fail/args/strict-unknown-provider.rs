#![allow(unused_variables)]

use toolcast::tool;

#[tool(strict(DeepSeak))]
fn search(query: &str) {}

fn main() {}
