#![allow(unused_variables)]

use toolcast::tool;

#[tool]
unsafe extern "C" fn search(query: u32, rest: ...) {}

fn main() {}
