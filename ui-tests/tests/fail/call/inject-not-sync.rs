#![allow(unused_variables)]

use std::cell::Cell;
use toolcast::tool;

struct Counter(Cell<u8>);

#[tool]
fn search(query: &str, #[tool(inject)] counter: &Counter) {}

fn main() {}
