#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(#[tool(range(1..=50))] #[tool(range(1..))] limit: u8) {}

fn main() {}
