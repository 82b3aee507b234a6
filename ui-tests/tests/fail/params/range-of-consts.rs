#![allow(unused_variables)]

use toolcast::tool;

const MAX: u8 = 50;
const LENGTH: usize = 4;

#[tool]
fn search(#[tool(range(1..=MAX + 1))] limit: u8) {}

#[tool]
fn read(#[tool(length(..LENGTH))] path: String, #[tool(multiple_of = MAX)] block: u16) {}

fn main() {}
