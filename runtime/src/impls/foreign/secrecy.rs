//! `secrecy` 0.10: what a model sends into these is in no error text.

use crate::impls::text::formatted;
use crate::schema::{Format, SchemaRef, Text};
use crate::tool::ToolSchema;
use secrecy010::SecretBox;

/// `format: password`: no provider is told more than that, and no error text repeats the value.
impl ToolSchema for SecretBox<str> {
    const SCHEMA: SchemaRef = SchemaRef::new(&formatted(Format::Other(Text::plain("password"))));
}
