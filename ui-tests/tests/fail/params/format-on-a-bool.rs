#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(#[tool(format = "email")] archived: bool) {}

fn main() {}
