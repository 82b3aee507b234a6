//! What calls gave, as messages for the next request.

use alloc::vec::Vec;

use serde_json::Value;

use super::neutral::{CallResult, Message};
use super::{Said, wire_of};
use crate::call::{ToolResult, ToolResults};
use crate::provider::Provider;

impl ToolResults {
    /// The results as the provider wants them in the next request, behind [`Turn::history`](crate::wire::Turn::history): one message each, or all in one.
    /// Errors are flagged in its way, or begin with `Error: ` where it has none. A picture or file that it does not take is a text that says what was left out.
    /// For MCP each is a `CallToolResult`. [`Provider::JsonSchema`], from which no call can come, gets what [`Provider::Portable`] gets.
    pub fn to_messages(&self, provider: Provider) -> Vec<Value> {
        messages(self.0.iter().map(CallResult::of).collect(), provider)
    }
}

impl ToolResult {
    /// As [`ToolResults::to_messages`] for this result alone. Where the provider wants all results of a turn in one message, send them together.
    pub fn to_messages(&self, provider: Provider) -> Vec<Value> {
        messages(Vec::from([CallResult::of(self)]), provider)
    }
}

fn messages(results: Vec<CallResult>, provider: Provider) -> Vec<Value> {
    if results.is_empty() {
        return Vec::new();
    }
    let (provider, wire) = match wire_of(provider) {
        Ok(wire) => (provider, Ok(wire)),
        Err(_) => (Provider::Portable, wire_of(Provider::Portable)),
    };
    let mut said = Said::new(provider);
    if let Ok(wire) = wire {
        wire.say(&Message::Results(results), &mut said);
    }
    said.messages
}
