#![allow(unused_variables)]

use toolcast::tool;

#[derive(serde::Deserialize)]
struct Filter;
#[derive(serde::Deserialize)]
struct Sort;

#[tool]
fn search(filter: Filter, sort: Sort, other: Filter) {}

fn main() {}
