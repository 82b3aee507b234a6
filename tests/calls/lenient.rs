//! Values that serde reads although the canonical schema does not allow them. They are not
//! advertised to a model, but accepted: law 1 holds in one direction only. Each is listed here, so
//! that none is added unnoticed:
//!
//! - a sequence for a struct, in order of declaration;
//! - a map with `null` for a unit variant instead of a string;
//! - a duplicate member of a set;
//! - unknown names in open objects, which serde ignores;
//! - other names (`alias`), which are accepted and not advertised;
//! - any name for a variant with `#[serde(other)]`, and any number in an enum of integers;
//! - `null` for a property that may be absent;
//! - an absent or `null` content next to the tag of a unit variant;
//! - seconds carried over from `nanos` of a `Duration`.

use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::time::Duration;
use toolcast::{ToolSchema, from_model};
use toolcast_test_support::judge::judge;
use toolcast_test_support::{canonical, text};

/// An object with an option.
#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
struct Point {
    x: u8,
    y: u8,
    label: Option<String>,
}

/// Units, and one with another name.
#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
enum Color {
    Red,
    #[serde(alias = "Vert")]
    Green,
}

/// A tag with a content.
#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
#[serde(tag = "t", content = "c")]
enum Beside {
    Unit,
    Number(u8),
}

/// A variant for every other name.
#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
#[serde(tag = "t")]
enum Known {
    A {
        x: u8,
    },
    #[serde(other)]
    Other,
}

/// A variant for every other number.
#[derive(Debug, PartialEq, serde_repr::Deserialize_repr, ToolSchema)]
#[tool(repr)]
#[repr(i8)]
enum Level {
    Low = 1,
    #[serde(other)]
    Unknown = 0,
}

/// Returns whether the schema accepts the value, and the value that serde reads after `from_model`.
fn both<T: ToolSchema + for<'de> Deserialize<'de>>(value: &Value) -> (bool, Option<T>) {
    let schema = <Vec<T>>::SCHEMA.get();
    let (_, text) = text(schema, canonical()).expect("a text");
    let judge = judge(&text).expect("a schema");
    // Inside an array, because an item is not wrapped as a root would be.
    let value = json!({ "value": [value] });
    let accepted = judge.is_valid(&value);
    let read: Option<Vec<T>> = serde_json::from_value(from_model(schema, canonical(), value)).ok();
    (accepted, read.and_then(|mut items| items.pop()))
}

fn point(label: Option<&str>) -> Point {
    Point {
        x: 1,
        y: 2,
        label: label.map(Into::into),
    }
}

#[test]
fn serde_reads_a_list_as_a_struct_and_the_schema_rejects_it() {
    assert_eq!(both(&json!([1, 2, "z"])), (false, Some(point(Some("z")))));
}

#[test]
fn serde_reads_a_map_as_a_unit_variant_and_the_schema_rejects_it() {
    assert_eq!(both(&json!({ "Red": null })), (false, Some(Color::Red)));
}

#[test]
fn serde_reads_a_duplicate_item_of_a_set_and_the_schema_rejects_it() {
    assert_eq!(both(&json!([1, 1])), (false, Some(BTreeSet::from([1_u8]))));
}

#[test]
fn unknown_names_in_open_objects() {
    assert_eq!(
        both(&json!({ "x": 1, "y": 2, "z": 3 })),
        (true, Some(point(None)))
    );
}

#[test]
fn an_alias_of_a_variant_is_read() {
    assert_eq!(both(&json!("Vert")), (false, Some(Color::Green)));
}

#[test]
fn serde_reads_any_name_as_other_and_the_schema_rejects_it() {
    assert_eq!(
        both(&json!({ "t": "whatever" })),
        (false, Some(Known::Other))
    );
    assert_eq!(both(&json!({ "t": "Other" })), (true, Some(Known::Other)));
    assert_eq!(
        both(&json!({ "t": "A", "x": 1 })),
        (true, Some(Known::A { x: 1 }))
    );
}

#[test]
fn serde_reads_any_number_of_the_type_as_other_and_the_schema_rejects_it() {
    for n in [-128, 7, 127] {
        assert_eq!(both(&json!(n)), (false, Some(Level::Unknown)), "{n}");
    }
    assert_eq!(both(&json!(0)), (true, Some(Level::Unknown)));
    assert_eq!(both(&json!(1)), (true, Some(Level::Low)));
    for wrong in [json!(128), json!(1.5), json!("x")] {
        assert_eq!(both::<Level>(&wrong), (false, None), "{wrong}");
    }
}

#[test]
fn null_is_read_as_an_absent_property() {
    let (_, read) = both(&json!({ "x": 1, "y": 2, "label": null }));
    assert_eq!(read, Some(point(None)));
}

#[test]
fn null_is_read_as_the_content_of_a_unit_variant() {
    assert_eq!(both(&json!({ "t": "Unit" })), (true, Some(Beside::Unit)));
    assert_eq!(
        both(&json!({ "t": "Unit", "c": null })).1,
        Some(Beside::Unit)
    );
    assert_eq!(
        both(&json!({ "t": "Number", "c": 1 })),
        (true, Some(Beside::Number(1)))
    );
}

#[test]
fn serde_reads_nanos_beyond_a_second_and_the_schema_rejects_them() {
    let two = json!({ "secs": 1, "nanos": 1_000_000_000_u32 });
    assert_eq!(both(&two), (false, Some(Duration::from_secs(2))));
}
