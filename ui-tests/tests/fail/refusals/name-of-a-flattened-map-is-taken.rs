#![allow(unused_variables)]

use std::collections::BTreeMap;
use toolcast::{ToolSchema, tool};

#[derive(serde::Deserialize, ToolSchema)]
struct Labels {
    #[serde(rename = "rest")]
    id: u8,
    #[serde(flatten)]
    rest: BTreeMap<String, u32>,
}

/// Sets labels.
#[tool(providers(Gemini))]
fn set(labels: Labels) {}

fn main() {}
