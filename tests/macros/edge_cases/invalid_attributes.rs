//! Constraints on the wrong type, and defaults and examples that don't match the type or break a
//! constraint. With a derive these are compile errors, so the trees are built by hand. Serde
//! decides if a value matches the type, `jsonschema` if it satisfies the constraint.

#![allow(clippy::large_types_passed_by_value)] // Each case builds a `More` and passes it on.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use serde_repr::{Deserialize_repr, Serialize_repr};
use toolcast::__private::{
    Diagnostics, Field, Format, Key, Kind, Link, Literal, More, Num, Object, Pattern, Rules,
    Schema, Spec, Text, UnknownNames,
};
use toolcast::schema::SchemaRef;
use toolcast::{Outcome, ToolDef, ToolSchema, render};
use toolcast_test_support::judge::judge;
use toolcast_test_support::{canonical, none};

/// Units as names.
#[derive(Serialize, Deserialize, ToolSchema)]
enum Side {
    #[serde(rename = "left")]
    Left,
    Right,
}

/// Units as numbers.
#[derive(Serialize_repr, Deserialize_repr, ToolSchema)]
#[repr(u8)]
#[tool(repr)]
enum Level {
    Low = 1,
    High = 10,
}

/// Around a number.
#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
struct Meters(u8);

fn leak<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

fn number(value: &Value) -> Num<'static> {
    let text: &'static str = value.to_string().leak();
    match (value.as_u64(), value.as_i64()) {
        (Some(n), _) => Num::int(false, u128::from(n), text),
        (_, Some(n)) => Num::int(true, u128::from(n.unsigned_abs()), text),
        _ => Num::float(value.as_f64().expect("a number"), text),
    }
}

fn text(value: &str) -> Text<'static> {
    Text::plain(value.to_owned().leak())
}

fn literal(value: &Value) -> Literal<'static> {
    match value {
        Value::Null => Literal::Null,
        Value::Bool(value) => Literal::Bool(*value),
        Value::Number(_) => Literal::Number(number(value)),
        Value::String(value) => Literal::String(text(value)),
        Value::Array(items) => {
            let items: Vec<_> = items.iter().map(literal).collect();
            Literal::Array(items.leak())
        }
        Value::Object(_) => panic!("no literal"),
    }
}

