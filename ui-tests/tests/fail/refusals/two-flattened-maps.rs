#![allow(unused_variables)]

use std::collections::BTreeMap;
use toolcast::{ToolSchema, tool};

#[derive(serde::Deserialize, ToolSchema)]
struct Maps {
    id: String,
    #[serde(flatten)]
    first: BTreeMap<String, String>,
    #[serde(flatten)]
    second: BTreeMap<String, String>,
}

#[tool]
fn two_maps(maps: Maps) {}

#[derive(serde::Deserialize, ToolSchema)]
struct Open {
    #[serde(flatten)]
    rest: Option<BTreeMap<String, u8>>,
}

#[derive(serde::Deserialize, ToolSchema)]
struct Generic<T> {
    #[serde(flatten)]
    inner: T,
    #[serde(flatten)]
    rest: BTreeMap<String, u8>,
}

#[tool]
fn below_an_option(value: Generic<Open>) {}

#[derive(serde::Deserialize, ToolSchema)]
#[serde(tag = "kind")]
enum Either {
    Closed { id: u8 },
    Open(Open),
}

#[tool]
fn in_one_variant(value: Generic<Either>) {}

#[tool]
fn two_parameters(
    #[tool(flatten)] first: BTreeMap<String, u8>,
    #[tool(flatten)] second: BTreeMap<String, u8>,
) {
}

// One map in each variant.
#[derive(serde::Deserialize, ToolSchema)]
enum One {
    Open(Open),
    Map {
        #[serde(flatten)]
        rest: BTreeMap<String, u8>,
    },
}

#[tool]
fn one_map(value: One, other: Generic<Closed>) {}

#[derive(serde::Deserialize, ToolSchema)]
struct Closed {
    name: String,
}

fn main() {}
