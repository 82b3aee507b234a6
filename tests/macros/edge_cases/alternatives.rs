//! Alternatives are chosen as serde chooses them.
//!
//! Each type under test is in the first of two untagged variants; the second accepts anything. A
//! sibling whole number is sent with a fraction (`1.0`), and becomes an integer if `from_model`
//! chose the first variant. Serde decides which variant is right.

use crate::edge_cases::values::there_and_back;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use serde_repr::{Deserialize_repr, Serialize_repr};
use std::collections::BTreeMap;
use std::net::{Ipv4Addr, Ipv6Addr};
use std::num::{NonZeroI8, NonZeroU8};
use toolcast::schema::{Format, Kind, Schema, SchemaRef, Str};
use toolcast::{Dialect, ToolSchema, from_model, to_model};
use toolcast_test_support::{canonical, none};

/// The type, with a number that shows which alternative was chosen.
#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
struct Beside<T> {
    it: T,
    /// Filled in, which shows that the value is this one.
    #[tool(default = 1)]
    number: u8,
}

/// An alternative with the type, and one for any value.
#[derive(Deserialize, ToolSchema)]
#[serde(untagged)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
enum Either<T> {
    This(Beside<T>),
    Other(Value),
}

fn check<T: DeserializeOwned + ToolSchema>(values: &Value, failures: &mut Vec<String>) {
    let name = core::any::type_name::<T>();
    let schemas = [Either::<T>::SCHEMA, <Vec<T>>::SCHEMA];
    let error = |alone| serde_json::from_value::<Vec<T>>(alone).err();
    compare(name, schemas, &error, values, failures);
}

/// Compares the alternative that is chosen with the error of serde for a list of the type.
fn compare(
    name: &str,
    [either, list]: [SchemaRef; 2],
    error: &dyn Fn(Value) -> Option<serde_json::Error>,
    values: &Value,
    failures: &mut Vec<String>,
) {
    let (mut taken, mut refused) = (0, 0);
    for value in values.as_array().expect("a list") {
        let sent = json!({ "value": { "it": value } });
        let lifted = from_model(either.get(), canonical(), sent);
        let is_this = lifted["number"].is_u64();
        // A root that is not an object is wrapped in `value`.
        let alone = from_model(list.get(), canonical(), json!({ "value": [value] }));
        let error = error(alone).map(|error| error.to_string());
        if is_this != error.is_none() {
            failures.push(format!("{name}: {value} taken {is_this}, serde: {error:?}"));
        }
        if is_this {
            taken += 1;
        } else {
            refused += 1;
        }
    }
    assert!(taken > 0 && refused > 0, "{name}");
}

/// An address whose schema has only the format.
#[derive(Deserialize)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
struct ByHand(Ipv4Addr);

/// The same for the longer ones.
#[derive(Deserialize)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
struct ByHand6(Ipv6Addr);

