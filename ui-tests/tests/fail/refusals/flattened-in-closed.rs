#![allow(unused_variables, dead_code)]

use std::collections::BTreeMap;
use toolcast::{Provider, ToolSchema, schema, tool};

#[derive(serde::Deserialize, ToolSchema)]
struct Fields {
    x: u8,
}

#[derive(serde::Deserialize, ToolSchema)]
struct Nested {
    w: u8,
    #[serde(flatten)]
    fields: Fields,
}

#[derive(serde::Deserialize, ToolSchema)]
enum External {
    A(u8),
    B { y: u8 },
}

#[derive(serde::Deserialize, ToolSchema)]
#[serde(tag = "k")]
enum Internal {
    A { x: u8 },
    B { y: u8 },
}

#[derive(serde::Deserialize, ToolSchema)]
#[serde(tag = "k", content = "c")]
enum Adjacent {
    A { x: u8 },
    B,
}

#[derive(serde::Deserialize, ToolSchema)]
#[serde(untagged)]
enum Untagged {
    A { x: u8 },
    B { y: u8 },
}

#[derive(serde::Deserialize, ToolSchema)]
#[serde(deny_unknown_fields)]
struct Closed<T> {
    n: u8,
    #[serde(flatten)]
    inner: T,
}

#[derive(serde::Deserialize, ToolSchema)]
#[serde(tag = "t", deny_unknown_fields)]
enum ClosedEnum {
    One {
        #[serde(flatten)]
        inner: Internal,
    },
    Two {
        #[serde(flatten)]
        inner: Fields,
    },
}

#[tool]
fn nested(value: Closed<Nested>, other: Closed<Option<Nested>>) {}

#[tool]
fn internal(value: Vec<Closed<Internal>>) {}

#[tool]
fn untagged(value: Closed<Untagged>) {}

#[tool]
fn map(value: Closed<BTreeMap<String, u8>>) {}

#[tool]
fn variant(value: ClosedEnum) {}

#[tool]
fn flattened(#[tool(flatten)] value: Closed<Nested>) {}

const ROOT: &str = schema!(Closed<Nested>, Provider::JsonSchema);

#[derive(serde::Deserialize, ToolSchema)]
struct SharedRoot {
    #[serde(flatten)]
    inner: Nested,
    #[serde(flatten)]
    rest: BTreeMap<String, bool>,
}

const SHARED_ROOT: &str = schema!(SharedRoot, Provider::JsonSchema);

// Serde takes the names away, or a tool's own parameters are the object.
#[tool]
fn accepted(a: Closed<Fields>, b: Closed<External>, c: Closed<Adjacent>, d: Closed<Option<Fields>>, e: Option<Closed<()>>) {}

#[tool]
fn parameters(n: u8, #[tool(flatten)] inner: Nested) {}

fn main() {}
