#![allow(unused_variables)]

use toolcast::tool;

#[allow(non_camel_case_types)]
struct search {}

#[tool]
fn search(query: &str) {}

fn main() {}
