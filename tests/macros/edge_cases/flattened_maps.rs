//! Types flattened beside a map or into a closed type: rejected if and only if serde can't read
//! them.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use toolcast::schema::Schema;
use toolcast::{Outcome, ToolSchema, render};
use toolcast_test_support::{canonical, none};

/// A type and then the map.
#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
struct Before<T, V> {
    #[serde(flatten)]
    it: T,
    #[serde(flatten)]
    all: BTreeMap<String, V>,
}

/// The map and then a type.
#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
struct After<T, V> {
    #[serde(flatten)]
    all: BTreeMap<String, V>,
    #[serde(flatten)]
    it: T,
}

/// A type with flattened fields, whose names serde doesn't take away.
#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
pub(super) struct Around<T> {
    #[serde(flatten)]
    it: T,
}

/// A type that rejects other names.
#[derive(Deserialize, ToolSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
struct Closed<T> {
    a: u8,
    #[serde(flatten)]
    it: T,
}

#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
pub(super) struct Point {
    x: u8,
}

#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
struct Sided {
    side: Side,
}

#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
struct Written {
    #[serde(skip_deserializing)]
    w: u8,
}

#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
struct Read {
    #[serde(skip_serializing)]
    r: u8,
}

#[derive(PartialEq, Eq, PartialOrd, Ord, Deserialize, ToolSchema)]
pub(super) enum Side {
    Left,
    Right,
}

#[derive(Deserialize, ToolSchema)]
pub(super) enum Pole {
    North,
    South,
}

#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
enum Named {
    One(u8),
    Other(u8),
    Nothing,
}

#[derive(Deserialize, ToolSchema)]
#[serde(tag = "kind")]
#[allow(dead_code)] // Deserialized, but its fields are not read.
enum Tagged {
    Number { x: u8 },
    Other { y: u8 },
}

#[derive(Deserialize, ToolSchema)]
#[serde(tag = "kind")]
#[allow(dead_code)] // Deserialized, but its fields are not read.
enum Texts {
    Word { word: String },
    Side { side: Side },
}

#[derive(Deserialize, ToolSchema)]
#[serde(tag = "t", content = "c")]
#[allow(dead_code)] // Deserialized, but its fields are not read.
enum Adjacent {
    One(u8),
    Other(u8),
}

#[derive(Deserialize, ToolSchema)]
#[serde(untagged)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
enum Untagged {
    Number { x: u8 },
    Word { word: String },
}

/// Compares the report about a type with serde, which has to read a value of each alternative.
fn check<T: DeserializeOwned + ToolSchema>(values: &Value, failures: &mut Vec<String>) {
    let values = values.as_array().expect("a list");
    let unread = values
        .iter()
        .find(|value| serde_json::from_value::<T>((*value).clone()).is_err());
    let name = core::any::type_name::<T>();
    failures.extend(compare(name, T::SCHEMA.get(), unread));
}

/// Returns a failure if the report disagrees with serde, which doesn't read `unread`.
fn compare(name: &str, schema: &Schema<'_>, unread: Option<&Value>) -> Option<String> {
    let is_rejected = match render(schema, canonical()) {
        Ok(_) => false,
        Err(report) => {
            let entries = report.entries.iter();
            let rejected = entries.filter(|entry| entry.outcome == Outcome::Rejected);
            let by_serde = rejected
                .map(|entry| entry.keyword == "flatten" && entry.reason.starts_with("serde "));
            assert_eq!(by_serde.reduce(|a, b| a && b), Some(true), "{report}");
            true
        }
    };
    let is_wrong = is_rejected != unread.is_some();
    is_wrong.then(|| format!("{name}: rejected {is_rejected}, unread {unread:?}"))
}

macro_rules! each {
    ($check:ident: $($ty:ty: $values:tt;)*) => {{
        let mut failures = Vec::new();
        $($check::<$ty>(&json!($values), &mut failures);)*
        none(&failures);
    }};
}

