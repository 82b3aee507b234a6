#![allow(unused_variables)]

use toolcast::tool;

struct Date;

#[tool]
fn free(#[tool(as = "String")] day: Date) {}

fn main() {}