/// An object with one property.
fn object(ty: SchemaRef, more: More<'static>) -> Schema<'static> {
    let key = Key {
        raw: "it",
        member: "\"it\":",
        facts: 0,
    };
    let field = Field {
        more: Some(leak(more)),
        ..Field::new(key, Link::Static(ty))
    };
    Schema::of(Kind::Object(Object {
        fields: vec![field].leak(),
        unknown_names: UnknownNames::Ignored,
    }))
}

/// Returns the reason for rejecting the property.
pub(super) fn fault(ty: SchemaRef, more: More<'static>) -> Option<String> {
    let schema = leak(object(ty, more));
    let report = render(schema, canonical()).err();
    let spec = Spec {
        name: Text::plain("tool"),
        description: Text::plain("Does something."),
        params: SchemaRef::new(schema),
        ..Spec::NEW
    };
    let by_compiler = Diagnostics::of(&ToolDef::new(leak(spec))).any();
    assert_eq!(by_compiler, report.is_some(), "{schema:?}");
    let report = report?;
    let mut refused = (report.entries.iter()).filter(|entry| entry.outcome == Outcome::Rejected);
    let entry = refused.next().expect("a reason");
    assert_eq!(
        (entry.pointer.as_str(), entry.keyword.as_str()),
        ("/properties/it", "rules")
    );
    assert!(refused.next().is_none(), "one reason is enough");
    Some(entry.reason.clone())
}

/// Returns true if a fault repeats the attribute in Rust's syntax. Lists are not repeated.
fn names_the_value(fault: &str, key: &str, value: &Value) -> bool {
    let written = match value {
        Value::Null => "None".to_owned(),
        Value::Array(_) => "[..]".to_owned(),
        other => other.to_string(),
    };
    fault.starts_with(&format!("`{key} = {written}`"))
}

/// A default and an example are values of the type if serde reads them.
fn fits<T: DeserializeOwned + ToolSchema>(values: &Value, failures: &mut Vec<String>) {
    let name = core::any::type_name::<T>();
    let reads = |value: &Value| serde_json::from_value::<T>(value.clone()).is_ok();
    compare(name, T::SCHEMA, &reads, values, failures);
}

/// Compares the faults of a type with serde, which reads the values that `reads` returns true for.
fn compare(
    name: &str,
    schema: SchemaRef,
    reads: &dyn Fn(&Value) -> bool,
    values: &Value,
    failures: &mut Vec<String>,
) {
    for value in values.as_array().expect("a list") {
        let by_serde = reads(value);
        let as_expected = |fault: &Option<String>, key: &str| match fault {
            Some(fault) => {
                !by_serde
                    && names_the_value(fault, key, value)
                    && fault.contains("` doesn't fit the type, which is ")
            }
            None => by_serde,
        };
        let it = Some(leak(literal(value)));
        let default = fault(
            schema,
            More {
                default: it,
                ..More::NONE
            },
        );
        let example = fault(
            schema,
            More {
                examples: it.map_or(&[][..], core::slice::from_ref),
                ..More::NONE
            },
        );
        if !as_expected(&default, "default") {
            failures.push(format!("{name}: {value} as a default: {default:?}"));
        }
        if !as_expected(&example, "example") {
            failures.push(format!("{name}: {value} as an example: {example:?}"));
        }
    }
}

macro_rules! fits {
    ($($ty:ty: $values:tt;)*) => {{
        let mut failures = Vec::new();
        $(fits::<$ty>(&json!($values), &mut failures);)*
        none(&failures);
    }};
}

#[test]
fn defaults_and_examples_are_values_of_the_type() {
    fits! {
        u8: [0, 1, 255, 256, -1, 1.5, "a", null, true];
        i8: [-128, -129, 127, 128];
        f64: [1, 1.5, "a", null];
        bool: [true, false, 1, "true"];
        char: ["a", "ä", "ab", "", 1];
        String: ["", "ab", 1, null];
        (): [null, 1];
        Option<u8>: [null, 1, 256, "a"];
        Meters: [1, 256, "a"];
        Side: ["left", "Right", "up", "", 1];
        Level: [1, 10, 2, "Low"];
        Vec<u8>: [[], [1], [256], [1, 256], [256, 1], [1, 2, 3], 1, "a"];
        [u8; 2]: [[1, 2], [1], [1, 2, 3], [], [1, "a"]];
        (u8, bool): [[1, true], [1], [true, true], [1, 1], [1, true, true], []];
        Value: [null, 1, [1, "a"]];
    }
}

/// A default may name a variant as Rust does.
#[test]
fn variants_have_their_own_names() {
    let default = |name| {
        let default = Some(leak(Literal::Variant(name)));
        let more = More {
            default,
            ..More::NONE
        };
        (
            fault(Side::SCHEMA, More { ..more }),
            fault(Level::SCHEMA, more),
        )
    };
    let side = |name| {
        let values = "`Side`, one of \"left\", \"Right\"";
        Some(format!(
            "`default = {name}` doesn't fit the type, which is {values}"
        ))
    };
    let level = |name| {
        let values = "`Level`, one of 1, 10";
        Some(format!(
            "`default = {name}` doesn't fit the type, which is {values}"
        ))
    };
    assert_eq!(default("Right"), (None, level("Right")));
    assert_eq!(default("Left"), (None, level("Left")));
    assert_eq!(default("left"), (side("left"), level("left")));
    assert_eq!(default("High"), (side("High"), None));
}

/// Rules by their keywords.
pub(super) fn rules(all: &Value) -> Rules<'static> {
    let n = |name: &str| all.get(name).map(number);
    let length = |array: &str, string: &str| n(array).or(n(string));
    Rules {
        minimum: n("minimum"),
        maximum: n("maximum"),
        exclusive_minimum: n("exclusiveMinimum"),
        exclusive_maximum: n("exclusiveMaximum"),
        multiple_of: n("multipleOf"),
        min_length: length("minItems", "minLength"),
        max_length: length("maxItems", "maxLength"),
        pattern: all["pattern"].as_str().map(|it| Pattern {
            text: text(it),
            facts: 0,
            largest_repeat: 0,
        }),
        format: all["format"].as_str().map(|it| Format::Other(text(it))),
    }
}