#[test]
fn a_type_beside_a_map_that_cannot_hold_its_values_is_rejected() {
    each! { check:
        Before<Point, String>: [{"x": 1}];
        Before<Option<Point>, String>: [{"x": 1}];
        Before<Pole, u8>: [{"North": null}, {"South": null}];
        Before<Named, String>: [{"One": 1}, {"Other": 2}, {"Nothing": null}];
        Before<Adjacent, String>: [{"t": "One", "c": 1}, {"t": "Other", "c": 2}];
        Before<Around<Point>, u8>: [{"x": 1}];
        Before<Around<Point>, Value>: [{"x": 1}];
        Before<Around<Point>, String>: [{"x": 1}];
        Before<Option<Around<Point>>, String>: [{"x": 1}];
        Before<Around<Around<Point>>, String>: [{"x": 1}];
        Before<Around<Sided>, String>: [{"side": "Left"}];
        Before<Around<Sided>, u8>: [{"side": "Left"}];
        Before<Around<Pole>, u8>: [{"North": null}, {"South": null}];
        Before<Around<Pole>, Option<u8>>: [{"North": null}, {"South": null}];
        Before<Around<Adjacent>, u8>: [{"t": "One", "c": 1}, {"t": "Other", "c": 2}];
        Before<Tagged, u8>: [{"kind": "Number", "x": 1}, {"kind": "Other", "y": 1}];
        Before<Option<Tagged>, u8>: [{"kind": "Number", "x": 1}, {"kind": "Other", "y": 1}];
        Before<Tagged, Value>: [{"kind": "Number", "x": 1}, {"kind": "Other", "y": 1}];
        Before<Texts, String>: [{"kind": "Word", "word": "a"}, {"kind": "Side", "side": "Left"}];
        Before<Untagged, Value>: [{"x": 1}, {"word": "a"}];
        Before<Untagged, u8>: [{"x": 1}, {"word": "a"}];
        Before<Option<Untagged>, u8>: [{"x": 1}, {"word": "a"}];
    }
}

/// A type with one property.
#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
struct Property<T> {
    p: T,
}

#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
struct Meters(u8);

#[derive(Deserialize, ToolSchema)]
#[serde(untagged)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
enum Either {
    Number(u8),
    Text(String),
}

/// Checks a property of a type after maps with values of each JSON type.
fn property<T: DeserializeOwned + ToolSchema>(value: &Value, failures: &mut Vec<String>) {
    macro_rules! maps {
        ($($ty:ty),* $(,)?) => {
            $(check::<After<Property<T>, $ty>>(&json!([{ "p": value }]), failures);)*
        };
    }
    maps! {
        bool, u8, String, Side, Vec<u8>, Option<u8>, Either, Value,
    }
}

#[test]
fn a_map_can_hold_the_values_of_its_own_json_type() {
    each! { property:
        bool: true;
        u8: 1;
        String: "Left";
        Side: "Left";
        Vec<u8>: [1];
        BTreeMap<String, u8>: {"x": 1};
        Option<u8>: 1;
    }
    each! { check:
        // Types whose JSON type is that of another one above.
        After<Property<f64>, u8>: [{"p": 1}];
        After<Property<f64>, String>: [{"p": 1}];
        After<Property<u8>, f64>: [{"p": 1}];
        After<Property<bool>, f64>: [{"p": true}];
        After<Property<[u8; 1]>, Vec<u8>>: [{"p": [1]}];
        After<Property<[u8; 1]>, u8>: [{"p": [1]}];
        After<Property<[u8; 1]>, BTreeMap<String, u8>>: [{"p": [1]}];
        After<Property<Meters>, u8>: [{"p": 1}];
        After<Property<Meters>, String>: [{"p": 1}];
        After<Property<String>, Option<String>>: [{"p": "a"}];
        After<Property<u8>, Option<String>>: [{"p": 1}];
        After<Property<BTreeMap<String, u8>>, BTreeMap<String, u8>>: [{"p": {"x": 1}}];
        After<Property<u8>, BTreeMap<String, u8>>: [{"p": 1}];
        After<Property<Either>, u8>: [{"p": 1}];
        After<Property<Either>, String>: [{"p": "a"}];
        After<Property<Either>, bool>: [{"p": 1}];
        // Serde reads an object from a list too.
        After<Property<Vec<u8>>, Point>: [{"p": [1]}];
        After<Property<BTreeMap<String, u8>>, Point>: [{"p": {"x": 1}}];
        After<Property<Point>, BTreeMap<String, u8>>: [{"p": {"x": 1}}];
        After<Property<Point>, Vec<u8>>: [{"p": [1]}];
        After<Property<Point>, u8>: [{"p": {"x": 1}}];
        After<Property<u8>, Point>: [{"p": 1}];
        Owner<Point, u8>: [{"own": {"a": "b"}, "x": 1}];
        Owner<Point, String>: [{"own": {"a": "b"}, "x": 1}];
    }
}

