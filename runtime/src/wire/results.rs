//! Call results as messages for the next request.

use serde_json::Value;

use super::response::chat_api;
use super::writer::MessageWriter;
use crate::call::{ToolResult, ToolResults};
use crate::message::ResultView;
use crate::provider::Provider;

impl ToolResults {
    /// Encodes the results for the next request, after
    /// [`Turn::messages`](crate::wire::Turn::messages): one message per result, or one message for
    /// all. Errors use the provider's flag, or the prefix `Error: ` if it has none or rejects media
    /// in an error. Media that it doesn't accept becomes a text that names what was left out. For
    /// MCP, each message is a `CallToolResult`. [`Provider::JsonSchema`], which can't make calls,
    /// gets the format of [`Provider::Portable`].
    ///
    /// ```
    /// use toolcast::call::{Content, ToolCall, ToolResult, ToolResults};
    /// use toolcast::{Provider, serde_json::json};
    ///
    /// let call = ToolCall::new("toolu_1", "weather", "{}");
    /// let result = ToolResult::new(call, vec![Content::Text("18 C".into())]);
    /// let messages = ToolResults::from(vec![result]).to_messages(Provider::Anthropic);
    /// assert_eq!(messages, [json!({"role": "user", "content": [
    ///     {"type": "tool_result", "tool_use_id": "toolu_1", "content": "18 C"},
    /// ]})]);
    /// ```
    pub fn to_messages(&self, provider: Provider) -> Vec<Value> {
        encode(&self.0, provider, false).messages
    }

    /// Encodes the results for the next request, with each message as JSON text on one line. For
    /// programs that build requests as text: no tree is built. Otherwise as
    /// [`to_messages`](Self::to_messages).
    ///
    /// ```
    /// use toolcast::Provider;
    /// use toolcast::call::{Content, ToolCall, ToolResult, ToolResults};
    ///
    /// let call = ToolCall::new("call_1", "weather", "{}");
    /// let result = ToolResult::new(call, vec![Content::Text("18 C".into())]);
    /// let results = ToolResults::from(vec![result]);
    /// assert_eq!(
    ///     results.to_message_texts(Provider::OpenAi),
    ///     [r#"{"role":"tool","tool_call_id":"call_1","content":"18 C"}"#],
    /// );
    /// ```
    pub fn to_message_texts(&self, provider: Provider) -> Vec<String> {
        encode(&self.0, provider, true).texts.unwrap_or_default()
    }
}

impl ToolResult {
    /// Encodes this result alone for the next request, as [`ToolResults::to_messages`]. If the
    /// provider expects all results of a turn in one message, send them together.
    pub fn to_messages(&self, provider: Provider) -> Vec<Value> {
        encode(core::slice::from_ref(self), provider, false).messages
    }

    /// Encodes this result alone, with each message as JSON text, as
    /// [`ToolResults::to_message_texts`]. If the provider expects all results of a turn in one
    /// message, send them together.
    pub fn to_message_texts(&self, provider: Provider) -> Vec<String> {
        let out = encode(core::slice::from_ref(self), provider, true);
        out.texts.unwrap_or_default()
    }
}

fn encode(results: &[ToolResult], provider: Provider, as_text: bool) -> MessageWriter {
    let provider = chat_api(provider).map_or(Provider::Portable, |_| provider);
    let mut out = MessageWriter::new(provider);
    out.texts = as_text.then(Vec::new);
    if let Ok(wire) = chat_api(provider)
        && !results.is_empty()
    {
        let views: Vec<_> = results.iter().map(ResultView::of).collect();
        wire.write_results(&views, &mut out);
    }
    out
}
