//! Converts the validator's errors to the decoder's faults.

use core::fmt::{self, Write as _};
use std::io;

use jsonschema::error::{TypeKind, ValidationErrorKind as Kind};
use jsonschema::paths::{Location, LocationSegment};
use jsonschema::{JsonType, ValidationError};
use serde_json::Value;

use crate::decode::{EXCERPT, Fault, FaultKind, one_of, push_name};
use crate::text::excerpt;

/// Maximum number of faults.
const MAX_FAULTS: usize = 100;

/// Maximum depth of nested alternatives that are described.
const DEEP: u8 = 3;

pub(super) fn of<'a>(errors: impl Iterator<Item = ValidationError<'a>>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for error in errors {
        faults_of(&error, DEEP, &mut faults);
        if faults.len() >= MAX_FAULTS {
            faults.truncate(MAX_FAULTS);
            break;
        }
    }
    faults
}

fn faults_of(error: &ValidationError<'_>, deep: u8, out: &mut Vec<Fault>) {
    let path = path(error.instance_path());
    let value = error.instance();
    match error.kind() {
        Kind::Required { property } => {
            let mut path = path;
            push_name(&mut path, property.as_str().unwrap_or_default());
            out.push(Fault {
                kind: FaultKind::Missing,
                path,
                expected: "a value".to_owned(),
                got: String::new(),
                hint: None,
            });
        }
        Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => {
            for name in unexpected.iter().take(MAX_FAULTS) {
                let mut path = path.clone();
                push_name(&mut path, name);
                let inner = value.get(name.as_str());
                out.push(Fault {
                    kind: FaultKind::Unknown,
                    path,
                    expected: "no such name".to_owned(),
                    got: inner.map(got).unwrap_or_default(),
                    hint: None,
                });
            }
        }
        // The only alternative is what is expected.
        Kind::AnyOf { context } | Kind::OneOfNotValid { context }
            if deep > 0 && matches!(context.as_slice(), [only] if !only.is_empty()) =>
        {
            for error in context.iter().flatten().take(MAX_FAULTS) {
                faults_of(error, deep - 1, out);
            }
        }
        Kind::AnyOf { context } | Kind::OneOfNotValid { context } => {
            let expected = alternatives(context, error.instance_path(), deep);
            out.push(Fault::unfit(path, expected, got(value)));
        }
        Kind::PropertyNames { error } => {
            let name = got(error.instance());
            let expected = format!("names that are {}", expected(error));
            out.push(Fault::unfit(path, expected, format!("the name {name}")));
        }
        _ => out.push(Fault::unfit(path, expected(error), got(value))),
    }
}

