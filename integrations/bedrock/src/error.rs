//! Why something has no form in the SDK's types.

use std::fmt;

use toolcast::set::SetError;

/// Why something has no form in the SDK's types.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// The set can't say it to the provider.
    Set(SetError),
    /// The other crate's type has no place for it.
    NoPlace {
        /// The type's name.
        type_name: &'static str,
        /// What has no place: a path into the JSON, and why, where there is more to say.
        what: String,
    },
}

impl Error {
    pub(crate) fn no_place<T>(what: impl Into<String>) -> Self {
        Error::NoPlace {
            type_name: std::any::type_name::<T>(),
            what: what.into(),
        }
    }
}

impl From<SetError> for Error {
    fn from(error: SetError) -> Self {
        Error::Set(error)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Set(error) => error.fmt(f),
            Error::NoPlace { type_name, what } => {
                write!(f, "`{type_name}` has no place for {what}")
            }
        }
    }
}

impl std::error::Error for Error {}
