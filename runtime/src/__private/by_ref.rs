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
pub trait ByRef<'de> {
    /// The value held during the call.
    type Value: Deserialize<'de>;

    /// Returns the reference to it.
    fn borrow(held: &Self::Value) -> &Self;
}

impl<'de, T: Deserialize<'de>> ByRef<'de> for T {
    type Value = T;

    fn borrow(held: &T) -> &T {
        held
    }
}

impl<'de, T: Deserialize<'de>> ByRef<'de> for [T] {
    type Value = Vec<T>;

    fn borrow(held: &Vec<T>) -> &[T] {
        held
    }
}

impl<'de> ByRef<'de> for str {
    type Value = &'de str;

    fn borrow<'h>(held: &'h &'de str) -> &'h str {
        held
    }
}

impl<'de> ByRef<'de> for Path {
    type Value = &'de Path;

    fn borrow<'h>(held: &'h &'de Path) -> &'h Path {
        held
    }
}

#[cfg(feature = "raw_value")]
impl<'de> ByRef<'de> for serde_json::value::RawValue {
    type Value = &'de serde_json::value::RawValue;

    fn borrow(held: &Self::Value) -> &Self {
        held
    }
}

/// Returns a reference.
pub fn borrow<'de, 'h, T: ByRef<'de> + ?Sized>(held: &'h T::Value) -> &'h T {
    T::borrow(held)
}

/// Returns a reference if the value is present.
pub fn borrow_option<'de, 'h, T: ByRef<'de> + ?Sized>(held: &'h Option<T::Value>) -> Option<&'h T> {
    held.as_ref().map(T::borrow)
}

/// Returns a list.
pub fn borrow_slice<T>(held: &Vec<T>) -> &[T] {
    held
}

/// Returns a list if it is present.
pub fn borrow_slice_option<T>(held: &Option<Vec<T>>) -> Option<&[T]> {
    held.as_deref()
}