/// Returns true if the reason in a fault is true: the value breaks that bound, multiple or length.
fn is_true_of(fault: &str, value: &Value, keywords: &Value) -> bool {
    let bound = |name: &str| keywords.get(name).map(ToString::to_string);
    let range = |min: &str, max: &str| {
        let above = || bound("exclusiveMinimum").map(|min| format!(">{min}"));
        let min = bound(min).or_else(above).unwrap_or_default();
        match (bound(max), bound("exclusiveMaximum")) {
            (Some(max), _) => format!("({min}..={max})`"),
            (None, Some(max)) => format!("({min}..{max})`"),
            (None, None) => format!("({min}..)`"),
        }
    };
    let counted = |length: usize, of: &str, min: &str, max: &str| {
        let plural = if length == 1 { "" } else { "s" };
        let length = format!(" has {length} {of}{plural}, which is outside of `length");
        fault.contains(&(length + &range(min, max)))
    };
    match value {
        Value::String(text) => counted(text.chars().count(), "character", "minLength", "maxLength"),
        Value::Array(items) => counted(items.len(), "item", "minItems", "maxItems"),
        number => {
            let number = number.as_f64().expect("a number");
            let exclusive = keywords["exclusiveMinimum"].as_f64();
            if let Some(min) = exclusive.filter(|min| number <= *min) {
                return fault.contains(&format!("is not greater than {min};"));
            }
            if let Some(step) = bound("multipleOf") {
                return fault.contains(&format!("is not a multiple of {step};"));
            }
            fault.contains(&format!(
                "is outside of `range{}",
                range("minimum", "maximum")
            ))
        }
    }
}

#[test]
fn defaults_and_examples_keep_the_constraints_beside_them() {
    let cases = [
        (u8::SCHEMA, json!({"minimum": 2}), json!([1, 2, 3])),
        (u8::SCHEMA, json!({"maximum": 2}), json!([1, 2, 3])),
        (
            u8::SCHEMA,
            json!({"minimum": 2, "maximum": 3}),
            json!([1, 2, 3, 4]),
        ),
        (u8::SCHEMA, json!({"exclusiveMinimum": 2}), json!([1, 2, 3])),
        (u8::SCHEMA, json!({"exclusiveMaximum": 2}), json!([1, 2, 3])),
        (
            f64::SCHEMA,
            json!({"minimum": 0.5, "exclusiveMaximum": 1.5}),
            json!([0.25, 0.5, 1, 1.5, 2]),
        ),
        (
            f64::SCHEMA,
            json!({"exclusiveMinimum": -1, "maximum": 1}),
            json!([-2, -1, -0.5, 1, 1.5]),
        ),
        (
            String::SCHEMA,
            json!({"minLength": 2}),
            json!(["a", "ä", "äb", "abc"]),
        ),
        (
            String::SCHEMA,
            json!({"maxLength": 2}),
            json!(["", "äö", "abc", "äöü"]),
        ),
        (
            String::SCHEMA,
            json!({"minLength": 1, "maxLength": 2}),
            json!(["", "a", "ab", "abc"]),
        ),
        (
            <Vec<u8>>::SCHEMA,
            json!({"minItems": 1, "maxItems": 2}),
            json!([[], [1], [1, 2], [1, 2, 3]]),
        ),
        (<Option<u8>>::SCHEMA, json!({"minimum": 2}), json!([1, 2])),
        (
            i8::SCHEMA,
            json!({"multipleOf": 5}),
            json!([3, 5, 0, -10, -1]),
        ),
    ];
    let mut failures = Vec::new();
    for (ty, keywords, values) in cases {
        let judge = judge(&keywords).expect("a schema");
        for value in values.as_array().expect("a list") {
            let rules = Some(rules(&keywords));
            let it = Some(leak(literal(value)));
            let default = fault(
                ty,
                More {
                    rules,
                    default: it,
                    ..More::NONE
                },
            );
            let example = fault(
                ty,
                More {
                    rules,
                    examples: it.map_or(&[][..], core::slice::from_ref),
                    ..More::NONE
                },
            );
            let as_expected = |fault: &Option<String>, key: &str| match fault {
                Some(fault) => {
                    !judge.is_valid(value)
                        && names_the_value(fault, key, value)
                        && is_true_of(fault, value, &keywords)
                        && fault.ends_with("; change one of the two")
                }
                None => judge.is_valid(value),
            };
            if !as_expected(&default, "default") || !as_expected(&example, "example") {
                failures.push(format!("{keywords}: {value}: {default:?}, {example:?}"));
            }
        }
    }
    none(&failures);
}

