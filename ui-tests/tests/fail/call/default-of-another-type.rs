#![allow(unused_variables)]

use toolcast::tool;

fn ten() -> u16 {
    10
}

#[tool]
fn search(query: &str, #[tool(default = ten())] limit: u8) {}

fn main() {}
