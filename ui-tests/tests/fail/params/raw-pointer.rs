#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(query: *const u8) {}

fn main() {}
