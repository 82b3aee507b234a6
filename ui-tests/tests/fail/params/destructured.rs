#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn place((lat, lon): (f64, f64)) {}

fn main() {}
