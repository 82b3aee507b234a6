#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search<const LIMIT: usize>(query: &str) {}

fn main() {}
