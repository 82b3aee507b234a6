//! Why a schema could not be read.

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;

/// A schema that can't be read: where, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ImportError {
    /// A JSON Pointer into the schema; empty for the schema as a whole.
    pub pointer: String,
    /// What is wrong there.
    pub reason: String,
    /// It is a schema, and no value fits it.
    pub(super) never: bool,
}

impl ImportError {
    pub(super) fn new(pointer: &str, reason: impl Into<String>) -> Self {
        ImportError {
            pointer: pointer.to_owned(),
            reason: reason.into(),
            never: false,
        }
    }

    /// Of a schema that no value fits: as one of several it does no harm.
    pub(super) fn never(self) -> Self {
        ImportError {
            never: true,
            ..self
        }
    }
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ImportError {
            pointer, reason, ..
        } = self;
        if pointer.is_empty() {
            write!(f, "the schema can't be read: {reason}")
        } else {
            write!(f, "the schema can't be read at `{pointer}`: {reason}")
        }
    }
}

impl core::error::Error for ImportError {}
