//! An untagged or flattened enum is read as serde reads it: a variant that takes the value
//! unchanged comes before one that takes it without a `null`, or with `1.0` as an integer.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt::Debug;
use toolcast::{Dialect, Provider, ToolSchema, decode, lift, lower};
use toolcast_test_support::tape::Tape;
use toolcast_test_support::{canonical, none, random};

/// Providers that show every type of this file as serde reads it.
const PLAIN: [Provider; 2] = [Provider::Mcp, Provider::JsonSchema];

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Of<T> {
    x: T,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum MapOrObject {
    Map(BTreeMap<String, bool>),
    Object { a: Option<u8> },
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Narrow {
    a: u8,
    #[serde(default)]
    b: u8,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum NarrowOrWide {
    Narrow(Narrow),
    Wide { a: u8, b: Option<u8> },
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum IntegerOrFloat {
    Integer(i64),
    Float(f64),
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum Nested {
    Numbers {
        a: Vec<i8>,
        #[serde(default)]
        c: u8,
    },
    Inner {
        a: NarrowOrWide,
        b: Option<IntegerOrFloat>,
    },
    Floats {
        a: Vec<f64>,
        c: Option<u8>,
    },
    Both(MapOrObject, NarrowOrWide),
    Named(BTreeMap<String, Option<IntegerOrFloat>>),
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Flat {
    #[serde(default)]
    c: u8,
    #[serde(flatten)]
    rest: NarrowOrWide,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(tag = "c")]
enum Tagged {
    #[serde(rename = "x")]
    Flat(NarrowOrWide),
    #[serde(rename = "y")]
    Numbers {
        a: IntegerOrFloat,
        #[serde(default)]
        b: u8,
    },
}

/// Serde reads the value from a text.
fn by_serde<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

/// The decoder reads what serde reads. If serde rejects the value, the decoder rejects it too, or
/// reads it with the documented changes.
fn agree<T>(provider: Provider, value: &Value, taken: &Cell<u32>) -> Result<(), String>
where
    T: DeserializeOwned + ToolSchema + PartialEq + Debug,
{
    let text = json!({ "x": value }).to_string();
    let read = decode::<Of<T>>(provider, &text);
    let meant = by_serde::<Of<T>>(&text);
    let is_rejected = meant.is_err();
    let meant = meant.or_else(|error| {
        let lifted = lift(Of::<T>::SCHEMA.get(), canonical(), json!({ "x": value }));
        serde_json::from_value(lifted).map_err(|_| error)
    });
    match (&meant, &read) {
        (Ok(meant), Ok(read)) if meant == read => {
            taken.set(taken.get() + 1);
            Ok(())
        }
        (_, Err(errors)) if is_rejected && !errors.faults.is_empty() => Ok(()),
        _ => Err(format!("{provider}: {text} is {meant:?}, read as {read:?}")),
    }
}

const SCALARS: [&str; 12] = [
    "null", "null", "1", "1.0", "1.5", "-1", "-0", "300", "1e2", "true", "\"x\"", "\"y\"",
];

fn any(tape: &mut Tape, depth: u8) -> Value {
    match tape.below(if depth == 0 { 1 } else { 6 }) {
        0 | 1 => serde_json::from_str(tape.pick::<&str>(&SCALARS)).expect("JSON"),
        2 => (0..tape.below(3)).map(|_| any(tape, depth - 1)).collect(),
        _ => {
            let mut members = serde_json::Map::new();
            for name in ["a", "b", "c"] {
                // The tag of one of the types.
                if name == "c" && tape.one_in(3) {
                    members.insert(name.into(), json!(tape.pick::<&str>(&["x", "y"])));
                } else if !tape.one_in(2) {
                    members.insert(name.into(), any(tape, depth - 1));
                }
            }
            Value::Object(members)
        }
    }
}

#[track_caller]
fn law<T>()
where
    T: DeserializeOwned + ToolSchema + PartialEq + Debug,
{
    let mut failures = Vec::new();
    let taken = Cell::new(0);
    for provider in PLAIN {
        let result = random(1024, |tape| {
            let depth = *tape.pick(&[1, 2, 3]);
            agree::<T>(provider, &any(tape, depth), &taken)
        });
        failures.extend(result.err());
    }
    none(&failures);
    assert!(taken.get() > 10, "only {} were read", taken.get());
}

#[test]
fn any_value_is_read_as_serde_reads_it() {
    law::<MapOrObject>();
    law::<NarrowOrWide>();
    law::<IntegerOrFloat>();
    law::<Nested>();
    law::<Flat>();
    law::<Tagged>();
    law::<Vec<Option<Nested>>>();
}

#[track_caller]
fn read<T>(provider: Provider, value: &str, expected: &T)
where
    T: DeserializeOwned + ToolSchema + PartialEq + Debug,
{
    let text = format!("{{\"x\": {value}}}");
    let found = decode::<Of<T>>(provider, &text).map(|of| of.x);
    assert_eq!(found.as_ref(), Ok(expected), "{provider}: {text}");
}

#[test]
fn a_variant_that_takes_the_value_unchanged() {
    for provider in PLAIN {
        let object = MapOrObject::Object { a: None };
        read(provider, r#"{"a": null}"#, &object);
        read(provider, "{}", &MapOrObject::Map(BTreeMap::new()));
        let wide = || NarrowOrWide::Wide { a: 1, b: None };
        read(provider, r#"{"a": 1, "b": null}"#, &wide());
        let narrow = || NarrowOrWide::Narrow(Narrow { a: 1, b: 0 });
        read(provider, r#"{"a": 1}"#, &narrow());
        read(provider, "1.0", &IntegerOrFloat::Float(1.0));
        read(provider, "1", &IntegerOrFloat::Integer(1));
        // The property of the object itself is absent, and those of the enum are unchanged.
        for (text, rest) in [
            (r#"{"c": null, "a": 1, "b": null}"#, wide()),
            (r#"{"c": null, "a": 1}"#, narrow()),
        ] {
            read(provider, text, &Flat { c: 0, rest });
        }
    }
}

/// The variant comes with the usual changes, if none takes the value unchanged.
#[test]
fn a_variant_that_takes_the_value_with_changes() {
    for provider in PLAIN {
        let narrow = NarrowOrWide::Narrow(Narrow { a: 1, b: 0 });
        read(provider, r#"{"a": 1.0, "b": null}"#, &narrow);
        read(
            provider,
            r#"{"a": [1, 2.0], "c": null}"#,
            &Nested::Floats {
                a: vec![1.0, 2.0],
                c: None,
            },
        );
    }
}

/// A strict text shows each property as required, and `null` for an absent one: there the first
/// variant with an absent property is meant.
#[test]
fn a_null_that_the_text_shows_as_absent() {
    let schema = NarrowOrWide::SCHEMA.get();
    for dialect in Dialect::all() {
        let low = lower(schema, dialect, json!({"a": 1}));
        let back = lift(schema, dialect, low.clone());
        assert_eq!(
            serde_json::from_value::<NarrowOrWide>(back).ok(),
            Some(NarrowOrWide::Narrow(Narrow { a: 1, b: 0 })),
            "{low}"
        );
    }
}