#[test]
fn constraints_on_other_types_are_rejected() {
    const RANGE: &str = "`range` needs a number";
    const MULTIPLE: &str = "`multiple_of` needs a number";
    const LENGTH: &str = "`length` needs a string, a list or a map";
    const PATTERN: &str = "`pattern` needs a string";
    const FORMAT: &str = "`format` needs a string";
    type Names = std::collections::BTreeMap<String, u8>;
    // The faults for an integer, a number, a string, a list, a map and a boolean.
    let cases = [
        (
            json!({"minimum": 1}),
            [
                None,
                None,
                Some(RANGE),
                Some(RANGE),
                Some(RANGE),
                Some(RANGE),
            ],
        ),
        (
            json!({"maximum": 1}),
            [
                None,
                None,
                Some(RANGE),
                Some(RANGE),
                Some(RANGE),
                Some(RANGE),
            ],
        ),
        (
            json!({"exclusiveMinimum": 1}),
            [
                None,
                None,
                Some(RANGE),
                Some(RANGE),
                Some(RANGE),
                Some(RANGE),
            ],
        ),
        (
            json!({"exclusiveMaximum": 1}),
            [
                None,
                None,
                Some(RANGE),
                Some(RANGE),
                Some(RANGE),
                Some(RANGE),
            ],
        ),
        (
            json!({"multipleOf": 2}),
            [
                None,
                None,
                Some(MULTIPLE),
                Some(MULTIPLE),
                Some(MULTIPLE),
                Some(MULTIPLE),
            ],
        ),
        (
            json!({"minimum": 0.5}),
            [
                Some("`range(0.5..)`"),
                None,
                Some(RANGE),
                Some(RANGE),
                Some(RANGE),
                Some(RANGE),
            ],
        ),
        (
            json!({"maximum": 0.5}),
            [
                Some("`range(..=0.5)`"),
                None,
                Some(RANGE),
                Some(RANGE),
                Some(RANGE),
                Some(RANGE),
            ],
        ),
        (
            json!({"exclusiveMinimum": 0.5}),
            [
                Some("`range(>0.5..)`"),
                None,
                Some(RANGE),
                Some(RANGE),
                Some(RANGE),
                Some(RANGE),
            ],
        ),
        (
            json!({"exclusiveMaximum": 0.5}),
            [
                Some("`range(..0.5)`"),
                None,
                Some(RANGE),
                Some(RANGE),
                Some(RANGE),
                Some(RANGE),
            ],
        ),
        (
            json!({"multipleOf": 0.5}),
            [
                Some("`multiple_of = 0.5`"),
                None,
                Some(MULTIPLE),
                Some(MULTIPLE),
                Some(MULTIPLE),
                Some(MULTIPLE),
            ],
        ),
        (
            json!({"minLength": 1}),
            [Some(LENGTH), Some(LENGTH), None, None, None, Some(LENGTH)],
        ),
        (
            json!({"maxLength": 1}),
            [Some(LENGTH), Some(LENGTH), None, None, None, Some(LENGTH)],
        ),
        (
            json!({"pattern": "a"}),
            [
                Some(PATTERN),
                Some(PATTERN),
                None,
                Some(PATTERN),
                Some(PATTERN),
                Some(PATTERN),
            ],
        ),
        (
            json!({"format": "a"}),
            [
                Some(FORMAT),
                Some(FORMAT),
                None,
                Some(FORMAT),
                Some(FORMAT),
                Some(FORMAT),
            ],
        ),
    ];
    let types = [
        (u8::SCHEMA, "an integer from 0 to 255", "`range`"),
        (f64::SCHEMA, "a number", "`range`"),
        (String::SCHEMA, "a string", "`length`"),
        (<Vec<u8>>::SCHEMA, "a list", "`length`"),
        (Names::SCHEMA, "a map", "`length`"),
        (bool::SCHEMA, "`true` or `false`", "remove it"),
    ];
    let mut failures = Vec::new();
    for (keywords, expected) in cases {
        for ((ty, name, other), expected) in types.into_iter().zip(expected) {
            let rules = Some(rules(&keywords));
            let found = fault(
                ty,
                More {
                    rules,
                    ..More::NONE
                },
            );
            let expected = expected.map(|expected| {
                let has_another = matches!(expected, RANGE | LENGTH);
                let advice = match other {
                    "`range`" if has_another => "for a number write `range`",
                    "`length`" if has_another => "for a length write `length`",
                    _ => "remove it",
                };
                match expected {
                    rule if rule.ends_with('`') => {
                        format!("{rule} needs whole numbers, because the type is {name}")
                    }
                    _ => format!("{expected}, but the type is {name}; {advice}"),
                }
            });
            if found != expected {
                failures.push(format!("{keywords} on {:?}: {found:?}", ty.get().kind));
            }
        }
    }
    none(&failures);
}

