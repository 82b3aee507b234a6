//! Conversion of tool results to the SDK's results.

#[cfg(any(feature = "client", feature = "server"))]
use std::sync::{Arc, Mutex};

#[cfg(any(feature = "client", feature = "server"))]
use rmcp::model::MetaObject;
use rmcp::model::{CallToolResult, ContentBlock};

#[cfg(feature = "server")]
use toolcast::call::Content;
use toolcast::call::ToolResult;
#[cfg(any(feature = "client", feature = "server"))]
use toolcast::integration::lock;
use toolcast::integration::mcp_result;

/// Converts a result to MCP content, with `structuredContent` if the tool has an output schema or
/// the answer is one JSON object. An unchanged answer of another MCP server is passed on as
/// received.
pub fn call_tool_result(mut result: ToolResult) -> CallToolResult {
    if !result.altered
        && let Some(whole) = result.artifact.take()
        && let Ok(whole) = whole.downcast::<CallToolResult>()
        && !result.is_error()
    {
        return *whole;
    }
    // The result is valid; the error covers a future change of the SDK.
    serde_json::from_value(mcp_result(&result)).unwrap_or_else(|error| {
        let words = format!("the answer can't be sent: {error}");
        CallToolResult::error(Vec::from([ContentBlock::text(words)]))
    })
}

/// The text of a failed result of another MCP server, before anything is redacted, and its
/// `_meta`, for which an error has no place. A server adds it to the options of a call, and the
/// client fills it.
#[cfg(any(feature = "client", feature = "server"))]
#[derive(Clone, Default)]
pub(crate) struct FailedMeta(Arc<Mutex<Option<(String, MetaObject)>>>);

#[cfg(any(feature = "client", feature = "server"))]
impl FailedMeta {
    #[cfg(feature = "client")]
    pub(crate) fn set(&self, text: String, meta: Option<MetaObject>) {
        *lock(&self.0) = meta.map(|meta| (text, meta));
    }

    /// Returns the `_meta` for a result that has the server's own text. In another one the text was
    /// replaced, cut or redacted, and `_meta` may repeat it.
    #[cfg(feature = "server")]
    pub(crate) fn of(&self, result: &ToolResult) -> Option<MetaObject> {
        let (own, meta) = lock(&self.0).take()?;
        let texts = result.content.iter().filter_map(|part| match part {
            Content::Text(text) | Content::Json(text) => Some(text.as_str()),
            _ => None,
        });
        let text = texts.collect::<Vec<_>>().join("\n");
        (result.is_error() && own == text).then_some(meta)
    }
}
