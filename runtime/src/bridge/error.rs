//! Why something can't go over a bridge.

use alloc::string::String;
use core::fmt;

use crate::set::SetError;

/// Why something can't go over a bridge.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum BridgeError {
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

impl BridgeError {
    #[cfg(any(feature = "async-openai", feature = "bedrock", feature = "rig"))]
    pub(super) fn no_place<T>(what: impl Into<String>) -> Self {
        BridgeError::NoPlace {
            type_name: core::any::type_name::<T>(),
            what: what.into(),
        }
    }
}

impl From<SetError> for BridgeError {
    fn from(error: SetError) -> Self {
        BridgeError::Set(error)
    }
}

impl fmt::Display for BridgeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BridgeError::Set(error) => error.fmt(f),
            BridgeError::NoPlace { type_name, what } => {
                write!(f, "`{type_name}` has no place for {what}")
            }
        }
    }
}

impl core::error::Error for BridgeError {}
