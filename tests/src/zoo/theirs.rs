//! Schemas by schemars, for the types that it knows.

use schemars::JsonSchema;
use serde_json::Value;
use std::marker::PhantomData;

/// Asks schemars about a type. If the type has no `JsonSchema`, [`Undescribed`] answers, because an
/// inherent method takes precedence only if its bounds hold.
pub struct Theirs<T>(PhantomData<T>);

impl<T> Theirs<T> {
    pub fn new() -> Self {
        Theirs(PhantomData)
    }
}

impl<T: JsonSchema> Theirs<T> {
    /// Returns the schema for deserialization in draft 2020-12, with schemars' default settings.
    pub fn schema(&self) -> Option<Value> {
        Some(schemars::schema_for!(T).to_value())
    }
}

/// Returns `None` for types that schemars doesn't know.
pub trait Undescribed {
    fn schema(&self) -> Option<Value> {
        None
    }
}

impl<T> Undescribed for Theirs<T> {}
