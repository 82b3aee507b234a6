//! A call as the model wrote it.

use core::fmt;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The id of a call, which links its result to it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CallId(Arc<str>);

impl CallId {
    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for CallId {
    fn as_ref(&self) -> &str {
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

// By hand, because serde's own implementations for `Arc` are behind a feature of serde.
impl Serialize for CallId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for CallId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(CallId::from)
    }
}

/// A call as the model wrote it.
///
/// ```
/// use toolcast::{Provider, ToolCall};
///
/// let response = r#"{"content": [
///     {"type": "tool_use", "id": "toolu_1", "name": "add", "input": {"a": 1, "b": 2}}
/// ]}"#;
/// let calls = Provider::Anthropic.parse_calls(response)?;
/// assert_eq!(calls[0], ToolCall::new("toolu_1", "add", r#"{"a": 1, "b": 2}"#));
/// # Ok::<(), toolcast::WireError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ToolCall {
    /// The call's id. If the provider sent none, a deterministic id is generated.
    pub id: CallId,
    /// The tool's name.
    pub name: String,
    /// The arguments as JSON text, unchanged and not validated.
    pub arguments: String,
    /// Opaque data that the provider requires back with the call (Gemini's `thoughtSignature`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<String>,
}

impl ToolCall {
    /// Creates a call with arguments as JSON text.
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
