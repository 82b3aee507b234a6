//! Single values: what `lift` makes of them, and what it leaves for serde to refuse.

use crate::support::canonical;
use serde::Deserialize;
use serde_json::{Value, json};
use toolcast::schema::Schema;
use toolcast::{ToolSchema, lift};

#[track_caller]
fn stays(schema: &Schema<'_>, value: &Value) {
    assert_eq!(lift(schema, canonical(), value.clone()), *value);
}

/// A part of another type.
#[derive(Debug, Deserialize, ToolSchema)]
#[allow(dead_code)] // Read, never looked at.
struct Part {
    weight: u8,
}

/// Serde reads it from an object alone.
#[derive(Debug, Deserialize, ToolSchema)]
#[allow(dead_code)] // Read, never looked at.
struct Whole {
    size: u8,
    #[serde(flatten)]
    part: Part,
}

/// A list that serde refuses is no list of its fields: what is in it stays as it was sent.
#[test]
fn a_list_for_an_object_that_takes_none() {
    let list = json!([[1.0, 2.0]]);
    serde_json::from_value::<Vec<Whole>>(list.clone()).expect_err("no list");
    stays(<[Whole; 1]>::SCHEMA.get(), &list);
}
