#![allow(unused_variables)]

use toolcast::tool;

#[tool(read_only, destructive)]
fn search(query: &str) {}

#[tool(read_only = false, destructive)]
fn delete(query: &str) {}

fn main() {}
