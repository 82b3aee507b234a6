#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn label(all: (u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8)) {}

fn main() {}
