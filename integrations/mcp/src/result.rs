//! Conversion of tool results to the SDK's results.

use std::sync::{Arc, Mutex};

use rmcp::model::{CallToolResult, ContentBlock, MetaObject};

#[cfg(feature = "server")]
use toolcast::call::Content;
use toolcast::call::ToolResult;
use toolcast::integration::{lock, mcp_result};

/// Converts a result to MCP content, with `structuredContent` if the tool has an output schema or
/// the answer is one JSON object. An unchanged answer of another MCP server is passed on as
/// received.
pub fn call_tool_result(mut result: ToolResult) -> CallToolResult {
    if !result.is_altered
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

/// The `_meta` of a failed result of another MCP server, for which an error has no place. A server
/// adds it to the options of a call, and the client fills it.
#[derive(Clone, Default)]
pub(crate) struct FailedMeta(Arc<Mutex<Option<MetaObject>>>);

impl FailedMeta {
    #[cfg(feature = "client")]
    pub(crate) fn set(&self, meta: Option<MetaObject>) {
        *lock(&self.0) = meta;
    }

    /// Returns it for a result that has the error's own text. In another one the program has
    /// replaced or cut the text, which `_meta` may repeat.
    #[cfg(feature = "server")]
    pub(crate) fn of(&self, result: &ToolResult) -> Option<MetaObject> {
        let texts = result.content.iter().filter_map(|part| match part {
            Content::Text(text) | Content::Json(text) => Some(text.as_str()),
            _ => None,
        });
        let text = texts.collect::<Vec<_>>().join("\n");
        if result.error.as_ref()?.to_string() != text {
            return None;
        }
        lock(&self.0).take()
    }
}
