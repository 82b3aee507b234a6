//! Parameters that are references: the values that a call holds for them.

use serde::Deserialize;
use std::path::Path;

/// The target of a reference parameter. Text, paths and raw JSON are borrowed from the model's
/// arguments. A slice is held as a `Vec`, anything else as itself.
#[diagnostic::on_unimplemented(
    message = "a reference to `{Self}` can't be made from JSON",
    label = "the call has no value that this could refer to",
    note = "take an owned type, or write `#[tool(inject)]` for what your program supplies"
)]
pub trait Refer<'de> {
    /// The value held during the call.
    type Held: Deserialize<'de>;

    /// Returns the reference to it.
    fn refer(held: &Self::Held) -> &Self;
}

impl<'de, T: Deserialize<'de>> Refer<'de> for T {
    type Held = T;

    fn refer(held: &T) -> &T {
        held
    }
}

impl<'de, T: Deserialize<'de>> Refer<'de> for [T] {
    type Held = Vec<T>;

    fn refer(held: &Vec<T>) -> &[T] {
        held
    }
}

impl<'de> Refer<'de> for str {
    type Held = &'de str;

    fn refer<'h>(held: &'h &'de str) -> &'h str {
        held
    }
}

impl<'de> Refer<'de> for Path {
    type Held = &'de Path;

    fn refer<'h>(held: &'h &'de Path) -> &'h Path {
        held
    }
}

#[cfg(feature = "raw_value")]
impl<'de> Refer<'de> for serde_json::value::RawValue {
    type Held = &'de serde_json::value::RawValue;

    fn refer(held: &Self::Held) -> &Self {
        held
    }
}

/// Returns a reference.
pub fn refer<'de, 'h, T: Refer<'de> + ?Sized>(held: &'h T::Held) -> &'h T {
    T::refer(held)
}

/// Returns a reference if the value is present.
pub fn refer_option<'de, 'h, T: Refer<'de> + ?Sized>(held: &'h Option<T::Held>) -> Option<&'h T> {
    held.as_ref().map(T::refer)
}

/// Returns a list.
pub fn refer_slice<T>(held: &Vec<T>) -> &[T] {
    held
}

/// Returns a list if it is present.
pub fn refer_slice_option<T>(held: &Option<Vec<T>>) -> Option<&[T]> {
    held.as_deref()
}
