#![allow(unused_variables)]

use toolcast::schema::SchemaRef;
use toolcast::{ToolSchema, tool};

#[derive(serde::Deserialize)]
struct Ptr<T>(Box<T>);

impl<T: ToolSchema> ToolSchema for Ptr<T> {
    const SCHEMA: SchemaRef = T::SCHEMA;
}

type Kid<T> = Tree<T>;

#[derive(serde::Deserialize, ToolSchema)]
struct Tree<T> {
    value: T,
    kid: Ptr<Kid<T>>,
}

#[tool]
fn grow(tree: Tree<String>) {}

fn main() {}
