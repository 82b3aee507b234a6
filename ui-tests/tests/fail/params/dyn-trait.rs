#![allow(unused_variables)]

use toolcast::tool;

#[tool]
fn search(query: &dyn ToString) {}

fn main() {}
