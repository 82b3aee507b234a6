#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(#[cfg_attr(unix, tool(rename = "q"))] query: &str) {}

fn main() {}
