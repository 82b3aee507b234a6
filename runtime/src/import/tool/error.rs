//! The error for an unreadable definition.

use core::fmt;

/// A tool definition that can't be read, with the location and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DefinitionError {
    /// Its index among all definitions of the input, from 0.
    pub index: usize,
    /// Its name, if it has one.
    pub name: Option<String>,
    /// A JSON Pointer into the input.
    pub pointer: String,
    /// The reason.
    pub reason: String,
}

impl fmt::Display for DefinitionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DefinitionError {
            index,
            name,
            pointer,
            reason,
        } = self;
        match name {
            Some(name) => write!(f, "tool {index} (`{name}`) can't be read")?,
            None => write!(f, "tool {index} can't be read")?,
        }
        if !pointer.is_empty() {
            write!(f, " at `{pointer}`")?;
        }
        write!(f, ": {reason}")
    }
}

impl core::error::Error for DefinitionError {}
