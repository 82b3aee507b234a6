//! Structured output: decodes the text that a model wrote for a type's schema.

use serde::de::DeserializeOwned;

use super::{ArgumentErrors, Arguments, DecodeOptions};
use crate::provider::Provider;
use crate::render::dialect_of;
use crate::schema::ToolSchema;

/// Decodes text that a model wrote for `schema!(T, provider)`. Undoes every rewrite, checks the
/// constraints, and unwraps a root that isn't an object from the object around it.
///
/// # Errors
///
/// Returns all faults, with a text for the model.
pub fn decode<T: DeserializeOwned + ToolSchema>(
    provider: Provider,
    text: &str,
) -> Result<T, ArgumentErrors> {
    decode_with(provider, text, DecodeOptions::DEFAULT)
}

/// Decodes like [`decode`], with leniency or other limits.
///
/// # Errors
///
/// Returns all faults, with a text for the model.
pub fn decode_with<T: DeserializeOwned + ToolSchema>(
    provider: Provider,
    text: &str,
    options: DecodeOptions,
) -> Result<T, ArgumentErrors> {
    let schema = T::SCHEMA.get();
    Arguments::parse_answer(text, schema, options)
        .and_then(|arguments| arguments.read(schema, dialect_of(schema, provider)))
        .map_err(ArgumentErrors::of_answer)
}
