//! Bounds and defaults that our attributes can't express, but a third-party schema can.

#![allow(clippy::large_types_passed_by_value)] // Each case builds a `More` and passes it on.

use serde_json::{Value, json};
use std::collections::BTreeSet;
use toolcast::__private::{
    Diagnostics, Field, Key, Kind, Link, Literal, More, Num, Object, Rules, Schema, Spec, Strict,
    Text, UnknownNames,
};
use toolcast::schema::{Enum, EnumValue, Integer, Map, SchemaRef, Tagging, Union};
use toolcast::{Dialect, Outcome, Provider, ReportEntry, ToolDef, ToolSchema, render};
use toolcast_test_support::canonical;
use toolcast_test_support::judge::judge;

fn leak<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

/// The text of a property.
fn written(ty: SchemaRef, docs: &'static str, more: More<'static>) -> Value {
    let text = render(object(ty, docs, more), canonical()).expect("a text");
    let text: Value = serde_json::from_str(&text).expect("JSON");
    text["properties"]["it"].clone()
}

/// An object with one property.
fn object(ty: SchemaRef, docs: &'static str, more: More<'static>) -> &'static Schema<'static> {
    let key = Key {
        raw: "it",
        member: "\"it\":",
        facts: 0,
    };
    let field = Field {
        more: Some(leak(more)),
        docs,
        ..Field::new(key, Link::Static(ty))
    };
    leak(Schema::of(Kind::Object(Object {
        fields: vec![field].leak(),
        unknown_names: UnknownNames::Ignored,
    })))
}

fn number(n: i16) -> Num<'static> {
    Num::int(n < 0, n.unsigned_abs().into(), n.to_string().leak())
}

/// An integer of any size has only the given bounds.
#[test]
fn an_unbounded_integer_has_only_the_given_bounds() {
    static WHOLE: Schema<'static> = Schema::of(Kind::Integer(Integer::UNBOUNDED));
    for (minimum, maximum, expected) in [
        (None, None, json!({"type": "integer"})),
        (Some(5), None, json!({"type": "integer", "minimum": 5})),
        (None, Some(7), json!({"type": "integer", "maximum": 7})),
        (
            Some(0),
            Some(7),
            json!({"type": "integer", "minimum": 0, "maximum": 7}),
        ),
    ] {
        let rules = Rules {
            minimum: minimum.map(number),
            maximum: maximum.map(number),
            ..Rules::NONE
        };
        let more = More {
            rules: Some(rules),
            ..More::NONE
        };
        assert_eq!(written(SchemaRef::new(&WHOLE), "", more), expected);
    }
}

/// The report has an entry if `null` means the default although `null` is a valid value, and if a
/// default is not shown.
#[test]
fn hidden_defaults_and_ambiguous_nulls_are_reported() {
    let hidden = (
        Outcome::Hidden,
        "the default is not a literal: it is used, and not shown",
    );
    let narrowed = (
        Outcome::Narrowed,
        "`null` means the default, so it can't be sent as a value",
    );
    for (flags, expected) in [
        (0, vec![]),
        (Field::HIDDEN_DEFAULT, vec![hidden]),
        (Field::NULL_IS_VALUE, vec![narrowed]),
        (
            Field::HIDDEN_DEFAULT | Field::NULL_IS_VALUE,
            vec![hidden, narrowed],
        ),
    ] {
        let key = Key {
            raw: "it",
            member: "\"it\":",
            facts: 0,
        };
        let field = Field {
            flags: flags | Field::DEFAULTED,
            ..Field::new(key, Link::Static(<Option<u8>>::SCHEMA))
        };
        let spec = Spec {
            name: Text::plain("tool"),
            description: Text::plain("Does something."),
            params: SchemaRef::new(leak(Schema::of(Kind::Object(Object {
                fields: leak([field]),
                unknown_names: UnknownNames::Rejected,
            })))),
            strict: Strict::On,
            ..Spec::NEW
        };
        let report = ToolDef::new(leak(spec)).report_for(Provider::OpenAi);
        let told: Vec<_> = (report.entries.iter())
            .filter(|entry| entry.keyword == "default" && entry.outcome != Outcome::Rewritten)
            .collect();
        // The report has every expected entry, and no other outcome.
        for (outcome, reason) in &expected {
            let found =
                |entry: &&&ReportEntry| entry.outcome == *outcome && entry.reason == *reason;
            assert!(told.iter().any(|entry| found(&entry)), "{flags}: {report}");
        }
        let outcomes: BTreeSet<_> = told.iter().map(|entry| entry.outcome).collect();
        assert_eq!(outcomes.len(), expected.len(), "{flags}: {report}");
    }
}

/// An integer's bounds are written as inclusive ones. A bound of the type stays if it is narrower.
#[test]
fn exclusive_bounds_become_inclusive_within_those_of_the_type() {
    for (low, high, minimum, maximum) in [
        (5, 100, 6, 99),
        (-5, 300, 0, 255),
        (0, 255, 1, 254),
        (-1, 256, 0, 255),
    ] {
        let rules = Rules {
            exclusive_minimum: Some(number(low)),
            exclusive_maximum: Some(number(high)),
            ..Rules::NONE
        };
        let more = More {
            rules: Some(rules),
            ..More::NONE
        };
        let expected = json!({"type": "integer", "minimum": minimum, "maximum": maximum});
        assert_eq!(written(u8::SCHEMA, "", more), expected);
    }
}

/// A default of any value moves into the description if the provider has no keyword for it.
#[test]
fn a_default_of_any_value_moves_into_the_description() {
    let five = Some(leak(Literal::Number(number(5))));
    let more = More {
        default: five,
        ..More::NONE
    };
    let ollama = Dialect::of(Provider::Ollama, false).expect("a dialect");
    let text = render(object(Value::SCHEMA, "", more), ollama).expect("a text");
    assert!(
        text.contains("\"it\":{\"description\":\"default: 5\"}"),
        "{text}"
    );
}