const fn address(format: Format<'static>) -> Schema<'static> {
    Schema::of(Kind::String(Str {
        format: Some(format),
        ..Str::ANY
    }))
}

impl ToolSchema for ByHand {
    const SCHEMA: SchemaRef = SchemaRef::new(&address(Format::Ipv4));
}

impl ToolSchema for ByHand6 {
    const SCHEMA: SchemaRef = SchemaRef::new(&address(Format::Ipv6));
}

macro_rules! each {
    ($($test:ident { $($ty:ty: $values:tt;)* })*) => {
        $(#[test]
        fn $test() {
            let mut failures = Vec::new();
            $(check::<$ty>(&json!($values), &mut failures);)*
            none(&failures);
        })*
    };
}

/// Units as names.
#[derive(PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToolSchema)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
enum Side {
    Left,
    #[serde(alias = "dexter")]
    Right,
    #[serde(skip_deserializing)]
    Neither,
}

/// Units as numbers.
#[derive(PartialEq, Eq, PartialOrd, Ord, Serialize_repr, Deserialize_repr, ToolSchema)]
#[repr(u8)]
#[tool(repr)]
enum Level {
    Low = 1,
    High = 10,
}

/// Properties of all sorts.
#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
struct Open {
    first: u8,
    second: Option<String>,
    #[serde(default)]
    third: u8,
}

/// No other names.
#[derive(Deserialize, ToolSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
struct Closed {
    #[serde(alias = "one")]
    first: u8,
    second: Option<String>,
}

/// A property that is written and never read.
#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
struct Written {
    first: u8,
    #[serde(skip_deserializing)]
    second: u8,
    third: u8,
}

/// Our own default is filled into objects alone.
#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
struct Filled {
    first: u8,
    #[serde(default)]
    #[tool(default = 7)]
    second: u8,
}

/// Parts of another type.
#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
struct Flat {
    zeroth: u8,
    #[serde(flatten)]
    rest: Closed,
}

/// Parts of another type that may be absent, all of them.
#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
struct MaybeFlat {
    zeroth: u8,
    #[serde(flatten)]
    rest: Option<Open>,
}

/// Any other names, with numbers.
#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
struct Others {
    first: String,
    #[serde(flatten)]
    rest: BTreeMap<String, u8>,
}

/// A tag among the properties.
#[derive(Deserialize, ToolSchema)]
#[serde(tag = "kind")]
#[allow(dead_code)] // Deserialized, but its fields are not read.
enum Tagged {
    Unit,
    Fields { first: u8, second: u8 },
    Behind(Open),
    Shut(Closed),
    Around(Flat),
}

/// No tag.
#[derive(Deserialize, ToolSchema)]
#[serde(untagged)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
enum Untagged {
    Number(u8),
    Fields { first: u8 },
    List(u8, u8),
}

each! {
    scalars {
        char: ["a", "ä", "", "ab", 1, null];
        bool: [true, 1, "true"];
        u8: [0, 255, 256, -1, 1.5, "1", null];
        i8: [127, 128, -128, -129, 0.5];
        u64: [0, 18_446_744_073_709_551_615_u64, -1, 0.5];
        i64: [9_223_372_036_854_775_807_u64, 9_223_372_036_854_775_808_u64, -9_223_372_036_854_775_808_i64, 1.5];
        NonZeroU8: [0, 1, 255, 256];
        NonZeroI8: [0, -1, -128, -129];
        Ipv4Addr: ["127.0.0.1", "127.0.0", "::1", 1];
        Ipv6Addr: ["::1", "127.0.0.1", "", 1];
        ByHand: ["127.0.0.1", "127.0.0", "::1", 1];
        ByHand6: ["::1", "127.0.0.1", "", 1];
        Side: ["Left", "Right", "dexter", "Neither", "left", 1];
        Level: [1, 10, 2, "1", "Low"];
        (): [null, 0, {}];
        Option<u8>: [null, 1, 256, "1"];
    }

    lists {
        (u8, u8): [[1, 2], [1], [1, 2, 3], ["a", 1], [1, "a"], {}];
        [u8; 2]: [[1, 2], [1], [1, 2, 3], ["a", 1], [1, "a"]];
        Vec<u8>: [[], [1], [256], ["a"], [1, 256], [256, 1], {}];
    }

    maps {
        BTreeMap<String, u8>: [{}, {"a": 1}, {"a": 256}, {"a": 1, "b": 256}, [], 1];
        BTreeMap<u8, u8>: [{"1": 2}, {"a": 2}, {"1": "x"}, {"256": 1}, {"-1": 1}, {"1.0": 1}];
        BTreeMap<bool, u8>: [{"true": 1}, {"false": 1}, {"truth": 1}, {"true": "x"}];
        BTreeMap<char, u8>: [{"a": 1}, {"ab": 1}, {"": 1}];
        BTreeMap<Side, u8>: [{"Left": 1}, {"dexter": 1}, {"left": 1}, {"1": 1}, {"Left": "x"}];
        BTreeMap<Level, u8>: [{"1": 1}, {"10": 1}, {"2": 1}, {"Low": 1}, {"true": 1}];
    }

    objects {
        Open: [{"first": 1}, {"first": 256}, {}, {"first": 1, "second": null}, {"first": null}, {"first": 1, "second": 1},
            {"first": 1, "third": 2}, {"first": 1, "third": "x"}, {"first": 1, "other": "x"}, 1];
        Closed: [{"first": 1}, {"one": 1}, {"first": 1, "other": 1}, {"other": 1}, {"first": 1, "second": "x"}];
        Flat: [{"zeroth": 1, "first": 1}, {"zeroth": 1}, {"zeroth": 1, "first": "x"}];
        MaybeFlat: [{"zeroth": 1}, {"zeroth": 1, "first": 2}, {"first": 2}, {"zeroth": 1, "first": 2, "second": "x"},
            {"zeroth": 1, "first": null}, {"zeroth": 1, "rest": "x"}];
        Written: [{"first": 1, "third": 2}, {"first": 1, "second": "x", "third": 2}, {"first": 1}];
        Vec<Flat>: [[{"zeroth": 1, "first": 1}], [[1]], [[1, 2]], [{"zeroth": 1}]];
        Others: [{"first": "a"}, {"first": "a", "b": 1}, {"first": "a", "b": "x"}, {"b": 1}, {"first": "a", "b": 1, "c": 256}];
        Tagged: [{"kind": "Unit"}, {"kind": "Fields", "first": 1, "second": 2}, {"kind": "Fields", "first": 1}, {"kind": "Behind", "first": 1},
            {"kind": "Behind"}, {"kind": "Shut", "first": 1}, {"kind": "Shut", "first": 1, "other": 1}, {"kind": "x"}, {"first": 1}];
        Untagged: [1, {"first": 1}, [1, 2], {"first": 256}, {"second": 1}, [1], "x"];
    }

    lists_for_objects {
        Open: [[1, "a", 2], [1, "a"], [1, null], [1], [], ["x"], [1, "a", 256], [1, "a", 2, 3]];
        Closed: [[1, "a"], [1], [], [1, "a", 2]];
        Written: [[1, 2], [1], [1, 2, 3], [1, "x"]];
        Flat: [{"zeroth": 1, "first": 1}, [1], [1, 2], [1, 2, "a"], [1, "a"], [1, {"first": 1}], []];
        Others: [{"first": "a"}, ["a"], ["a", 1], []];
        Tagged: [["Unit"], ["Fields", 1, 2], ["Fields", 1], ["Fields", 1, 2, 3], ["Behind", 1, "a", 2], ["Behind", 1, "a"],
            ["Shut", 1, "a"], ["Around", 1, 2, "a"], ["x"], [], [1]];
    }
}

/// A list has no place for a default of ours that serde does not have.
#[test]
fn a_list_gets_no_default_of_ours() {
    let mut failures = Vec::new();
    check::<Filled>(&json!([{"first": 1}, [1, 2], [], ["x"]]), &mut failures);
    none(&failures);
}

/// An object of two fields that may be absent, and alternatives that are tuples.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum Area {
    Options { margin: Option<u8> },
    Deeper(Deeper),
    Size(u8, u8),
    Sides(u8, u8, bool),
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum Deeper {
    Named {
        #[serde(flatten)]
        name: Option<Name>,
    },
    Corner(String, String),
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Name {
    name: String,
}

/// The first has a name that a place of the tuple has.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum Placed {
    Named { _0: Option<u8> },
    Size(u8, u8),
}

/// The first has the names of all places.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum Same {
    Named { _0: u8, _1: u8 },
    Size(u8, u8),
}

