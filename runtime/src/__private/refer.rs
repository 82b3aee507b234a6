//! Parameters that are references: what a call holds for them.

use alloc::vec::Vec;
use serde::Deserialize;
use std::path::Path;

/// What stands behind the reference of a parameter. Text, paths and raw JSON are borrowed from what the model sent; a slice is held as a `Vec`, anything else as
/// itself.
#[diagnostic::on_unimplemented(
    message = "a reference to `{Self}` can't be made from JSON",
    label = "the call has no value that this could refer to",
    note = "take an owned type, or write `#[tool(inject)]` for what the program gives"
)]
pub trait Refer<'de> {
    /// What is held for the call.
    type Held: Deserialize<'de>;

    /// The reference to it.
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

/// A reference.
pub fn refer<'de, 'h, T: Refer<'de> + ?Sized>(held: &'h T::Held) -> &'h T {
    T::refer(held)
}

/// A reference that may be absent.
pub fn refer_option<'de, 'h, T: Refer<'de> + ?Sized>(held: &'h Option<T::Held>) -> Option<&'h T> {
    held.as_ref().map(T::refer)
}

/// A list.
pub fn refer_slice<T>(held: &Vec<T>) -> &[T] {
    held
}

/// A list that may be absent.
pub fn refer_slice_option<T>(held: &Option<Vec<T>>) -> Option<&[T]> {
    held.as_deref()
}
