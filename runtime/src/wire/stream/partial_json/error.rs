//! Errors in a JSON text that is completed.

use core::fmt;

/// The reason why [`PartialJson`](super::PartialJson) rejects a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PartialJsonError {
    /// Another character was expected.
    #[non_exhaustive]
    Syntax {
        /// The number of bytes before it.
        at: usize,
        /// A description of the expected text.
        expected: &'static str,
        /// The character.
        found: char,
    },
    /// Lists and objects are nested too deeply.
    #[non_exhaustive]
    TooDeep {
        /// The maximum number of levels.
        limit: usize,
    },
    /// The text is too long.
    #[non_exhaustive]
    TooLarge {
        /// The maximum number of bytes.
        limit: usize,
    },
}

impl fmt::Display for PartialJsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PartialJsonError::Syntax {
                at,
                expected,
                found,
            } => write!(f, "expected {expected} at byte {at}, found {found:?}"),
            PartialJsonError::TooDeep { limit } => {
                write!(f, "more than {limit} levels of lists and objects")
            }
            PartialJsonError::TooLarge { limit } => write!(f, "more than {limit} bytes"),
        }
    }
}

impl core::error::Error for PartialJsonError {}
