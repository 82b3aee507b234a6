#![allow(unused_variables)]

use toolcast::tool;

#[derive(PartialEq, Eq, Hash, serde::Deserialize)]
struct Name;

#[tool]
fn label(labels: std::collections::HashMap<Name, String>) {}

fn main() {}
