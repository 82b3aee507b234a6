#![allow(unused_variables)]

use toolcast::tool;

struct Filter;
struct Sort;

#[tool]
fn search(filter: Filter, sort: Sort, other: Filter) {}

fn main() {}
