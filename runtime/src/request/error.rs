//! Errors in a response, a stream, a history or a request.

use core::fmt;

use crate::provider::Provider;
use crate::render::Report;

/// An error in a response, a stream, a history or a request.
///
/// ```
/// use toolcast::{Provider, WireError};
///
/// let response = r#"{"error": {"type": "overloaded_error", "message": "Overloaded"}}"#;
/// match Provider::Anthropic.parse_turn(response) {
///     Err(WireError::Api { code, message, .. }) => {
///         assert_eq!((code.as_deref(), &*message), (Some("overloaded_error"), "Overloaded"));
///     }
///     other => panic!("{other:?}"),
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WireError {
    /// The provider has no calls: [`Provider::JsonSchema`] is only a schema.
    NoCalls {
        /// The provider.
        provider: Provider,
    },
    /// Invalid JSON.
    Syntax {
        /// The provider whose format was expected.
        provider: Provider,
        /// The parser's message, with line and column.
        message: String,
    },
    /// Valid JSON, but not in this provider's format.
    Shape {
        /// The provider whose format was expected.
        provider: Provider,
        /// The path, such as `choices[0].message`; empty for the root.
        at: String,
        /// A description of the expected value.
        expected: String,
        /// A description of the value found.
        found: String,
    },
    /// The provider answered with an error.
    Api {
        /// The provider.
        provider: Provider,
        /// The provider's error code or type, if any.
        code: Option<String>,
        /// The provider's error message.
        message: String,
    },
    /// A stream ended early.
    Unfinished {
        /// The provider.
        provider: Provider,
        /// The unfinished call: its tool's name, or its id if it has no name yet.
        call: Option<String>,
    },
    /// The input exceeds the [`ResponseLimits`](crate::wire::ResponseLimits).
    TooLarge {
        /// The provider.
        provider: Provider,
        /// The unit of the limit, such as `bytes` or `calls`.
        unit: &'static str,
        /// The limit.
        limit: usize,
    },
    /// The provider's API has no way to express the tool choice or the request.
    Unsupported {
        /// The provider.
        provider: Provider,
        /// A description of the unsupported part.
        feature: String,
    },
    /// A choice names an undeclared tool, or requires a call if no tool is declared.
    UnknownTool {
        /// The tool's name, if the choice has one.
        name: Option<String>,
    },
    /// The provider rejects the schema of the type for the answer, or has no format with a schema.
    ResponseFormat(Report),
    /// The request already has another tool with that name.
    Duplicate {
        /// The name.
        name: String,
    },
}

impl fmt::Display for WireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WireError::NoCalls { provider } => {
                write!(f, "{provider} is only a schema and has no calls")
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
                unit,
                limit,
            } => write!(f, "{provider}: more than {limit} {unit}"),
            WireError::Unsupported { provider, feature } => {
                write!(f, "{provider} doesn't support {feature}")
            }
            WireError::UnknownTool { name: Some(name) } => {
                write!(f, "the choice names `{name}`, which is not declared")
            }
            WireError::UnknownTool { name: None } => {
                f.write_str("the choice asks for a call, but no tool is declared")
            }
            WireError::ResponseFormat(report) => {
                write!(f, "the answer can't have this type: {report}")
            }
            WireError::Duplicate { name } => {
                write!(f, "the request has another tool `{name}` already")
            }
        }
    }
}

impl core::error::Error for WireError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            WireError::ResponseFormat(report) => Some(report),
            _ => None,
        }
    }
}
