#![allow(unused_variables)]

use toolcast::tool;

/// Converts.
#[tool(name = "2d_to_3d")]
fn convert(model: &str) {}

fn main() {}
