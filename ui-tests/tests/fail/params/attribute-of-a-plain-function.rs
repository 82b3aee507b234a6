#![allow(unused_variables)]

use toolcast::tool;

fn search(#[tool(length(1..=80))] query: &str) {}

fn main() {}
