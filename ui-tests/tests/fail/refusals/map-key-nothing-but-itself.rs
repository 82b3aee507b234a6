use std::collections::BTreeMap;
use toolcast::{ToolSchema, tool};

#[derive(serde::Deserialize, ToolSchema, PartialEq, Eq, PartialOrd, Ord)]
struct Name(Box<Name>);

/// Counts.
#[tool]
fn count(names: BTreeMap<Name, u32>) {
    let _ = names;
}

fn main() {}
