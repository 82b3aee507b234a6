#![allow(unused_variables)]

use toolcast::schema::SchemaRef;
use toolcast::{ToolSchema, tool};

struct Ptr<T>(Box<T>);

impl<T: ToolSchema> ToolSchema for Ptr<T> {
    const SCHEMA: SchemaRef = T::SCHEMA;
}

#[derive(ToolSchema)]
struct Folder<T> {
    first: Ptr<File<T>>,
}

#[derive(ToolSchema)]
struct File<T> {
    content: T,
    folder: Ptr<Folder<T>>,
}

#[tool]
fn store(folder: Folder<String>) {}

fn main() {}