/// A tuple that a text shows as an object must not be read as another object, even if that one
/// ignores all of the tuple's names.
#[test]
fn a_tuple_shown_as_an_object_is_not_read_as_another_object() {
    let text = |text: &str| text.to_owned();
    there_and_back(&[
        Area::Size(3, 4),
        Area::Sides(3, 4, true),
        Area::Deeper(Deeper::Corner(text("a"), text("b"))),
        Area::Options { margin: Some(1) },
        Area::Options { margin: None },
    ]);
    let places = |names: &[&str]| -> Value {
        let names = names.iter().map(|name| ((*name).to_owned(), json!(1)));
        Value::Object(names.collect())
    };
    let as_object = |dialect: &&Dialect| {
        let shown = to_model(Area::SCHEMA.get(), dialect, json!([3, 4]));
        !shown["value"].is_array()
    };
    let dialects: Vec<_> = Dialect::all().iter().filter(as_object).collect();
    assert!(!dialects.is_empty());
    for dialect in dialects {
        let lifted =
            |schema: SchemaRef, value| from_model(schema.get(), dialect, json!({"value": value}));
        // No tuple has exactly these positions.
        for names in [
            &["_0"][..],
            &["_1", "_2"],
            &["_00", "_1"],
            &["_0", "_1", "_2", "_3"],
        ] {
            assert_eq!(lifted(Area::SCHEMA, places(names)), places(names));
        }
        // An object whose names serde ignores stays an object.
        let both = places(&["_0", "_1"]);
        let lowered = to_model(Area::SCHEMA.get(), dialect, both.clone());
        let read: Area = serde_json::from_value(from_model(Area::SCHEMA.get(), dialect, lowered))
            .expect("an area");
        assert_eq!(read, Area::Options { margin: None }, "{dialect:?}");
        // `Named` doesn't declare `_1`, so the tuple is meant.
        assert_eq!(lifted(Placed::SCHEMA, both.clone()), json!([1, 1]));
        // `Named` declares both.
        assert_eq!(lifted(Same::SCHEMA, both.clone()), both);
    }
}
