#![allow(unused_variables)]

use toolcast::schema::SchemaRef;
use toolcast::{ToolSchema, tool};

#[derive(serde::Deserialize)]
struct Ptr<T>(Box<T>);

impl<T: ToolSchema> ToolSchema for Ptr<T> {
    const SCHEMA: SchemaRef = T::SCHEMA;
}

#[derive(serde::Deserialize, ToolSchema)]
struct Folder<T> {
    first: Ptr<File<T>>,
}

#[derive(serde::Deserialize, ToolSchema)]
struct File<T> {
    content: T,
    folder: Ptr<Folder<T>>,
}

#[tool]
fn store(folder: Folder<String>) {}

fn main() {}