/// A map of its own that isn't flattened.
#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
struct Owner<T, V> {
    own: BTreeMap<String, String>,
    #[serde(flatten)]
    all: BTreeMap<String, V>,
    #[serde(flatten)]
    it: T,
}

#[test]
fn a_type_after_a_map_that_cannot_hold_its_values_is_rejected() {
    each! { check:
        After<Point, u8>: [{"x": 1}];
        After<Point, bool>: [{"x": 1}];
        After<Point, Value>: [{"x": 1}];
        After<Sided, String>: [{"side": "Left"}];
        After<Sided, Side>: [{"side": "Left"}];
        After<Sided, u8>: [{"side": "Left"}];
        After<Pole, u8>: [{"North": null}, {"South": null}];
        After<Pole, String>: [{"North": null}, {"South": null}];
        After<Pole, Option<u8>>: [{"North": null}, {"South": null}];
        After<Pole, Value>: [{"North": null}, {"South": null}];
        After<Named, u8>: [{"One": 1}, {"Other": 2}, {"Nothing": null}];
        After<Named, Option<u8>>: [{"One": 1}, {"Other": 2}, {"Nothing": null}];
        After<Adjacent, u8>: [{"t": "One", "c": 1}, {"t": "Other", "c": 2}];
        After<Adjacent, Value>: [{"t": "One", "c": 1}, {"t": "Other", "c": 2}];
        After<Option<Adjacent>, u8>: [{"t": "One", "c": 1}, {"t": "Other", "c": 2}];
        Around<Before<Point, String>>: [{"x": 1}];
        Around<After<Point, u8>>: [{"x": 1}];
        Around<After<Point, String>>: [{"x": 1}];
        Around<Around<After<Point, String>>>: [{"x": 1}];
    }
}

#[test]
fn a_type_flattened_into_a_closed_one_is_rejected_if_serde_counts_its_names_as_unknown() {
    each! { check:
        Closed<Point>: [{"a": 1, "x": 1}];
        Closed<Option<Point>>: [{"a": 1, "x": 1}];
        Closed<Around<Point>>: [{"a": 1, "x": 1}];
        Closed<Option<Around<Point>>>: [{"a": 1, "x": 1}];
        Closed<Around<Written>>: [{"a": 1}];
        Closed<Around<Read>>: [{"a": 1, "r": 1}];
        Closed<Pole>: [{"a": 1, "North": null}, {"a": 1, "South": null}];
        Closed<Named>: [{"a": 1, "One": 1}, {"a": 1, "Other": 2}, {"a": 1, "Nothing": null}];
        Closed<Adjacent>: [{"a": 1, "t": "One", "c": 1}, {"a": 1, "t": "Other", "c": 2}];
        Closed<Tagged>: [{"a": 1, "kind": "Number", "x": 1}, {"a": 1, "kind": "Other", "y": 1}];
        Closed<Option<Tagged>>: [{"a": 1, "kind": "Number", "x": 1}];
        Closed<Untagged>: [{"a": 1, "x": 1}, {"a": 1, "word": "a"}];
        Closed<BTreeMap<String, u8>>: [{"a": 1, "x": 1}];
        Closed<Value>: [{"a": 1, "x": 1}];
        ClosedTagged: [{"t": "One", "x": 1}, {"t": "Two", "x": 1}];
        ClosedVariants: [{"t": "One", "kind": "Number", "x": 1}, {"t": "Two", "x": 1}];
        Around<Closed<Point>>: [{"a": 1, "x": 1}];
        Around<Closed<Around<Point>>>: [{"a": 1, "x": 1}];
    }
}

/// The content of each variant is the whole object.
#[derive(Deserialize, ToolSchema)]
#[serde(tag = "t", deny_unknown_fields)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
enum ClosedTagged {
    One(Point),
    Two(Around<Point>),
}

#[derive(Deserialize, ToolSchema)]
#[serde(tag = "t", deny_unknown_fields)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
enum ClosedVariants {
    One {
        #[serde(flatten)]
        it: Tagged,
    },
    Two {
        #[serde(flatten)]
        it: Point,
    },
}
