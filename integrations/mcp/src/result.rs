//! Conversion of tool results to the SDK's results.

use rmcp::model::{CallToolResult, ContentBlock};

use toolcast::call::ToolResult;
use toolcast::integration::mcp_result;

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
