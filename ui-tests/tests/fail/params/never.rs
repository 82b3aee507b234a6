#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(query: !) {}

fn main() {}
