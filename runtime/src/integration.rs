//! Functions for the integrations of this repository, which are released in lockstep with this
//! crate. Not covered by semantic versioning.

use core::fmt;

pub use crate::call::error::ShownName;
use crate::set::{SetError, ToolInfo};
pub use crate::task::{catch_panic, run_blocking, sleep};
pub use crate::text::hide;

/// Returns the name that resembles another one, for an error.
pub fn nearest<'n>(name: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    crate::decode::nearest(name, names)
}

/// Returns true if a parameter of the tool is an integer of more than 64 bits, at any depth.
pub fn has_wide_integers(tool: &ToolInfo<'_>) -> bool {
    let found = tool.member.with_schema(crate::decode::has_wide_integer);
    found.unwrap_or_default()
}

/// An error of a conversion to the types of another crate.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ConversionError {
    /// The set rejects the request, for instance because the provider would reject a tool.
    Set(SetError),
    /// The other crate's type can't hold a value.
    NoPlace {
        /// The name of the type.
        type_name: &'static str,
        /// The value: a path into the JSON or a description, with the reason if there is more to
        /// report.
        what: String,
    },
}

impl ConversionError {
    /// The error for a value that the type `T` can't hold.
    #[doc(hidden)]
    pub fn no_place<T>(what: impl Into<String>) -> Self {
        ConversionError::NoPlace {
            type_name: core::any::type_name::<T>(),
            what: what.into(),
        }
    }
}

impl From<SetError> for ConversionError {
    fn from(error: SetError) -> Self {
        ConversionError::Set(error)
    }
}

impl fmt::Display for ConversionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConversionError::Set(error) => error.fmt(f),
            ConversionError::NoPlace { type_name, what } => {
                write!(f, "`{type_name}` can't represent {what}")
            }
        }
    }
}

impl core::error::Error for ConversionError {}
