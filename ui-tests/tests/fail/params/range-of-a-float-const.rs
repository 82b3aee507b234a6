#![allow(unused_variables)]

use toolcast::tool;

const HALF: f64 = 0.5;

#[tool]
fn list(#[tool(range(HALF..))] limit: f64) {}

fn main() {}
