//! Constraints as keywords, or in the description with a line in the report if there is no keyword.

#![allow(dead_code)] // Only the schemas of the types are used.

use serde_json::{Value, json};
use std::collections::BTreeMap;
use toolcast::__private::{Spec, Text};
use toolcast::schema::SchemaRef;
use toolcast::{Dialect, Outcome, Provider, ToolDef, ToolSchema, render};

macro_rules! constrained {
    ($($name:ident($($attribute:tt)*))*) => {$(
        #[derive(ToolSchema)]
        struct $name<T> {
            #[tool($($attribute)*)]
            it: T,
        }
    )*};
}

constrained! {
    Range(range(1..=5))
    FromZero(range(0..=5))
    Below(range(..5))
    Multiple(multiple_of = 3)
    Matching(pattern = "^a$")
    Formatted(format = "date")
    Two(length(2..))
    One(length(1..))
    NoMinimum(length(0..))
    UpToOne(length(..=1))
    Three(length(3..=3))
    Single(length(1..=1))
    Empty(length(..=0))
    EmptyTwice(length(0..=0))
    Short(length(..=2048))
    Long(length(..=2049))
    LongMinimum(length(2049..))
    List(length(..=256))
    LongList(length(..=257))
    LongListMinimum(length(257..))
    Map(length(..=64))
    LongMap(length(..=65))
    LongMapMinimum(length(65..))
}

type Bools = BTreeMap<String, bool>;

/// The property of a type in a provider's text.
fn property(schema: SchemaRef, provider: Provider, strict: bool) -> Value {
    let dialect = Dialect::of(provider, strict).expect("a dialect");
    let text = render(schema.get(), dialect).expect("a text");
    let schema: Value = serde_json::from_str(&text).expect("JSON");
    schema["properties"]["it"].clone()
}

/// Checks the property, and the keywords in the report; `0` is before those whose bound of 0 the
/// provider ignores.
fn check(name: &str, schema: SchemaRef, provider: Provider, expected: &Value, described: &[&str]) {
    assert_eq!(
        property(schema, provider, false),
        *expected,
        "{name}, {provider}"
    );
    let spec = Spec {
        name: Text::plain("tool"),
        description: Text::plain("Does something."),
        params: schema,
        ..Spec::NEW
    };
    let report = ToolDef::new(Box::leak(Box::new(spec))).report_for(provider);
    let found = report.entries.iter().map(|entry| {
        assert_eq!(entry.outcome, Outcome::Described, "{report}");
        assert_eq!(entry.pointer, "/properties/it", "{report}");
        match entry.reason.as_str() {
            "no keyword for it here: it is in the description" => entry.keyword.clone(),
            "a bound of 0 is ignored here: it is in the description" => {
                format!("0 {}", entry.keyword)
            }
            other => panic!("{other}"),
        }
    });
    let found: Vec<String> = found.collect();
    assert_eq!(found, described, "{name}, {provider}");
}

macro_rules! each {
    ($provider:ident: $($ty:ty: $property:tt $described:tt;)*) => {
        $(check(stringify!($ty), <$ty>::SCHEMA, Provider::$provider, &json!($property), &$described);)*
    };
}

#[test]
fn constraints_are_words_if_the_provider_has_no_keyword() {
    each! { Ollama:
        Range<u8>: {"type": "integer", "description": "minimum 1, maximum 5"} ["minimum", "maximum"];
        Below<i8>: {"type": "integer", "description": "minimum -128, maximum 4"} ["minimum", "maximum"];
        Below<f64>: {"type": "number", "description": "less than 5"} ["exclusiveMaximum"];
        Multiple<i64>: {"type": "integer", "description": "a multiple of 3"} ["multipleOf"];
        Matching<String>: {"type": "string", "description": "matches the pattern ^a$"} ["pattern"];
        Formatted<String>: {"type": "string", "description": "format: date"} ["format"];
        Two<String>: {"type": "string", "description": "at least 2 characters"} ["minLength"];
        One<String>: {"type": "string", "description": "at least 1 character"} ["minLength"];
        UpToOne<String>: {"type": "string", "description": "at most 1 character"} ["maxLength"];
        Three<String>: {"type": "string", "description": "exactly 3 characters"} ["minLength", "maxLength"];
        Single<String>: {"type": "string", "description": "exactly 1 character"} ["minLength", "maxLength"];
        NoMinimum<String>: {"type": "string"} [];
        Empty<String>: {"type": "string", "description": "at most 0 characters"} ["maxLength"];
        Two<Vec<bool>>: {"type": "array", "description": "at least 2 items", "items": {"type": "boolean"}} ["minItems"];
        UpToOne<Vec<bool>>: {"type": "array", "description": "at most 1 item", "items": {"type": "boolean"}} ["maxItems"];
        Three<Vec<bool>>: {"type": "array", "description": "exactly 3 items", "items": {"type": "boolean"}} ["minItems", "maxItems"];
        Two<Bools>: {"type": "object", "description": "at least 2 entries, any names, each value true or false"}
            ["minProperties", "additionalProperties"];
        UpToOne<Bools>: {"type": "object", "description": "at most 1 entry, any names, each value true or false"}
            ["maxProperties", "additionalProperties"];
        Three<Bools>: {"type": "object", "description": "exactly 3 entries, any names, each value true or false"}
            ["minProperties", "maxProperties", "additionalProperties"];
    }
}

