//! The error of a conversion to the SDK's types.

use std::fmt;

use toolcast::set::SetError;

/// An error of a conversion to the SDK's types.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// The set rejects the request, for instance because the provider would reject a tool.
    Set(SetError),
    /// The SDK's type can't hold a value.
    NoPlace {
        /// The name of the type.
        type_name: &'static str,
        /// The value: a path into the JSON or a description, with the reason if there is more to
        /// report.
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
                write!(f, "`{type_name}` can't represent {what}")
            }
        }
    }
}

impl std::error::Error for Error {}
