#![allow(dead_code, unused_variables)]

use toolcast::{ToolSchema, tool};

#[derive(serde::Deserialize, ToolSchema)]
enum Skipped {
    #[serde(skip)]
    A,
}

#[tool]
fn skipped(value: Skipped) {}

#[derive(serde::Deserialize, ToolSchema)]
enum Units {
    #[serde(skip_deserializing)]
    A,
    #[serde(skip_deserializing)]
    B,
}

#[tool]
fn units(value: Units) {}

#[derive(serde::Deserialize, ToolSchema)]
#[serde(tag = "kind")]
enum Tagged {
    #[serde(skip_deserializing)]
    A,
}

#[tool]
fn tagged(value: Tagged) {}

#[derive(serde::Deserialize, ToolSchema)]
#[serde(tag = "kind", content = "value")]
enum Adjacent {
    #[serde(skip_deserializing)]
    A,
}

#[tool]
fn adjacent(value: Vec<Adjacent>) {}

#[derive(serde::Deserialize, ToolSchema)]
#[serde(untagged)]
enum Untagged {
    #[serde(skip_deserializing)]
    A(u8),
    #[serde(skip_deserializing)]
    B,
}

#[tool]
fn untagged(value: Untagged) {}

// Only the unit variants are skipped.
#[derive(serde::Deserialize, ToolSchema)]
enum Mixed {
    #[serde(skip_deserializing)]
    A,
    B(u8),
}

#[tool]
fn mixed(value: Mixed) {}

const _: () = {
    let text = mixed::schema_for(toolcast::Provider::JsonSchema).as_bytes();
    let mut i = 0;
    while i + 2 < text.len() {
        assert!(!(text[i] == b'"' && text[i + 1] == b'A' && text[i + 2] == b'"'));
        i += 1;
    }
};

fn main() {}