#[test]
fn bounds_and_lengths_of_zero_are_words_if_the_provider_ignores_them() {
    each! { Vertex:
        Range<u8>: {"type": "INTEGER", "minimum": 1, "maximum": 5} [];
        FromZero<u8>: {"type": "INTEGER", "description": "minimum 0", "maximum": 5} ["0 minimum"];
        Below<u8>: {"type": "INTEGER", "description": "minimum 0", "maximum": 4} ["0 minimum"];
    }
    each! { Gemini:
        FromZero<u8>: {"type": "INTEGER", "minimum": 0, "maximum": 5} [];
        Multiple<u8>: {"type": "INTEGER", "description": "a multiple of 3", "minimum": 0, "maximum": 255} ["multipleOf"];
        NoMinimum<String>: {"type": "STRING"} [];
        Empty<String>: {"type": "STRING", "description": "at most 0 characters"} ["0 maxLength"];
        EmptyTwice<String>: {"type": "STRING", "description": "exactly 0 characters"} ["0 minLength", "0 maxLength"];
        Three<String>: {"type": "STRING", "minLength": 3, "maxLength": 3} [];
        Empty<Vec<bool>>: {"type": "ARRAY", "description": "at most 0 items", "items": {"type": "BOOLEAN"}} ["0 maxItems"];
        One<Vec<bool>>: {"type": "ARRAY", "items": {"type": "BOOLEAN"}, "minItems": 1} [];
    }
}

#[test]
fn long_lengths_are_words_if_the_provider_accepts_only_short_ones() {
    each! { XAi:
        Short<String>: {"type": "string", "maxLength": 2048} [];
        Long<String>: {"type": "string", "description": "at most 2049 characters"} ["maxLength"];
        LongMinimum<String>: {"type": "string", "description": "at least 2049 characters"} ["minLength"];
        List<Vec<bool>>: {"type": "array", "items": {"type": "boolean"}, "maxItems": 256} [];
        LongList<Vec<bool>>: {"type": "array", "description": "at most 257 items", "items": {"type": "boolean"}} ["maxItems"];
        LongListMinimum<Vec<bool>>: {"type": "array", "description": "at least 257 items", "items": {"type": "boolean"}} ["minItems"];
        LongList<String>: {"type": "string", "maxLength": 257} [];
        Map<Bools>: {"type": "object", "additionalProperties": {"type": "boolean"}, "maxProperties": 64} [];
        LongMap<Bools>: {"type": "object", "description": "at most 65 entries", "additionalProperties": {"type": "boolean"}}
            ["maxProperties"];
        LongMapMinimum<Bools>: {"type": "object", "description": "at least 65 entries", "additionalProperties": {"type": "boolean"}}
            ["minProperties"];
        LongMap<Vec<bool>>: {"type": "array", "items": {"type": "boolean"}, "maxItems": 65} [];
    }
    each! { JsonSchema:
        Long<String>: {"type": "string", "maxLength": 2049} [];
        LongList<Vec<bool>>: {"type": "array", "items": {"type": "boolean"}, "maxItems": 257} [];
        LongMapMinimum<Bools>: {"type": "object", "additionalProperties": {"type": "boolean"}, "minProperties": 65} [];
        Below<f64>: {"type": "number", "exclusiveMaximum": 5} [];
        Below<i8>: {"type": "integer", "minimum": -128, "maximum": 4} [];
        Multiple<u8>: {"type": "integer", "minimum": 0, "maximum": 255, "multipleOf": 3} [];
        Matching<String>: {"type": "string", "pattern": "^a$"} [];
        Formatted<String>: {"type": "string", "format": "date"} [];
        Empty<String>: {"type": "string", "maxLength": 0} [];
    }
}

/// Anthropic's strict mode has `minItems` up to 1, and no other bounds.
#[test]
fn a_minimum_of_one_item_is_a_keyword_where_larger_ones_are_words() {
    let strict = |items: &str| -> Value {
        let (keyword, words) = (json!({"minItems": 1}), json!({"description": items}));
        let mut schema = json!({"type": "array", "items": {"type": "boolean"}});
        let more = if items.is_empty() { keyword } else { words };
        let members = schema.as_object_mut().expect("an object");
        members.extend(more.as_object().expect("an object").clone());
        schema
    };
    let provider = Provider::Anthropic;
    assert_eq!(
        property(<One<Vec<bool>>>::SCHEMA, provider, true),
        strict("")
    );
    let words = strict("at least 2 items");
    assert_eq!(property(<Two<Vec<bool>>>::SCHEMA, provider, true), words);
    let words = strict("at most 1 item");
    assert_eq!(
        property(<UpToOne<Vec<bool>>>::SCHEMA, provider, true),
        words
    );
    let words = strict("exactly 3 items");
    assert_eq!(property(<Three<Vec<bool>>>::SCHEMA, provider, true), words);
    let single = property(<Single<Vec<bool>>>::SCHEMA, provider, true);
    let mut expected = strict("exactly 1 item");
    expected["minItems"] = json!(1);
    assert_eq!(single, expected);
}
