//! No value changes silently on its way to a type: serde reads the value that was sent, or the
//! decoder reports a fault.
//!
//! `decode::law` compares two readers of one walk, which may undo a rewrite wrongly for both. Here
//! the judge is serde, which reads the value that was never rewritten. The values are valid ones
//! and mutations of them: later alternatives, wrong formats, `null`, lists and scalars in place of
//! objects, strings that hold JSON, unknown and misspelled names.
//!
//! Two rewrites are documented: `null` for an optional property is left out, and an integral float
//! becomes an integer. The canonical `from_model` does both.

use super::case::{Case, beyond_json, each};
use super::dialects::{Spoken, is_ambiguous, null_narrowed, without_nulls_of};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use toolcast::{Dialect, Provider, ToolSchema, from_model, to_model};
use toolcast_test_support::generate::Generator;
use toolcast_test_support::judge::complaint;
use toolcast_test_support::mutate::mutate;
use toolcast_test_support::tape::Tape;
use toolcast_test_support::{is_refused, name, random};
use toolcast_tests::zoo::Specimen;

/// The property for one value and one dialect.
fn arrives(
    case: &Case,
    dialect: &'static Dialect,
    null_narrowed: &BTreeSet<String>,
    value: &Value,
) -> Result<(), String> {
    let specimen = &case.specimen;
    // `Holder` has a field of the ambiguous type.
    let enums = specimen.name == "untagged::Holder" && value["enums"] == "null";
    if without_nulls_of(null_narrowed, value) != *value
        || is_ambiguous(case, dialect, value)
        || enums && dialect.provider() == Provider::Portable
    {
        return Ok(());
    }
    let sent = to_model(specimen.schema, dialect, value.clone());
    let Ok(read) = (specimen.guided)(dialect, &sent.to_string()) else {
        return Ok(());
    };
    let is = |meant: &Value| {
        (specimen.rewrite)(meant).as_ref() == Ok(&read) || (specimen.same)(&read, meant) == Ok(true)
    };
    // The canonical `from_model` also unwraps a value from the object around a root.
    let meant = [value.clone(), case.lifted(value.clone())];
    let other = Dialect::of(dialect.provider(), !dialect.strict()).unwrap_or(dialect);
    let mut forms = [dialect, other].into_iter();
    let arrived = if meant.iter().any(|value| (specimen.decode)(value).is_ok()) {
        meant.iter().any(is)
            || forms.any(|form| is_form(&to_model(specimen.schema, form, read.clone()), &sent))
    } else {
        // A value that serde rejects may be lowered to one that it reads, because `to_model` leaves
        // out names that a closed type doesn't have.
        is(&from_model(specimen.schema, dialect, sent.clone()))
    };
    if arrived {
        return Ok(());
    }
    Err(format!(
        "{}, {}: {value}\n  sent as {sent}\n  read as {read}",
        specimen.name,
        name(dialect)
    ))
}

/// Returns true if a value that serde wrote has the form that was sent. Names that an open type
/// ignores may be there too.
fn is_form(written: &Value, sent: &Value) -> bool {
    match (written, sent) {
        (Value::Object(written), Value::Object(sent)) => written
            .iter()
            .filter(|(_, value)| !value.is_null())
            .all(|(name, value)| sent.get(name).is_some_and(|sent| is_form(value, sent))),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_form(a, b))
        }
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        _ => written == sent,
    }
}

/// A value that is almost what it was, the whole value among the places.
fn changed(value: Value, tape: &mut Tape) -> Value {
    match tape.below(12) {
        0 => Value::String(value.to_string()),
        1 => Value::String(Value::String(value.to_string()).to_string()),
        2 => json!([value]),
        3 => Value::Null,
        4 => json!([]),
        5 => json!(7),
        _ => mutate(value, tape),
    }
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Named {
    number: u8,
    flag: bool,
}

/// Serde reads a list of two as the first, and texts show it as the second.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum Either {
    Named(Named),
    Pair(u8, bool),
}

#[test]
fn a_list_is_written_as_the_tuple_after_a_struct() {
    let specimen = Specimen::of::<Either>("Either", Vec::new);
    let list = json!([0, true]);
    for dialect in Dialect::all() {
        let spoken = Spoken::of(&specimen, dialect).expect("a text");
        let sent = to_model(specimen.schema, dialect, list.clone());
        assert_eq!(
            complaint(&spoken.judge, &sent),
            None,
            "{}: {sent}",
            name(dialect)
        );
        let read = (specimen.guided)(dialect, &sent.to_string()).map_err(|it| it.to_string());
        assert_eq!(
            read,
            Ok(json!({"number": 0, "flag": true})),
            "{}: {sent}",
            name(dialect)
        );
    }
}

#[test]
fn the_value_read_is_the_value_sent() {
    each(|case| {
        let mut failures = Vec::new();
        if !case.specimen.symmetric {
            return failures;
        }
        let mut generator = Generator::new(&case.text);
        generator.unknown_names = true;
        let written = (case.specimen.written)();
        for dialect in Dialect::all() {
            if is_refused(case.specimen.schema, dialect) {
                continue;
            }
            let null_narrowed = null_narrowed(&case.specimen, dialect);
            let result = random(12, |tape| {
                let value = if tape.one_in(3) && !written.is_empty() {
                    tape.pick(&written).clone()
                } else {
                    case.lifted(generator.value(tape))
                };
                let once = changed(value.clone(), tape);
                let twice = changed(once.clone(), tape);
                [value, once, twice]
                    .iter()
                    .filter(|value| !beyond_json(value))
                    .try_for_each(|value| arrives(case, dialect, &null_narrowed, value))
            });
            failures.extend(result.err());
        }
        failures
    });
}
