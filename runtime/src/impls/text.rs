//! Strings and paths.

use crate::schema::{Kind, Schema, SchemaRef, Str};
use crate::tool::ToolSchema;
use alloc::string::String;

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
