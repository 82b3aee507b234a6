//! What calls gave, as messages for the next request.

use alloc::string::String;
use alloc::vec::Vec;

use serde_json::Value;

use super::neutral::Given;
use super::{Said, wire_of};
use crate::call::{ToolResult, ToolResults};
use crate::provider::Provider;

impl ToolResults {
    /// The results as the provider wants them in the next request, behind [`Turn::history`](crate::wire::Turn::history): one message each, or all in one.
    /// Errors are flagged in its way, or begin with `Error: ` where it has none. A picture or file that it does not take is a text that says what was left out.
    /// For MCP each is a `CallToolResult`. [`Provider::JsonSchema`], from which no call can come, gets what [`Provider::Portable`] gets.
    pub fn to_messages(&self, provider: Provider) -> Vec<Value> {
        said(&self.0, provider, false).messages
    }

    /// As [`to_messages`](Self::to_messages), each message as JSON text on one line, for programs that put requests together as text: no tree is built on the way.
    ///
    /// ```
    /// use toolcast::Provider;
    /// use toolcast::call::{Content, ToolCall, ToolResult, ToolResults};
    ///
    /// let call = ToolCall::new("call_1", "weather", "{}");
    /// let results = ToolResults(vec![ToolResult::new(call, vec![Content::Text("18 C".into())])]);
    /// assert_eq!(
    ///     results.to_message_texts(Provider::OpenAi),
    ///     [r#"{"role":"tool","tool_call_id":"call_1","content":"18 C"}"#],
    /// );
    /// ```
    pub fn to_message_texts(&self, provider: Provider) -> Vec<String> {
        said(&self.0, provider, true).texts.unwrap_or_default()
    }
}

impl ToolResult {
    /// As [`ToolResults::to_messages`] for this result alone. Where the provider wants all results of a turn in one message, send them together.
    pub fn to_messages(&self, provider: Provider) -> Vec<Value> {
        said(core::slice::from_ref(self), provider, false).messages
    }

    /// As [`ToolResults::to_message_texts`] for this result alone. Where the provider wants all results of a turn in one message, send them together.
    pub fn to_message_texts(&self, provider: Provider) -> Vec<String> {
        let said = said(core::slice::from_ref(self), provider, true);
        said.texts.unwrap_or_default()
    }
}

fn said(results: &[ToolResult], provider: Provider, as_text: bool) -> Said {
    let (provider, wire) = match wire_of(provider) {
        Ok(wire) => (provider, Ok(wire)),
        Err(_) => (Provider::Portable, wire_of(Provider::Portable)),
    };
    let mut said = Said::new(provider);
    said.texts = as_text.then(Vec::new);
    if let Ok(wire) = wire
        && !results.is_empty()
    {
        // Mostly one call is answered at a time, which needs no list.
        match results {
            [one] => wire.give(&[Given::of(one)], &mut said),
            all => wire.give(&all.iter().map(Given::of).collect::<Vec<_>>(), &mut said),
        }
    }
    said
}
