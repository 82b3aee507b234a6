//! What schemars says of a type, where it knows the type.

use schemars::JsonSchema;
use serde_json::Value;
use std::marker::PhantomData;

/// A type to ask schemars about. Where it has no `JsonSchema`, [`Undescribed`] answers: a method of the type itself comes first if its bounds hold.
pub struct Theirs<T>(PhantomData<T>);

impl<T> Theirs<T> {
    pub fn new() -> Self {
        Theirs(PhantomData)
    }
}

impl<T: JsonSchema> Theirs<T> {
    /// The schema of what is read, in draft 2020-12, as everybody gets it.
    pub fn schema(&self) -> Option<Value> {
        Some(schemars::schema_for!(T).to_value())
    }
}

/// The answer for types that schemars doesn't know.
pub trait Undescribed {
    fn schema(&self) -> Option<Value> {
        None
    }
}

impl<T> Undescribed for Theirs<T> {}
