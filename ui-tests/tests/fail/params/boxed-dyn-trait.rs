#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(query: Box<dyn ToString>) {}

fn main() {}
