//! A call as the model wrote it.

use alloc::string::String;
use alloc::sync::Arc;
use core::fmt;

/// The name of one call, by which its result finds back to it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CallId(Arc<str>);

impl CallId {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for CallId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl From<&str> for CallId {
    fn from(id: &str) -> Self {
        CallId(id.into())
    }
}

impl From<String> for CallId {
    fn from(id: String) -> Self {
        CallId(id.into())
    }
}

/// A call as the model wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ToolCall {
    /// The call's name. Made up, and the same each time, where the provider gave none.
    pub id: CallId,
    /// The tool's name.
    pub name: String,
    /// The arguments as JSON text, as they came; nothing is known of what is in it.
    pub arguments: String,
    /// What the provider wants back with the call (`thoughtSignature` of Gemini).
    pub signature: Option<String>,
}

impl ToolCall {
    /// A call of a tool with arguments as JSON text.
    pub fn new(
        id: impl Into<CallId>,
        name: impl Into<String>,
        arguments: impl Into<String>,
    ) -> Self {
        ToolCall {
            id: id.into(),
            name: name.into(),
            arguments: arguments.into(),
            signature: None,
        }
    }
}
