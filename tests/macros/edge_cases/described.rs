//! Keys and values of maps, defaults and examples: as keywords or in the description, all of them.

#![allow(dead_code)] // Only the schemas of the types are used.

use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::num::NonZeroI8;
use toolcast::{Dialect, Provider, ToolSchema, render};
use toolcast_test_support::canonical;
use toolcast_test_support::json::values;
use toolcast_test_support::judge::judge;

#[derive(ToolSchema)]
pub(super) enum Side {
    Left,
    #[serde(rename = "right")]
    Right,
}

#[derive(ToolSchema)]
struct Point {
    x: u8,
}

#[derive(ToolSchema)]
enum Form {
    Point(Point),
    Number(u8),
}

/// An object with alternatives.
#[derive(ToolSchema)]
struct Flat {
    #[serde(flatten)]
    form: Form,
}

#[derive(ToolSchema)]
pub(super) struct Only<T> {
    it: T,
}

#[derive(ToolSchema)]
struct AtLeast<T> {
    #[tool(range(1..))]
    it: T,
}

#[derive(ToolSchema)]
struct AtMost<T> {
    #[tool(range(..=5))]
    it: T,
}

#[derive(ToolSchema)]
struct Code(#[tool(length(2..=5), pattern = "^a")] String);

#[derive(ToolSchema)]
struct Even(#[tool(range(2..20), multiple_of = 2)] u8);

#[derive(ToolSchema)]
struct Nothing<T> {
    #[tool(example = None)]
    it: Option<T>,
}

/// The schema of the property.
fn it<T: ToolSchema>(dialect: &'static Dialect) -> Value {
    let text = render(T::SCHEMA.get(), dialect).expect("a text");
    let schema: Value = serde_json::from_str(&text).expect("JSON");
    schema["properties"]["it"].clone()
}

#[test]
fn the_keys_and_values_of_a_map_are_described_if_no_keyword_can_express_them() {
    let ollama = Dialect::of(Provider::Ollama, false).expect("a dialect");
    macro_rules! each {
        ($($ty:ty: $words:literal;)*) => {
            $(
                let found = it::<Only<BTreeMap<String, $ty>>>(ollama);
                assert_eq!(found["description"], concat!("any names, each value ", $words));
            )*
        };
    }
    each! {
        Side: "one of: Left | right";
        Option<Side>: "one of: Left | right or null";
        u8: "an integer, minimum 0, maximum 255";
        Option<u8>: "an integer, minimum 0, maximum 255 or null";
        bool: "true or false";
        f64: "a number";
        String: "a string in quotes";
        (): "null";
    }
    let found = it::<Only<BTreeMap<Code, bool>>>(ollama);
    assert_eq!(
        found["description"],
        "each key at least 2 characters, each key at most 5 characters, each key matches the pattern ^a, any names, each value true or false"
    );
    let found = it::<Only<BTreeMap<Even, bool>>>(ollama);
    assert_eq!(
        found["description"],
        "each key at least 2, each key less than 20, each key a multiple of 2, each key an integer, each value true or false"
    );
    let found = it::<Only<BTreeMap<f64, bool>>>(ollama);
    assert_eq!(
        found["description"],
        "each key a number, each value true or false"
    );
    let found = it::<Only<BTreeMap<Side, bool>>>(ollama);
    assert_eq!(
        found["description"],
        "each key one of: Left | right, each value true or false"
    );
    let found = it::<Only<BTreeMap<String, Value>>>(ollama);
    assert_eq!(found.get("description"), None);
}

/// Only the canonical text has the exact range of an integer.
#[test]
fn the_names_of_a_map_by_numbers_are_numbers() {
    let openai = Dialect::of(Provider::OpenAi, false).expect("a dialect");
    let check = |schema: &Value, names: &[(&str, bool)]| {
        let judge = judge(schema).expect("a schema");
        for (name, valid) in names {
            let value = json!({ (*name): true });
            assert_eq!(judge.is_valid(&value), *valid, "{name} by {schema}");
        }
    };
    let signed = [
        ("0", true),
        ("7", true),
        ("-12", true),
        ("1000", true),
        ("", false),
        ("-", false),
        ("-0", false),
        ("07", false),
        ("+7", false),
        ("1.5", false),
        ("a", false),
    ];
    check(&it::<Only<BTreeMap<i8, bool>>>(openai), &signed);
    let mut unsigned = signed;
    unsigned[2].1 = false;
    check(&it::<Only<BTreeMap<u8, bool>>>(openai), &unsigned);
    let mut exact = signed;
    exact[3].1 = false;
    check(&it::<Only<BTreeMap<i8, bool>>>(canonical()), &exact);
    exact[2].1 = false;
    check(&it::<Only<BTreeMap<u8, bool>>>(canonical()), &exact);
    let floats = [
        ("0", true),
        ("1.5", true),
        ("-12.25", true),
        ("1e5", true),
        ("-0.5E-30", true),
        ("", false),
        ("1.", false),
        (".5", false),
        ("01", false),
        ("--1", false),
        ("1e", false),
        ("a", false),
    ];
    for dialect in [openai, canonical()] {
        check(&it::<Only<BTreeMap<f64, bool>>>(dialect), &floats);
    }
}

#[test]
fn an_integer_other_than_zero_with_a_range_is_described_if_no_keyword_can_express_it() {
    for provider in [Provider::Ollama, Provider::Portable] {
        let dialect = Dialect::of(provider, false).expect("a dialect");
        let found = it::<AtMost<NonZeroI8>>(dialect);
        assert_eq!(found["description"], "minimum -128, maximum 5, not 0");
    }
}

/// A bound of the type stays beside the field's: all of them in the canonical text, those of small
/// types in each.
#[test]
fn a_range_keeps_the_other_bound_of_the_type() {
    let openai = Dialect::of(Provider::OpenAi, false).expect("a dialect");
    macro_rules! each {
        ($($dialect:ident: $($ty:ty),*;)*) => {
            $($(
                let bounds = |schema: &Value| (schema["minimum"].clone(), schema["maximum"].clone());
                let found = bounds(&it::<AtLeast<$ty>>($dialect));
                assert_eq!(found, (json!(1), json!(<$ty>::MAX)), stringify!($ty));
                let found = bounds(&it::<AtMost<$ty>>($dialect));
                assert_eq!(found, (json!(<$ty>::MIN), json!(5)), stringify!($ty));
            )*)*
        };
    }
    let all = canonical();
    each! {
        all: u8, i8, u16, i16, u32, i32, u64, i64;
        openai: u8, i8, u16, i16;
    }
    // A model needs no bounds of 32 or 64 bits, but that a number is not negative.
    let at_least = it::<AtLeast<i64>>(openai);
    assert_eq!(at_least, json!({"type": "integer", "minimum": 1}));
    let at_most = it::<AtMost<i64>>(openai);
    assert_eq!(at_most, json!({"type": "integer", "maximum": 5}));
    let at_most = it::<AtMost<u64>>(openai);
    assert_eq!(
        at_most,
        json!({"type": "integer", "minimum": 0, "maximum": 5})
    );
}

/// Returns whether a schema has the example `null`, as a keyword or in the description.
fn has_null(schema: &Value) -> bool {
    values(schema).any(|schema| {
        let description = schema["description"].as_str();
        schema.get("examples") == Some(&json!([null]))
            || description.is_some_and(|text| text.contains("example: null"))
    })
}

#[test]
fn an_example_of_none_is_shown_for_each_kind_of_type_in_each_dialect() {
    macro_rules! each {
        ($($ty:ty),* $(,)?) => {
            $(
                let mut texts = 0;
                for dialect in Dialect::all() {
                    // DeepSeek's strict mode accepts no property that may be absent.
                    let Ok(text) = render(<Nothing<$ty>>::SCHEMA.get(), dialect) else {
                        continue;
                    };
                    let schema = serde_json::from_str(&text).expect("JSON");
                    assert!(has_null(&schema), "{dialect:?}, {}: {text}", stringify!($ty));
                    texts += 1;
                }
                assert!(texts > 10, "{}", stringify!($ty));
            )*
        };
    }
    each! {
        bool, u8, f64, String, Side, Point, Flat, Form, Vec<u8>, [u8; 2], (u8, String), BTreeMap<String, u8>,
        BTreeMap<String, Point>, Value,
    }
}

/// A type inside itself, under a name that JSON and a description escape.
#[derive(ToolSchema)]
struct Quoted {
    #[serde(rename = "a\"b\\c\u{1}d")]
    it: Node,
}

#[derive(ToolSchema)]
struct Node {
    next: Option<Box<Node>>,
}

#[test]
fn a_type_inside_itself_is_described_by_its_place_whatever_its_name() {
    let mut texts = 0;
    for dialect in Dialect::all() {
        let Ok(text) = render(Quoted::SCHEMA.get(), dialect) else {
            continue;
        };
        let schema: Value = serde_json::from_str(&text).expect("JSON");
        if schema.to_string().contains("the same shape as") {
            // Without the control character.
            let words = r#"the same shape as `a\"b\\cd`"#;
            assert!(schema.to_string().contains(words), "{schema}");
            texts += 1;
        }
    }
    assert!(texts > 0);
}
