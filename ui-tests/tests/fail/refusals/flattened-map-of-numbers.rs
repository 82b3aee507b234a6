#![allow(unused_variables)]

use std::collections::BTreeMap;
use toolcast::{ToolSchema, tool};

#[derive(serde::Deserialize, ToolSchema)]
struct Quotas {
    user: String,
    #[serde(flatten)]
    by_month: BTreeMap<u8, u64>,
}

#[tool]
fn set_quotas(quotas: Quotas) {}

#[tool]
fn set_flags(#[tool(flatten)] flags: BTreeMap<bool, u8>) {}

// Names that are text.
#[derive(serde::Deserialize, ToolSchema)]
struct Letters {
    #[serde(flatten)]
    letters: BTreeMap<char, u8>,
}

#[tool]
fn set_letters(letters: Letters) {}

fn main() {}