/// Describes the expected alternatives, with the first fault of the nearest one.
fn alternatives(all: &[Vec<ValidationError<'static>>], at: &Location, deep: u8) -> String {
    let count = all.len();
    let nearest = all
        .iter()
        .filter(|errors| !errors.is_empty())
        .min_by_key(|errors| {
            // An alternative of another type is further away than one with a fault inside.
            let other = errors.iter().any(|error| {
                matches!(error.kind(), Kind::Type { .. })
                    && error.instance_path().as_str() == at.as_str()
            });
            (other, errors.len())
        });
    let mut inner = Vec::new();
    if let Some(errors) = nearest.filter(|_| deep > 0) {
        for error in errors.iter().take(2) {
            faults_of(error, deep - 1, &mut inner);
        }
    }
    match inner.first() {
        Some(fault) => format!("one of {count} alternatives (the nearest: {fault})"),
        None if count == 1 => "a value that fits the only alternative".to_owned(),
        None => format!("one of {count} alternatives"),
    }
}

/// A description of the expected value.
fn expected(error: &ValidationError<'_>) -> String {
    match error.kind() {
        Kind::Type { kind } => match kind {
            TypeKind::Single(one) => type_words(*one).to_owned(),
            TypeKind::Multiple(all) => {
                one_of(all.iter().map(|one| type_words(one).to_owned()).collect())
            }
        },
        Kind::Enum { options } => match options.as_array() {
            Some(all) => one_of(all.iter().map(text).collect()),
            None => text(options),
        },
        Kind::Constant { expected_value } => text(expected_value),
        Kind::Minimum { limit } => format!("at least {limit}"),
        Kind::Maximum { limit } => format!("at most {limit}"),
        Kind::ExclusiveMinimum { limit } => format!("more than {limit}"),
        Kind::ExclusiveMaximum { limit } => format!("less than {limit}"),
        Kind::MultipleOf { multiple_of } => format!("a multiple of {multiple_of}"),
        Kind::MinLength { limit } => bound("least", limit, "character", "characters"),
        Kind::MaxLength { limit } => bound("most", limit, "character", "characters"),
        Kind::MinItems { limit } => bound("least", limit, "item", "items"),
        Kind::MaxItems { limit } => bound("most", limit, "item", "items"),
        Kind::AdditionalItems { limit } => bound("most", limit, "item", "items"),
        Kind::MinProperties { limit } => bound("least", limit, "property", "properties"),
        Kind::MaxProperties { limit } => bound("most", limit, "property", "properties"),
        Kind::Pattern { pattern } => format!("a string that matches {}", short(pattern)),
        Kind::Format { format } => format!("a string in the format {}", short(format)),
        Kind::UniqueItems => "no item twice".to_owned(),
        Kind::Contains => "an item that `contains` requires".to_owned(),
        Kind::ContentEncoding { content_encoding } => {
            format!("a string encoded as {}", short(content_encoding))
        }
        Kind::ContentMediaType { content_media_type } => {
            format!("a string that holds {}", short(content_media_type))
        }
        Kind::FalseSchema => "nothing".to_owned(),
        Kind::Not { schema } => format!("nothing that fits {}", text(schema)),
        Kind::OneOfMultipleValid { .. } => {
            "a value that fits one alternative and no other".to_owned()
        }
        Kind::UnevaluatedItems { .. } => "no more items".to_owned(),
        Kind::BacktrackLimitExceeded { .. } | Kind::RegexEngineFailure { .. } => {
            "a simpler string: matching it against the pattern is too expensive".to_owned()
        }
        _ => short(&error.masked().to_string()),
    }
}

/// A bound of a length.
fn bound(which: &str, limit: &impl fmt::Display, one: &str, many: &str) -> String {
    let limit = limit.to_string();
    let unit = if limit == "1" { one } else { many };
    format!("at {which} {limit} {unit}")
}

fn type_words(one: JsonType) -> &'static str {
    match one {
        JsonType::Null => "null",
        JsonType::Boolean => "a boolean",
        JsonType::Integer => "an integer",
        JsonType::Number => "a number",
        JsonType::String => "a string",
        JsonType::Array => "an array",
        JsonType::Object => "an object",
    }
}

/// A description of the offending value, truncated if it is long.
pub(super) fn got(value: &Value) -> String {
    let shown = text(value);
    match value {
        Value::Object(_) => format!("the object {shown}"),
        Value::Array(_) => format!("the array {shown}"),
        Value::String(_) => format!("the string {shown}"),
        _ => shown,
    }
}

/// The value's JSON text. Writing stops soon after the excerpt's length.
fn text(value: &Value) -> String {
    /// A writer that keeps the start of a text.
    struct Beginning(Vec<u8>);
    impl io::Write for Beginning {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if self.0.len() > 4 * EXCERPT {
                return Err(io::ErrorKind::WriteZero.into());
            }
            self.0
                .extend_from_slice(&bytes[..bytes.len().min(8 * EXCERPT)]);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut out = Beginning(Vec::new());
    // An error means that the text was cut, after more than the excerpt needs.
    let _ = serde_json::to_writer(&mut out, value);
    short(&String::from_utf8_lossy(&out.0))
}

pub(super) fn short(text: &str) -> String {
    excerpt(text, EXCERPT)
}

/// A JSON path.
fn path(location: &Location) -> String {
    let mut out = String::from("$");
    for segment in location {
        match segment {
            LocationSegment::Property(name) => push_name(&mut out, &name),
            LocationSegment::Index(i) => {
                let _ = write!(out, "[{i}]");
            }
        }
    }
    out
}
