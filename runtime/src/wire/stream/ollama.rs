//! Ollama's streamed lines. Each has a chunk of text and complete calls.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::json;

use super::chat::append;
use super::gather::{Gather, object, unfinished};
use crate::provider::Provider;
use crate::wire::WireError;
use crate::wire::limits::Budget;
use crate::wire::node::Node;
use crate::wire::turn::{body, no_error};

#[derive(Debug, Default)]
pub(in crate::wire) struct OllamaStream {
    content: String,
    thinking: String,
    /// The calls' texts, separated by commas.
    calls: String,
    /// The end's reason as JSON.
    done: Option<String>,
}

impl Gather for OllamaStream {
    fn event(&mut self, event: Node<'_>, budget: &mut Budget) -> Result<(), WireError> {
        let event = event.object()?;
        no_error(&event)?;
        let message = body(&event, "message")?.object()?;
        for (key, text) in [
            ("content", &mut self.content),
            ("thinking", &mut self.thinking),
        ] {
            if let Some(piece) = message.string(key)? {
                append(text, piece, budget)?;
            }
        }
        for call in message.list("tool_calls")? {
            if !self.calls.is_empty() {
                self.calls.push(',');
            }
            append(&mut self.calls, call.raw(), budget)?;
        }
        if event.get("done").is_some_and(Node::is_true) {
            let reason = event.get("done_reason");
            budget.take(reason.map_or(0, |reason| reason.raw().len()))?;
            self.done = Some(reason.map_or("null", Node::raw).into());
        }
        Ok(())
    }

    fn whole(&mut self, provider: Provider, _: bool) -> Result<String, WireError> {
        let Some(reason) = &self.done else {
            return Err(unfinished(provider, None));
        };
        let content = json!(self.content).to_string();
        let thinking = json!(self.thinking).to_string();
        let calls = alloc::format!("[{}]", self.calls);
        let mut members = Vec::from([("role", r#""assistant""#), ("content", &*content)]);
        if !self.thinking.is_empty() {
            members.push(("thinking", &thinking));
        }
        if !self.calls.is_empty() {
            members.push(("tool_calls", &calls));
        }
        let message = object(&members);
        Ok(object(&[("message", &message), ("done_reason", reason)]))
    }
}
