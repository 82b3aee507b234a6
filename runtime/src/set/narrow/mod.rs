//! Narrowing: restricts a string in the parameters to values known only at run time.

mod apply;
mod path;

use std::sync::Arc;

use serde_json::Value;

use crate::decode::{ArgumentErrors, Fault, one_of};
use crate::schema::EscapedString;
use crate::schema::{Kind, Schema};
use crate::text::beginning;
pub(crate) use apply::narrowed;
use path::{NarrowStep, accepted, follow};

/// A path to a string of the parameters, and its allowed values.
#[derive(Clone, Debug)]
pub(crate) struct Narrow {
    steps: Vec<NarrowStep>,
    values: Arc<[EscapedString]>,
    /// The accepted strings: the values and their serde aliases.
    accepted: Arc<[String]>,
}

impl Narrow {
    /// Resolves the path (`.filter.sort`, `.tags[]`). The error is the reason why it is invalid.
    pub(crate) fn new(schema: &Schema<'_>, path: &str, values: &[String]) -> Result<Self, String> {
        let mut distinct: Vec<&String> = Vec::new();
        for value in values {
            if !distinct.contains(&value) {
                distinct.push(value);
            }
        }
        if distinct.is_empty() {
            return Err("there must be a value".to_owned());
        }
        let mut narrow = Narrow {
            steps: Vec::new(),
            values: distinct
                .iter()
                .map(|value| EscapedString::new(value))
                .collect(),
            accepted: distinct.iter().map(|value| (*value).clone()).collect(),
        };
        let leaf = follow(schema, path, &mut narrow.steps)?;
        if let Kind::Enum(of) = &leaf.kind {
            narrow.accepted = accepted(of, &distinct)?.into();
        }
        Ok(narrow)
    }

    /// Records each value in decoded arguments that is not an allowed value.
    fn check(&self, arguments: &Value, faults: &mut Vec<Fault>) {
        check(
            &self.steps,
            arguments,
            "$".to_owned(),
            &mut |path, value, is_list| {
                // Serde reads a struct from a list too, where a value has no name.
                if is_list {
                    let got = format!("the array {}", beginning(&value.to_string()));
                    return faults.push(Fault::unfit(path, "an object".to_owned(), got));
                }
                let fits = value
                    .as_str()
                    .is_some_and(|text| self.accepted.iter().any(|one| one == text));
                // An absent value is fine. Serde reads some enums from other values than strings.
                if !value.is_null() && !fits {
                    let values = self.values.iter();
                    let names = values.map(|one| format!("\"{}\"", one.raw())).collect();
                    let what = if value.is_string() { "the string " } else { "" };
                    let got = format!("{what}{}", beginning(&value.to_string()));
                    faults.push(Fault::unfit(path, one_of(names), got));
                }
            },
        );
    }
}

/// Checks decoded arguments against all narrowings of a tool.
pub(crate) fn check_all(narrows: &[Narrow], arguments: &Value) -> Result<(), ArgumentErrors> {
    let mut faults = Vec::new();
    for narrow in narrows {
        narrow.check(arguments, &mut faults);
    }
    if faults.is_empty() {
        Ok(())
    } else {
        Err(ArgumentErrors::new(faults))
    }
}

/// Calls `then` with each value at the end of the path, and with each array that has no members
/// (`true`).
fn check(
    steps: &[NarrowStep],
    value: &Value,
    path: String,
    then: &mut dyn FnMut(String, &Value, bool),
) {
    match steps.split_first() {
        None => then(path, value, false),
        Some((NarrowStep::Property(..), _)) if value.is_array() => then(path, value, true),
        Some((NarrowStep::Property(name, others), rest)) => {
            for name in core::iter::once(name).chain(others) {
                if let Some(value) = value.get(name) {
                    check(rest, value, format!("{path}.{name}"), then);
                }
            }
        }
        Some((NarrowStep::Items, rest)) => match value {
            Value::Array(items) => {
                for (i, item) in items.iter().enumerate() {
                    check(rest, item, format!("{path}[{i}]"), then);
                }
            }
            // With leniency, a single value may be read as a list with one item.
            single => check(rest, single, path, then),
        },
    }
}
