#![allow(unused_variables)]

use toolcast::tool;

struct Name;

#[tool]
fn label(labels: std::collections::HashMap<Name, String>) {}

fn main() {}
