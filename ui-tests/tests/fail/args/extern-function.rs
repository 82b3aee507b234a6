#![allow(unused_variables)]

use toolcast::tool;

#[tool]
extern "C" fn search(query: u32) {}

fn main() {}
