//! Structured output: a value of a type from the text that a model wrote for the type's schema.

use serde::de::DeserializeOwned;

use super::{ArgumentErrors, Arguments, Options};
use crate::provider::Provider;
use crate::render::dialect_of;
use crate::schema::ToolSchema;

/// Reads what a model wrote for the text of `schema!(T, provider)`: undoes every rewrite, takes the value out of the object that a root which is no
/// object was wrapped in, and checks the constraints.
///
/// # Errors
///
/// All that does not fit, with a text for the model.
pub fn decode<T: DeserializeOwned + ToolSchema>(
    provider: Provider,
    text: &str,
) -> Result<T, ArgumentErrors> {
    decode_with(provider, text, Options::DEFAULT)
}

/// As [`decode`], otherwise than strictly, or with other limits.
///
/// # Errors
///
/// All that does not fit, with a text for the model.
pub fn decode_with<T: DeserializeOwned + ToolSchema>(
    provider: Provider,
    text: &str,
    options: Options,
) -> Result<T, ArgumentErrors> {
    let schema = T::SCHEMA.get();
    Arguments::parse_answer(text, schema, options)
        .and_then(|arguments| arguments.read(schema, dialect_of(schema, provider)))
        .map_err(ArgumentErrors::of_answer)
}
