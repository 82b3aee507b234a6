//! Faults in the decoder's form.

use core::fmt::Write as _;

use serde_json::{Map, Value};

use super::program::{Check, KeywordNumber, Measure, Side};
use super::view::View;
use crate::decode::{EXCERPT, Fault, FaultKind, one_of, push_name};
use crate::text::{boundary, excerpt};

pub(super) const MAX_FAULTS: usize = 100;

#[derive(Clone, Copy)]
pub(super) enum Segment<'v> {
    Name(&'v str),
    Index(usize),
}

/// The maximum number of faults of a keyword without schemas.
pub(super) fn number(check: &Check) -> usize {
    match check {
        Check::Required(names) => names.len().min(MAX_FAULTS),
        Check::DependentRequired(_) => MAX_FAULTS,
        _ => 1,
    }
}

/// The faults of a value that violates a keyword without schemas.
pub(super) fn of(check: &Check, value: View<'_>, path: &str) -> Vec<Fault> {
    let missing = |names: &[String], members: &Map<String, Value>| {
        let missing = names.iter().filter(|name| !members.contains_key(*name));
        let faults = missing.take(MAX_FAULTS).map(|name| missing_at(path, name));
        faults.collect::<Vec<_>>()
    };
    match (check, value) {
        (Check::Required(names), View::Object(members)) => missing(names, members),
        // Those of the first name that requires others, as the check finds them.
        (Check::DependentRequired(all), View::Object(members)) => all
            .iter()
            .filter(|(name, _)| members.contains_key(name))
            .map(|(_, names)| missing(names, members))
            .find(|faults| !faults.is_empty())
            .unwrap_or_default(),
        _ => [Fault::unfit(path.to_owned(), expected(check), got(value))].into(),
    }
}

fn missing_at(path: &str, name: &str) -> Fault {
    let mut path = path.to_owned();
    push_name(&mut path, name);
    Fault::new(
        FaultKind::Missing,
        path,
        "a value".to_owned(),
        String::new(),
    )
}

/// The expectation of a keyword without schemas.
fn expected(check: &Check) -> String {
    match check {
        Check::Type(types) => one_of(types.words()),
        Check::Values(values) => values.words.clone(),
        Check::Limit(limit) => {
            let words = match (limit.side, limit.is_exclusive) {
                (Side::Least, false) => "at least",
                (Side::Most, false) => "at most",
                (Side::Least, true) => "greater than",
                (Side::Most, true) => "less than",
            };
            let [one, many] = match limit.measure {
                Measure::Number => ["", ""],
                Measure::Characters => [" character", " characters"],
                Measure::Items => [" item", " items"],
                Measure::Properties => [" property", " properties"],
            };
            let number = &limit.number;
            let unit = if number.value.is_one() { one } else { many };
            format!("{words} {}{unit}", short(&number.text))
        }
        Check::MultipleOf(step) => format!("a multiple of {}", short(&step.text)),
        Check::Pattern(pattern) => format!("a string that matches `{}`", short(&pattern.text)),
        Check::Format(name, _) => format!("a string in the format `{name}`"),
        Check::UniqueItems => "no item twice".to_owned(),
        // These apply schemas, whose faults are their own.
        _ => format!("a value that fits `{}`", check.keyword()),
    }
}

/// The fault of a member that its object can't have.
pub(super) fn unknown(path: String, name: &str, value: &Value) -> Fault {
    let mut path = path;
    push_name(&mut path, name);
    let expected = "no property of this name".to_owned();
    Fault::new(FaultKind::Unknown, path, expected, got(value.into()))
}

/// The fault of a name, with the first fault of the name as a string.
pub(super) fn name(path: String, fault: Option<Fault>, name: View<'_>) -> Fault {
    let expected = fault.map_or_else(
        || "another name".to_owned(),
        |fault| match fault.expected.as_str() {
            "nothing" => "no properties at all".to_owned(),
            bound if bound.starts_with("at ") => format!("a name of {bound}"),
            expected => format!("a name that is {expected}"),
        },
    );
    Fault::unfit(path, expected, got(name))
}

/// The expectation of alternatives, with the first fault of the nearest one.
pub(super) fn alternatives(number: usize, nearest: Option<Fault>) -> String {
    match nearest {
        Some(fault) => format!("one of {number} alternatives (the nearest: {fault})"),
        None => format!("one of {number} alternatives"),
    }
}

/// The expectation of a list with too few items that `contains` describes, or with too many.
pub(super) fn contains(least: Option<&KeywordNumber>, too_many: Option<&KeywordNumber>) -> String {
    let (side, limit) = match (too_many, least) {
        (Some(most), _) => ("most", most),
        (None, Some(least)) => ("least", least),
        (None, None) => return "an item that `contains` requires".to_owned(),
    };
    let limit = short(&limit.text);
    format!("at {side} {limit} of the items that `contains` counts")
}

/// A description of the offending value, truncated if it is long.
pub(super) fn got(value: View<'_>) -> String {
    let shown = text(value);
    match value {
        View::Object(_) => format!("the object {shown}"),
        View::Array(_) => format!("the array {shown}"),
        View::String(_) => format!("the string {shown}"),
        _ => shown,
    }
}

/// The start of a value's JSON text.
fn text(value: View<'_>) -> String {
    let mut out = String::new();
    write(value, &mut out);
    short(&out)
}

/// Writes a value until the text is longer than an excerpt.
fn write(value: View<'_>, out: &mut String) {
    match value {
        View::Null => out.push_str("null"),
        View::Bool(value) => out.push_str(if value { "true" } else { "false" }),
        View::Number(number) => out.push_str(&number.to_string()),
        View::String(text) => quote(text, out),
        View::Array(items) => {
            out.push('[');
            for (i, item) in items.iter().enumerate() {
                if out.len() > EXCERPT {
                    return;
                }
                if i > 0 {
                    out.push(',');
                }
                write(item.into(), out);
            }
            out.push(']');
        }
        View::Object(members) => {
            out.push('{');
            for (i, (name, value)) in members.iter().enumerate() {
                if out.len() > EXCERPT {
                    return;
                }
                if i > 0 {
                    out.push(',');
                }
                quote(name, out);
                out.push(':');
                write(value.into(), out);
            }
            out.push('}');
        }
    }
}

/// Writes a string, cut if it is longer than an excerpt.
fn quote(text: &str, out: &mut String) {
    let text = &text[..boundary(text, EXCERPT)];
    out.push_str(&Value::from(text).to_string());
}

pub(super) fn short(text: &str) -> String {
    excerpt(text, EXCERPT)
}

pub(super) fn path(segments: &[Segment<'_>]) -> String {
    let mut out = String::from("$");
    for segment in segments {
        match segment {
            Segment::Name(name) => push_name(&mut out, name),
            Segment::Index(i) => {
                let _ = write!(out, "[{i}]");
            }
        }
    }
    out
}
