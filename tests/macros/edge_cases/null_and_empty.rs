//! `null` and objects without properties: how each is sent, and how it is read back.

use crate::edge_cases::values::there_and_back;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use toolcast::{Dialect, Provider, ToolSchema, from_model, to_model};
use toolcast_test_support::canonical;

/// The possible meanings of `null` for a property.
#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
struct Nulls {
    absent: Option<u8>,
    #[serde(default = "five")]
    value: Option<u8>,
    #[serde(default)]
    any: Value,
    #[serde(default)]
    number: u8,
}

#[allow(clippy::unnecessary_wraps)] // The property's type.
fn five() -> Option<u8> {
    Some(5)
}

#[test]
fn a_null_property_is_absent_or_null_as_its_type_reads_it() {
    let schema = Nulls::SCHEMA.get();
    let sent = json!({"absent": null, "value": null, "any": null, "number": null});
    let lifted = from_model(schema, canonical(), sent.clone());
    assert_eq!(lifted, json!({"value": null, "any": null}));
    let read: Nulls = serde_json::from_value(lifted).expect("a value");
    let expected = Nulls {
        absent: None,
        value: None,
        any: Value::Null,
        number: 0,
    };
    assert_eq!(read, expected);
    // These dialects use `null` for an absent property.
    let strict = Dialect::of(Provider::OpenAi, true).expect("a strict mode");
    let groq = Dialect::of(Provider::Groq, false).expect("a dialect");
    for dialect in [strict, groq] {
        assert_eq!(from_model(schema, dialect, sent.clone()), json!({}));
    }
}

/// `null` is an alternative.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum Maybe {
    Nothing,
    Number(u8),
    Text(String),
}

/// `null` is in an alternative.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum Deep {
    In { unit: (), number: u8 },
    Number(u8),
}

/// An object without properties is in an alternative.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum Bare {
    In { empty: Empty, number: u8 },
    Number(u8),
}

/// No properties.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Empty {}

#[test]
fn null_in_alternatives_comes_back_as_it_was() {
    let text = |text: &str| Maybe::Text(text.to_owned());
    there_and_back(&[
        Maybe::Nothing,
        Maybe::Number(1),
        text("null"),
        text("1"),
        text(""),
    ]);
    there_and_back(&[
        Deep::In {
            unit: (),
            number: 1,
        },
        Deep::Number(2),
    ]);
    there_and_back(&[
        Bare::In {
            empty: Empty {},
            number: 1,
        },
        Bare::Number(2),
    ]);
}

#[test]
fn null_in_lists_comes_back_as_it_was() {
    there_and_back(&[vec![], vec![Some(1_u8), None]]);
    let texts = ["null", "5", "\"5\"", "", "a"].map(|text| Some(text.to_owned()));
    there_and_back(&[texts.to_vec(), vec![None]]);
    // A string that is not JSON of its type is taken literally.
    let portable = Dialect::of(Provider::Portable, false).expect("a dialect");
    let schema = <Vec<Option<String>>>::SCHEMA.get();
    let lifted = from_model(schema, portable, json!({ "value": ["5", "\"5\"", "null"] }));
    assert_eq!(lifted, json!(["5", "5", null]));
}

/// A type of its own around what may be `null`.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Around(Option<u8>);

/// The same, and serde knows nothing of it.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(transparent)]
struct Seen {
    number: Option<u8>,
}

/// Both, absent or not.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Wrapped {
    #[serde(default)]
    around: Around,
    list: Vec<Seen>,
}

#[test]
fn null_in_newtypes_comes_back_as_it_was() {
    let list = || vec![Seen { number: Some(1) }, Seen { number: None }];
    there_and_back(&[
        Wrapped {
            around: Around(Some(1)),
            list: list(),
        },
        Wrapped {
            around: Around(None),
            list: vec![],
        },
    ]);
}

/// Written, never read.
#[derive(Serialize, Deserialize, ToolSchema)]
struct Told {
    #[serde(skip_deserializing)]
    written: u8,
}

/// Read, never written.
#[derive(Serialize, Deserialize, ToolSchema)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
struct Asked {
    #[serde(skip_serializing)]
    read: u8,
}

/// For a model that writes, there is nothing in an object without a property that is read.
#[test]
fn an_object_without_properties_to_read_is_a_string() {
    let gemini = Dialect::of(Provider::Gemini, false).expect("a dialect");
    let told = <Vec<Told>>::SCHEMA.get();
    assert_eq!(
        to_model(told, gemini, json!([{}])),
        json!({ "value": ["{}"] })
    );
    assert_eq!(
        from_model(told, gemini, json!({ "value": ["{}"] })),
        json!([{}])
    );
    let asked = <Vec<Asked>>::SCHEMA.get();
    let value = json!([{ "read": 1 }]);
    assert_eq!(
        to_model(asked, gemini, value.clone()),
        json!({ "value": value })
    );
}
