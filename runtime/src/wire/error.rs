//! What is wrong with a response, a stream, a history or a request.

use alloc::string::String;
use core::fmt;

use crate::provider::Provider;

/// What is wrong with a response, a stream, a history or a request.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum WireError {
    /// The provider has no calls: [`Provider::JsonSchema`] is a text alone.
    NoCalls {
        /// Which one.
        provider: Provider,
    },
    /// No JSON.
    Syntax {
        /// Whose response it should be.
        provider: Provider,
        /// What the parser says, with line and column.
        message: String,
    },
    /// JSON, but not this provider's shape.
    Shape {
        /// Whose it should be.
        provider: Provider,
        /// The place: `choices[0].message`; empty for the whole.
        at: String,
        /// What should stand there.
        expected: String,
        /// What stands there.
        found: String,
    },
    /// The provider answered with an error.
    Api {
        /// Which one.
        provider: Provider,
        /// Its word or number for it, where it gave one.
        code: Option<String>,
        /// Its text.
        message: String,
    },
    /// A stream stopped in the middle.
    Unfinished {
        /// Whose.
        provider: Provider,
        /// The call that was being written: its tool's name, or its id where no name came.
        call: Option<String>,
    },
    /// More than the [`Limits`](super::Limits) allow.
    TooLarge {
        /// Whose response.
        provider: Provider,
        /// What there is too much of: `bytes`, `calls`.
        what: &'static str,
        /// The limit.
        limit: usize,
    },
    /// The provider has no words for what is asked.
    NoWords {
        /// Which one.
        provider: Provider,
        /// What is asked.
        what: String,
    },
    /// A choice names a tool that is not declared, or asks for a call where no tool is.
    NotDeclared {
        /// The tool, where one is named.
        tool: Option<String>,
    },
    /// The request has another tool of that name.
    Duplicate {
        /// The name.
        tool: String,
    },
}

impl fmt::Display for WireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WireError::NoCalls { provider } => {
                write!(f, "{provider} is a schema alone and has no calls")
            }
            WireError::Syntax { provider, message } => {
                write!(f, "{provider}: not JSON: {message}")
            }
            WireError::Shape {
                provider,
                at,
                expected,
                found,
            } => {
                write!(f, "{provider}: expected {expected}")?;
                if !at.is_empty() {
                    write!(f, " at `{at}`")?;
                }
                write!(f, ", found {found}")
            }
            WireError::Api {
                provider,
                code,
                message,
            } => {
                write!(f, "{provider} answered with an error")?;
                if let Some(code) = code {
                    write!(f, " ({code})")?;
                }
                write!(f, ": {message}")
            }
            WireError::Unfinished { provider, call } => {
                write!(f, "{provider}: the stream stopped")?;
                match call {
                    Some(call) => write!(f, " in the middle of the call `{call}`"),
                    None => f.write_str(" before its end"),
                }
            }
            WireError::TooLarge {
                provider,
                what,
                limit,
            } => write!(f, "{provider}: more than {limit} {what}"),
            WireError::NoWords { provider, what } => {
                write!(f, "{provider} has no words for {what}")
            }
            WireError::NotDeclared { tool: Some(tool) } => {
                write!(f, "the choice names `{tool}`, which is not declared")
            }
            WireError::NotDeclared { tool: None } => {
                f.write_str("the choice asks for a call, but no tool is declared")
            }
            WireError::Duplicate { tool } => {
                write!(f, "the request has another tool `{tool}` already")
            }
        }
    }
}

impl core::error::Error for WireError {}
