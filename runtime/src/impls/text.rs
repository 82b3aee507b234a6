//! Strings and paths.

use crate::schema::ToolSchema;
use crate::schema::{Format, Kind, Pattern, Schema, SchemaRef, Str, Text};
use alloc::string::String;

/// Returns a string with a format.
pub(super) const fn formatted(format: Format<'static>) -> Schema<'static> {
    Schema::of(Kind::String(Str {
        format: Some(format),
        ..Str::ANY
    }))
}

/// Returns a string with a pattern. The pattern must be anchored by `^` and `$` and contain only
/// classes, groups and repeats, the largest of which is given.
pub(super) const fn matching(pattern: Text<'static>, largest_repeat: u32) -> Schema<'static> {
    Schema::of(Kind::String(Str {
        pattern: Some(Pattern {
            text: pattern,
            facts: Pattern::ANCHORED_START | Pattern::ANCHORED_END | Pattern::ANCHOR,
            largest_repeat,
        }),
        ..Str::ANY
    }))
}

/// Returns a string with a pattern, and a description with an example for schemas and errors.
pub(super) const fn form(
    docs: &'static str,
    pattern: Text<'static>,
    largest_repeat: u32,
) -> Schema<'static> {
    Schema {
        docs,
        ..matching(pattern, largest_repeat)
    }
}

/// Adds a function that decides whether the type reads a text.
pub(super) const fn read_by(schema: Schema<'static>, reads: fn(&str) -> bool) -> Schema<'static> {
    let Kind::String(string) = schema.kind else {
        return schema;
    };
    Schema {
        kind: Kind::String(Str {
            reads: Some(reads),
            ..string
        }),
        ..schema
    }
}

/// Returns whether the type's parser, which its serde implementation uses, accepts the text.
pub(super) fn parses<T: core::str::FromStr>(text: &str) -> bool {
    text.parse::<T>().is_ok()
}

const ANY_STRING: SchemaRef = SchemaRef::new(&Schema::of(Kind::String(Str::ANY)));

impl ToolSchema for str {
    const SCHEMA: SchemaRef = ANY_STRING;
}

impl ToolSchema for String {
    const SCHEMA: SchemaRef = ANY_STRING;
}

#[cfg(feature = "std")]
impl ToolSchema for std::path::Path {
    const SCHEMA: SchemaRef = ANY_STRING;
}

#[cfg(feature = "std")]
impl ToolSchema for std::path::PathBuf {
    const SCHEMA: SchemaRef = ANY_STRING;
}
