//! The names and values of objects with a flattened map: the canonical schema accepts what serde
//! reads, and nothing else.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use toolcast::schema::Schema;
use toolcast::{ToolSchema, render};
use toolcast_test_support::judge::judge;
use toolcast_test_support::{canonical, none};

use super::flattened_maps::{Around, Point, Pole, Side};

/// A map by the names of an enum.
#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
struct Sides {
    #[serde(flatten)]
    sides: BTreeMap<Side, u8>,
}

#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
struct Marks {
    #[serde(flatten)]
    marks: BTreeMap<String, u8>,
}

/// A property beside a type.
#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
struct Beside<T> {
    a: u8,
    #[serde(flatten)]
    it: T,
}

#[derive(Deserialize, ToolSchema)]
#[serde(tag = "kind")]
#[allow(dead_code)] // Deserialized, but its fields are not read.
enum Keyed {
    Plain { b: u8 },
    Sides(Sides),
    Marks(Marks),
}

/// Two choices in one object.
#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
struct Twice {
    #[serde(flatten)]
    pole: Pole,
    #[serde(flatten)]
    keyed: Keyed,
}

/// Beside properties that a flattened type has too, and one that is only written.
#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
struct Pointed {
    own: Point,
    #[serde(skip_deserializing)]
    written: u8,
    #[serde(flatten)]
    sides: BTreeMap<Side, u8>,
}

#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
struct Mapped {
    own: BTreeMap<Side, bool>,
    #[serde(flatten)]
    marks: BTreeMap<String, u8>,
}

/// Compares the canonical schema with serde, value by value.
fn same<T: DeserializeOwned + ToolSchema>(values: &Value, failures: &mut Vec<String>) {
    let name = core::any::type_name::<T>();
    let reads = |value: &Value| serde_json::from_value::<T>(value.clone()).is_ok();
    compare(name, T::SCHEMA.get(), &reads, values, failures);
}

/// Compares a schema with serde, which reads the values that `reads` returns true for.
fn compare(
    name: &str,
    schema: &Schema<'_>,
    reads: &dyn Fn(&Value) -> bool,
    values: &Value,
    failures: &mut Vec<String>,
) {
    let text = render(schema, canonical()).expect("a text");
    let judge = judge(&serde_json::from_str(&text).expect("JSON")).expect("a schema");
    let (mut read, mut unread) = (0, 0);
    for value in values.as_array().expect("a list") {
        let by_serde = reads(value);
        let sent = match schema.wrapped() {
            Some(name) => json!({ name: value }),
            None => value.clone(),
        };
        if judge.is_valid(&sent) != by_serde {
            failures.push(format!("{value} is read by serde: {by_serde}, by {text}"));
        }
        if by_serde {
            read += 1;
        } else {
            unread += 1;
        }
    }
    assert!(read > 0 && unread > 0, "{name}");
}

macro_rules! each {
    ($failures:ident: $($ty:ty: $values:tt;)*) => {
        $(same::<$ty>(&json!($values), &mut $failures);)*
    };
}

/// The map is in a type, a variant, or one of several alternatives.
#[test]
fn a_flattened_map_has_the_names_and_values_that_serde_reads() {
    let mut failures = Vec::new();
    each! { failures:
        Beside<BTreeMap<Side, u8>>: [{"a": 1}, {"a": 1, "Left": 2}, {"a": 1, "up": 2}, {"a": 1, "Left": "x"}, {"Left": 1}];
        Beside<Sides>: [{"a": 1}, {"a": 1, "Left": 2}, {"a": 1, "up": 2}, {"a": 1, "Left": "x"}, {"Left": 1}];
        Around<Beside<Sides>>: [{"a": 1}, {"a": 1, "Right": 2}, {"a": 1, "up": 2}, {"a": 1, "Right": "x"}];
        Beside<Marks>: [{"a": 1}, {"a": 1, "x": 2}, {"a": 1, "x": "y"}, {"x": 1}];
        Around<Around<Beside<Marks>>>: [{"a": 1}, {"a": 1, "x": 2}, {"a": 1, "x": "y"}, {"x": 1}];
        Pointed: [{"own": {"x": 1}}, {"own": {"x": 1}, "Left": 2}, {"own": {"x": 1}, "x": 2}, {"own": {"x": 1}, "up": 2},
            {"own": {"x": 1}, "written": 2}, {"Left": 2}];
        Mapped: [{"own": {"Left": true}}, {"own": {"Left": true}, "x": 2}, {"own": {}, "x": "y"}, {"own": {"up": true}}, {"x": 2}];
        Beside<Keyed>: [{"a": 1, "kind": "Plain", "b": 2}, {"a": 1, "kind": "Plain"}, {"a": 1, "kind": "Sides"},
            {"a": 1, "kind": "Sides", "Left": 2}, {"a": 1, "kind": "Sides", "up": 2}, {"a": 1, "kind": "Sides", "Left": "x"},
            {"a": 1, "kind": "Marks", "x": 2}, {"a": 1, "kind": "Marks", "x": "y"}, {"kind": "Marks", "x": 2}];
        Twice: [{"North": null, "kind": "Plain", "b": 2}, {"South": null, "kind": "Plain"}, {"kind": "Plain", "b": 2},
            {"North": null, "kind": "Sides", "Left": 2}, {"South": null, "kind": "Sides", "Left": 2}, {"South": null, "kind": "Sides", "up": 2},
            {"North": null, "kind": "Marks", "x": 2}, {"South": null, "kind": "Marks", "x": 2}, {"South": null, "kind": "Marks", "x": "y"}];
    }
    none(&failures);
}