fn names(all: &[&'static str], flags: u16) -> SchemaRef {
    let value = |name: &&'static str| EnumValue {
        ident: "",
        value: Literal::String(Text::plain(name)),
        docs: "",
        more: None,
        flags,
    };
    let values: Vec<_> = all.iter().map(value).collect();
    SchemaRef::new(leak(Schema::of(Kind::Enum(Enum {
        values: values.leak(),
    }))))
}

/// In a tuple of its own.
fn tuple(ty: SchemaRef) -> SchemaRef {
    let items = vec![Link::Static(u8::SCHEMA), Link::Static(ty)];
    SchemaRef::new(leak(Schema::of(Kind::Tuple(items.leak()))))
}

/// If a provider rejects an empty string, a third-party enum loses it, unless it is the only value.
#[test]
fn an_empty_third_party_name_is_left_out() {
    let gemini = Dialect::of(Provider::Gemini, false).expect("a dialect");
    for around in [|ty| ty, tuple as fn(SchemaRef) -> SchemaRef] {
        let written = |names, dialect| render(object(around(names), "", More::NONE), dialect);
        let foreign = |all| names(all, Field::FOREIGN);
        let text = written(foreign(&["", "a", "b"]), gemini).expect("a text");
        assert!(text.contains("\"enum\":[\"a\",\"b\"]"), "{text}");
        let text = written(foreign(&["", "a", "b"]), canonical()).expect("a text");
        assert!(text.contains("\"enum\":[\"\",\"a\",\"b\"]"), "{text}");
        let _ = written(foreign(&[""]), gemini).expect_err("nothing is left");
        let _ =
            written(names(&["", "a", "b"], 0), gemini).expect_err("our own empty name is rejected");
        let _ = written(names(&["", "a"], Field::INPUT_ONLY), gemini)
            .expect_err("an input-only name is our own");
        written(names(&["a", "b"], 0), gemini).expect("a text");
        let _ = written(names(&[], 0), canonical()).expect_err("no value");
    }
}

/// Types that serde can't read as a key of a map are rejected.
#[test]
fn map_keys_that_serde_cannot_read_are_rejected() {
    let map = |key| {
        SchemaRef::new(leak(Schema::of(Kind::Map(Map {
            key: Link::Static(key),
            value: Link::Static(u8::SCHEMA),
        }))))
    };
    let union = |first: SchemaRef, second: SchemaRef| {
        SchemaRef::new(leak(Schema::of(Kind::Union(Union {
            variants: leak([*first.get(), *second.get()]),
            tagging: Tagging::Untagged,
            plain: false,
        }))))
    };
    let lists = <Vec<u8>>::SCHEMA;
    for (key, is_one) in [
        (String::SCHEMA, true),
        (bool::SCHEMA, true),
        (u8::SCHEMA, true),
        (f64::SCHEMA, true),
        (Value::SCHEMA, true),
        (union(String::SCHEMA, names(&["a"], 0)), true),
        (union(String::SCHEMA, u8::SCHEMA), false),
        (union(u8::SCHEMA, String::SCHEMA), false),
        (union(lists, lists), false),
        (lists, false),
    ] {
        let schema = object(map(key), "", More::NONE);
        let text = render(schema, canonical());
        assert_eq!(text.is_ok(), is_one, "{key:?}");
        if let Err(report) = text {
            assert!(report.to_string().contains("propertyNames"), "{report}");
        }
        assert_eq!(refused(schema), !is_one, "{key:?}");
    }
    assert!(refused(object(names(&[], 0), "", More::NONE)));
}

/// Whole numbers of one digit as names.
#[test]
fn integer_keys_of_one_digit_have_an_exact_pattern() {
    let Kind::Integer(integer) = u8::SCHEMA.get().kind else {
        panic!("an integer");
    };
    let digit = Schema::of(Kind::Integer(Integer {
        max: number(7),
        ..integer
    }));
    let map = Schema::of(Kind::Map(Map {
        key: Link::Static(SchemaRef::new(leak(digit))),
        value: Link::Static(u8::SCHEMA),
    }));
    let text = written(SchemaRef::new(leak(map)), "", More::NONE);
    let judge = judge(&text).expect("a schema");
    for n in 0..20 {
        let name = n.to_string();
        assert_eq!(judge.is_valid(&json!({ name: 1 })), n < 8, "{n}: {text}");
    }
}

/// Returns true if the compiler would reject the type.
fn refused(schema: &'static Schema<'static>) -> bool {
    let spec = Spec {
        name: Text::plain("tool"),
        description: Text::plain("Does something."),
        params: SchemaRef::new(schema),
        ..Spec::NEW
    };
    Diagnostics::of(leak(ToolDef::new(leak(spec)))).any()
}

/// Any value may have a default and an example, with a description or without one.
#[test]
fn any_value_may_have_a_default_and_an_example() {
    let five = || Some(leak(Literal::Number(number(5))));
    for (docs, described) in [
        ("", json!({})),
        ("Anything.", json!({"description": "Anything."})),
    ] {
        let with = |default: bool, example: bool| {
            let more = More {
                default: default.then(five).flatten(),
                examples: (example.then(five).flatten()).map_or(&[][..], core::slice::from_ref),
                ..More::NONE
            };
            let mut expected = described.clone();
            if default {
                expected["default"] = json!(5);
            }
            if example {
                expected["examples"] = json!([5]);
            }
            assert_eq!(written(Value::SCHEMA, docs, more), expected);
        };
        with(false, false);
        with(true, false);
        with(false, true);
        with(true, true);
    }
}
