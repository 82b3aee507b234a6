#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(query: &str, #[tool(inject)] log: &impl Fn(&str)) {}

fn main() {}