/// A field that a macro has already checked is not checked again.
#[test]
fn checked_fields_are_not_checked_again() {
    let rules = Some(rules(&json!({"minimum": 1})));
    let mut schema = object(
        String::SCHEMA,
        More {
            rules,
            ..More::NONE
        },
    );
    assert!(render(&schema, canonical()).is_err());
    let Kind::Object(object) = &mut schema.kind else {
        panic!("an object")
    };
    let mut field = object.fields[0];
    field.flags |= Field::CHECKED;
    object.fields = vec![field].leak();
    assert!(render(&schema, canonical()).is_ok());
}

/// A name that comes from two types.
#[derive(ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
struct Twice {
    first: u8,
    #[serde(flatten)]
    rest: Once,
    last: bool,
}

/// A part.
#[derive(ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
struct Once {
    other: u8,
    last: u8,
}

/// Names that all differ.
#[derive(ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
struct Apart {
    first: u8,
    #[serde(flatten)]
    rest: Once,
}

#[test]
fn one_name_is_not_two_properties() {
    assert!(render(Apart::SCHEMA.get(), canonical()).is_ok());
    let report = render(Twice::SCHEMA.get(), canonical()).expect_err("a name twice");
    let refused: Vec<_> = (report.entries.iter())
        .filter(|entry| entry.outcome == Outcome::Rejected)
        .collect();
    assert_eq!(refused.len(), 1, "{report}");
    assert_eq!(refused[0].pointer, "/properties/last");
    assert_eq!(
        refused[0].reason,
        "the name is also a property of `Once`, and serde puts both into one object: rename one of them with `#[serde(rename = \"..\")]`"
    );
}
