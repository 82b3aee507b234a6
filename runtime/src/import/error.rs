//! The error for an unreadable schema.

use core::fmt;

/// A schema that can't be read, with the location and the reason.
///
/// ```
/// use toolcast::import::ImportedSchema;
///
/// let error = ImportedSchema::parse(r#"{"properties": {"city": 7}}"#).unwrap_err();
/// assert_eq!(error.pointer, "/properties/city");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ImportError {
    /// A JSON Pointer into the schema; empty for the whole schema.
    pub pointer: String,
    /// The reason.
    pub reason: String,
    /// The keyword because of which a valid schema accepts no value, and the schema that has it.
    pub(super) never: Option<(String, &'static str)>,
}

impl ImportError {
    pub(super) fn new(pointer: &str, reason: impl Into<String>) -> Self {
        ImportError {
            pointer: pointer.to_owned(),
            reason: reason.into(),
            never: None,
        }
    }

    /// Marks an error of a schema that accepts no value because of a keyword in `place`. It is
    /// harmless as one of several alternatives.
    pub(super) fn never(self, place: &str, keyword: &'static str) -> Self {
        ImportError {
            never: Some((place.to_owned(), keyword)),
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
