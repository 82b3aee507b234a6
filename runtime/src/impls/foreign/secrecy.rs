//! `secrecy` 0.10.

use crate::impls::text::formatted;
use crate::schema::ToolSchema;
use crate::schema::{Format, SchemaRef, Text};
use secrecy010::SecretBox;

/// `format: password`: errors about the value omit it. An error about the enclosing object may
/// still show the start of the object.
impl ToolSchema for SecretBox<str> {
    const SCHEMA: SchemaRef = SchemaRef::new(&formatted(Format::Other(Text::plain("password"))));
}
