//! A call as the model wrote it.

use serde::{Deserialize, Serialize};

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
    /// The call's id, which links its result to it. If the provider sent none, a deterministic id
    /// is generated.
    pub id: String,
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
        id: impl Into<String>,
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
