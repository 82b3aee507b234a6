#![allow(unused_variables)]

use std::time::Duration;
use toolcast::tool;

#[tool(blocking, timeout = Duration::ZERO)]
fn search(query: &str) {}

fn main() {}
