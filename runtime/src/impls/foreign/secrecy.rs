//! `secrecy` 0.10.

use crate::impls::text::formatted;
use crate::schema::ToolSchema;
use crate::schema::{Format, SchemaRef, Text};
use secrecy010::SecretBox;

/// `format: password`: what is wrong with the value is said without it. An error about the object around it may still show the beginning of that.
impl ToolSchema for SecretBox<str> {
    const SCHEMA: SchemaRef = SchemaRef::new(&formatted(Format::Other(Text::plain("password"))));
}
