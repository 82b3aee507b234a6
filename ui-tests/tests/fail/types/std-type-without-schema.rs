#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn wait(until: std::time::Instant) {}

fn main() {}
