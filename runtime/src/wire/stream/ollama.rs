//! Ollama's streamed lines. Each has a chunk of text and complete calls.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::json;

use super::decoder::{ResponseMembers, StreamDecoder, object, unfinished};
use super::output::Output;
use crate::provider::Provider;
use crate::wire::WireError;
use crate::wire::node::JsonNode;
use crate::wire::turn::{RawCall, body, no_error};

#[derive(Debug, Default)]
pub(in crate::wire) struct OllamaStream {
    response: ResponseMembers,
    content: String,
    thinking: String,
    /// The calls' texts, separated by commas.
    calls: String,
    /// The end's reason as JSON.
    done: Option<String>,
}

/// The members of a response apart from its message.
const RESPONSE: &[&str] = &["model", "prompt_eval_count", "eval_count"];

impl StreamDecoder for OllamaStream {
    fn event(&mut self, event: JsonNode<'_>, out: &mut Output) -> Result<(), WireError> {
        let event = event.object()?;
        no_error(&event)?;
        self.response.keep(&event, RESPONSE, out)?;
        let message = body(&event, "message")?.object()?;
        if let Some(piece) = message.string("thinking")? {
            out.reasoning((0, 0), piece);
            out.append(&mut self.thinking, piece)?;
        }
        if let Some(piece) = message.string("content")? {
            out.text(piece);
            out.append(&mut self.content, piece)?;
        }
        for call in message.list("tool_calls")? {
            if !self.calls.is_empty() {
                self.calls.push(',');
            }
            out.append(&mut self.calls, call.raw())?;
            let call = call.object()?;
            let function = call.need("function")?.object()?;
            let id = call.id("id")?.map(|id| id.text);
            out.call(id, RawCall::read(function, "arguments", None)?)?;
        }
        if event.get("done").is_some_and(JsonNode::is_true) {
            let reason = event.get("done_reason");
            out.budget
                .take(reason.map_or(0, |reason| reason.raw().len()))?;
            self.done = Some(reason.map_or("null", JsonNode::raw).into());
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.done.is_some()
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
        let members = [("message", &*message), ("done_reason", reason)];
        Ok(self.response.object_with(&members))
    }
}
