#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn find(name: &str, #[tool(description = "how many", range(1..=5))] most: String) {}

#[tool]
fn list(#[tool(example = "x")] most: u8) {}

struct Index;

#[toolcast::tools]
impl Index {
    #[tool]
    fn search(&self, #[tool(length(1..=5))] most: u8) {}
}

fn main() {}
