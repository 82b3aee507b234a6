#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(query: Option<&'static str>) {}

fn main() {}
