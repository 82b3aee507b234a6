#![allow(unused_variables)]

use toolcast::{ToolSchema, tool};

#[derive(serde::Deserialize, ToolSchema)]
struct Tree {
    name: String,
    #[serde(flatten)]
    parent: Option<Box<Tree>>,
}

/// Grows.
#[tool]
fn grow(tree: Tree) {}

fn main() {}
