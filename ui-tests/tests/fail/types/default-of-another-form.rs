#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(#[tool(default = "ten")] limit: u8, #[tool(default = [1, 2, 3])] pair: [u8; 2]) {}

#[tool]
fn sort(
    #[tool(default = ["a", "b"])] letters: [u8; 2],
    #[tool(default = ["a"])] more: Vec<u8>,
    #[tool(default = [[1, 2], [3]])] rows: Option<[[u8; 2]; 2]>,
) {
}

fn main() {}
