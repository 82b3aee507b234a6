//! The bounds of number types, which only `json-schema` writes.
//!
//! Twenty digits are noise to a model, so the other dialects leave out the range of an integer of
//! 32 bits and more, of an `f32`, and of the integers that are keys of a map. The decoder checks
//! them when a call is read. The report has no entry for them, because they depend on the dialect
//! and not on the type.

use crate::place::{Path, Places, in_tree, without_alternatives};
use regex::Regex;
use serde_json::Value;
use std::collections::BTreeSet;
use toolcast::decode::{Fault, FaultKind};
use toolcast_test_support::json::WIDE_ENDS;

/// The ends of `f32`, which have bounds in `json-schema` alone, as those of wide integers.
const FLOAT_ENDS: [&str; 2] = ["-3.4028235e+38", "3.4028235e+38"];

/// A bound in the canonical text.
#[derive(Debug)]
enum Bound {
    Least(String),
    Most(String),
    /// The pattern of a map's integer keys.
    Keys(Regex),
}

/// The bounds of a type's numbers, each with its pointer into the canonical text, without
/// alternatives.
#[derive(Debug, Default)]
pub(crate) struct TypeBounds(Vec<(String, Bound)>);

impl TypeBounds {
    /// Finds the bounds that the canonical text has and none of the other dialects' texts: what
    /// one of them writes is an author's bound.
    pub(crate) fn of(canonical: &str, others: &[&str]) -> Result<Self, String> {
        let read = |text: &str| serde_json::from_str::<Value>(text).map_err(|e| e.to_string());
        let mut written = BTreeSet::new();
        for text in others {
            bounds(&read(text)?, "", &mut |_, keyword, limit| {
                written.insert((keyword.to_owned(), limit.to_owned()));
                Ok(())
            })?;
        }
        let mut found = Vec::new();
        bounds(&read(canonical)?, "", &mut |pointer, keyword, limit| {
            if written.contains(&(keyword.to_owned(), limit.to_owned())) {
                return Ok(());
            }
            let bound = match keyword {
                "minimum" if is_end(limit) => Bound::Least(limit.to_owned()),
                "maximum" if is_end(limit) => Bound::Most(limit.to_owned()),
                "propertyNames" => {
                    Bound::Keys(Regex::new(limit).map_err(|error| error.to_string())?)
                }
                _ => return Ok(()),
            };
            let pointer = without_alternatives(&in_tree(pointer));
            found.push((pointer, bound));
            Ok(())
        })?;
        Ok(TypeBounds(found))
    }

    /// Returns true if the fault's value violates a bound of the type at its place, and nothing
    /// that another dialect could have written. `renamed` has the pointers to properties with
    /// another name in the text.
    pub(crate) fn explain(&self, fault: &Fault, renamed: &[&str]) -> bool {
        if fault.kind != FaultKind::Invalid {
            return false;
        }
        let Some(path) = Path::parse(&fault.path) else {
            return false;
        };
        let renamed: Vec<String> = renamed.iter().map(|it| without_alternatives(it)).collect();
        let renamed: Vec<&str> = renamed.iter().map(String::as_str).collect();
        let got = fault.got.trim_matches('`');
        self.0.iter().any(|(pointer, bound)| {
            let places = Places::of(pointer, &renamed);
            match bound {
                Bound::Least(limit) => is_less(got, limit) && places.has(&path),
                Bound::Most(limit) => is_less(limit, got) && places.has(&path),
                Bound::Keys(range) => {
                    is_integer(got) && !range.is_match(got) && places.keys().has(&path)
                }
            }
        })
    }
}

/// Calls `found` with each `minimum`, `maximum` and pattern of names: its place, the keyword, the
/// limit.
fn bounds(
    schema: &Value,
    pointer: &str,
    found: &mut dyn FnMut(&str, &str, &str) -> Result<(), String>,
) -> Result<(), String> {
    let Value::Object(members) = schema else {
        return Ok(());
    };
    for (keyword, value) in members {
        let at = format!("{pointer}/{keyword}");
        match (keyword.as_str(), value) {
            ("minimum" | "maximum", Value::Number(limit)) => {
                found(pointer, keyword, &limit.to_string())?;
            }
            ("propertyNames", Value::Object(names)) => {
                if let Some(pattern) = names.get("pattern").and_then(Value::as_str) {
                    found(pointer, keyword, pattern)?;
                }
                bounds(value, &at, found)?;
            }
            ("properties" | "$defs", Value::Object(schemas)) => {
                for (name, schema) in schemas {
                    let name = name.replace('~', "~0").replace('/', "~1");
                    bounds(schema, &format!("{at}/{name}"), found)?;
                }
            }
            ("anyOf" | "oneOf" | "allOf" | "prefixItems", Value::Array(schemas)) => {
                for (i, schema) in schemas.iter().enumerate() {
                    bounds(schema, &format!("{at}/{i}"), found)?;
                }
            }
            ("items" | "additionalProperties", _) => bounds(value, &at, found)?,
            _ => {}
        }
    }
    Ok(())
}

fn is_end(limit: &str) -> bool {
    WIDE_ENDS
        .iter()
        .chain(&FLOAT_ENDS)
        .any(|end| !is_less(end, limit) && !is_less(limit, end))
}

/// Returns true if the text is an integer as JSON writes it.
fn is_integer(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_digits && (text == "0" || !digits.starts_with('0'))
}

/// Compares two numbers: integers exactly, other numbers and those past 128 bits as floats.
fn is_less(one: &str, other: &str) -> bool {
    match (one.parse::<i128>(), other.parse::<i128>()) {
        (Ok(one), Ok(other)) => one < other,
        _ => match (one.parse::<f64>(), other.parse::<f64>()) {
            (Ok(one), Ok(other)) => one < other,
            _ => false,
        },
    }
}
