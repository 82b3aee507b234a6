#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(
    #[tool(multiple_of = 5, default = 3, example = 4)] page: u8,
    #[tool(default = 300, example = 400)] size: u8,
) {
}

fn main() {}
