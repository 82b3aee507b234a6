#![allow(unused_variables)]

use std::collections::BTreeMap;
use toolcast::{ToolSchema, tool};

#[derive(serde::Deserialize, ToolSchema)]
#[serde(untagged)]
enum Untagged {
    Named { k: bool },
}

#[derive(serde::Deserialize, ToolSchema)]
#[serde(tag = "t")]
enum Internal {
    Named { k: i32 },
}

#[derive(serde::Deserialize, ToolSchema)]
enum External {
    Named { k: bool },
}

#[derive(serde::Deserialize, ToolSchema)]
struct Fields {
    k: bool,
}

#[derive(serde::Deserialize, ToolSchema)]
struct Nested {
    #[serde(flatten)]
    fields: Fields,
}

#[derive(serde::Deserialize, ToolSchema)]
struct Beside<T, V> {
    #[serde(flatten)]
    inner: T,
    #[serde(flatten)]
    rest: BTreeMap<String, V>,
}

#[derive(serde::Deserialize, ToolSchema)]
struct After {
    #[serde(flatten)]
    rest: BTreeMap<String, i32>,
    #[serde(flatten)]
    fields: Fields,
}

#[tool]
fn untagged(value: Beside<Untagged, i32>) {}

#[tool]
fn internal(value: Beside<Internal, i32>) {}

#[tool]
fn nested(value: Beside<Option<Nested>, i32>) {}

#[tool]
fn after(value: After) {}

// Serde takes the names away.
#[tool]
fn fits(external: Beside<External, i32>, fields: Beside<Fields, i32>) {}

fn main() {}
