//! Untagged enums with an alternative for any value. Some dialects write such a value as JSON text,
//! which may be a text of an alternative before it: then the report has an entry, and a value
//! comes back as another one.

use std::any::type_name;
use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};
use toolcast::schema::Schema;
use toolcast::{Dialect, Outcome, ToolSchema, from_model, to_model};
use toolcast_test_support::{name, none, reports};

/// Serde takes the first alternative that fits.
#[derive(Deserialize, ToolSchema)]
#[serde(untagged)]
#[allow(dead_code)] // Only its schema is used.
enum Either<A, B> {
    First(A),
    Later(B),
}

/// A date is not JSON.
#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
struct Day(#[tool(format = "date")] String);

/// The same around another type.
#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
struct DayOf(#[tool(format = "date")] Plain);

/// Any text.
#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
struct Plain(String);

/// Names that may be digits alone.
#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
struct Host(#[tool(format = "hostname")] String);

/// Names that are not JSON.
#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
enum Side {
    Left,
    Right,
}

/// A name that is JSON of a flag.
#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
enum Switch {
    #[serde(rename = "auto")]
    Auto,
    #[serde(rename = "true")]
    On,
}

/// A name that is JSON of a number.
#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
enum Step {
    #[serde(rename = "up")]
    Up,
    #[serde(rename = "-1")]
    Down,
}

/// Any name: others than its own are the last one.
#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
enum AnySide {
    Left,
    Right,
    #[serde(other)]
    Other,
}

/// Returns whether an entry reports the enum; `None` if the dialect doesn't accept the type.
fn is_reported(schema: &'static Schema<'static>, dialect: &'static Dialect) -> Option<bool> {
    let entries = reports::entries(schema, dialect)?;
    if (entries.iter()).any(|entry| entry.outcome == Outcome::Rejected) {
        return None;
    }
    let mut narrowed = entries.iter().filter(|entry| entry.keyword == "anyOf");
    Some(narrowed.any(|entry| entry.outcome == Outcome::Narrowed))
}

/// Checks that the entry is there if the value shows it, and that it is not there without a value.
fn check<T: ToolSchema>(value: Option<&Value>, failures: &mut Vec<String>) {
    let any = <Either<String, Value>>::SCHEMA.get();
    let schema = T::SCHEMA.get();
    let mut checked = 0;
    for dialect in Dialect::all() {
        let has_text = is_reported(any, dialect);
        let (Some(has_text), Some(found)) = (has_text, is_reported(schema, dialect)) else {
            continue;
        };
        checked += usize::from(has_text);
        let at = || format!("{}, {}", type_name::<T>(), name(dialect));
        let expected = has_text && value.is_some();
        if found != expected {
            failures.push(format!("{}: reported {found}", at()));
        }
        let Some(value) = value else { continue };
        let low = to_model(schema, dialect, value.clone());
        let back = from_model(schema, dialect, low.clone());
        if (back != *value) != expected {
            failures.push(format!("{}: {value} sent as {low} is {back}", at()));
        }
    }
    assert!(checked > 1, "{}: {checked}", type_name::<T>());
}

#[test]
fn an_alternative_is_reported_if_a_value_of_a_later_one_is_read_as_one_of_it() {
    type Any = Value;
    let mut failures = Vec::new();
    let all = &mut failures;
    check::<Either<String, Any>>(Some(&json!(5)), all);
    check::<Either<Plain, Any>>(Some(&json!(5)), all);
    check::<Either<Option<String>, Any>>(Some(&json!(5)), all);
    check::<Either<Host, Any>>(Some(&json!(5)), all);
    check::<Either<Switch, Any>>(Some(&json!(true)), all);
    check::<Either<Step, Any>>(Some(&json!(-1)), all);
    check::<Either<AnySide, Any>>(Some(&json!(5)), all);
    check::<Either<Either<u8, String>, Any>>(Some(&json!([1])), all);
    check::<Either<String, Either<u8, Any>>>(Some(&json!([1])), all);
    check::<Either<Vec<String>, Vec<Any>>>(Some(&json!([1])), all);
    check::<Either<(String, String), (Any, Any)>>(Some(&json!([1, 2])), all);
    check::<Either<BTreeMap<String, String>, BTreeMap<String, Any>>>(Some(&json!({"a": 1})), all);
    none(&failures);
}

#[test]
fn alternatives_are_not_reported_if_no_text_of_one_is_json_of_another() {
    type Any = Value;
    let mut failures = Vec::new();
    let all = &mut failures;
    check::<Either<u8, Any>>(None, all);
    check::<Either<bool, Any>>(None, all);
    check::<Either<Any, String>>(None, all);
    check::<Either<Day, Any>>(None, all);
    check::<Either<DayOf, Any>>(None, all);
    check::<Either<Option<Day>, Any>>(None, all);
    check::<Either<Option<DayOf>, Any>>(None, all);
    check::<Either<Side, Any>>(None, all);
    check::<Either<Either<u8, bool>, Any>>(None, all);
    check::<Either<Vec<u8>, Vec<Any>>>(None, all);
    check::<Either<Vec<Day>, Vec<Any>>>(None, all);
    check::<Either<(String, u8), (Any, Any)>>(None, all);
    check::<Either<(String, String), (Any, Any, Any)>>(None, all);
    none(&failures);
}

/// A variant that is the enum itself, with nothing in between.
#[derive(ToolSchema)]
#[serde(untagged)]
#[allow(dead_code)] // Only its schema is used.
enum Chain<T> {
    Next {
        #[serde(flatten)]
        next: Option<Box<Chain<T>>>,
    },
    End(T),
}

/// The same below another type, and beside a value that may be written as text.
#[derive(ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
struct Around {
    chain: Either<Chain<u8>, Vec<Value>>,
}

#[test]
fn a_generic_enum_that_is_its_own_variant_is_rejected_in_the_report() {
    for schema in [<Chain<Value>>::SCHEMA.get(), Around::SCHEMA.get()] {
        for dialect in Dialect::all() {
            let Some(entries) = reports::entries(schema, dialect) else {
                continue;
            };
            let mut entries = entries.iter();
            let is_rejected = entries.any(|entry| entry.outcome == Outcome::Rejected);
            assert!(is_rejected, "{}", name(dialect));
        }
    }
}
