#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search<T: ToString>(query: T) {}

fn main() {}
