//! Ollama's streamed lines. Each has a chunk of text and complete calls.

use super::decoder::{RawList, ResponseMembers, StreamDecoder, unfinished};
use super::output::StreamOutput;
use crate::message::JsonValue;
use crate::provider::Provider;
use crate::wire::WireError;
use crate::wire::node::JsonNode;
use crate::wire::turn::{body, chat_call, no_error};

#[derive(Debug, Default)]
pub(super) struct OllamaStream {
    response: ResponseMembers,
    content: String,
    thinking: String,
    calls: RawList,
    images: RawList,
    done: Option<String>,
}

const RESPONSE: &[&str] = &["model", "prompt_eval_count", "eval_count"];

impl StreamDecoder for OllamaStream {
    fn event(&mut self, event: JsonNode<'_>, out: &mut StreamOutput) -> Result<(), WireError> {
        no_error(event)?;
        self.response.keep(event, RESPONSE, out)?;
        let message = body(event, "message")?.object()?;
        if let Some(piece) = message.text("thinking")? {
            out.reasoning((0, 0), piece);
            out.append(&mut self.thinking, piece)?;
        }
        if let Some(piece) = message.text("content")? {
            out.text(piece);
            out.append(&mut self.content, piece)?;
        }
        for call in message.items("tool_calls")? {
            self.calls.push(call, out)?;
            out.call(chat_call(call)?)?;
        }
        for image in message.items("images")? {
            self.images.push(image, out)?;
        }
        if event.get("done").is_some_and(JsonNode::is_true) {
            let reason = event.get("done_reason").map_or("null", JsonNode::raw);
            out.keep(reason.len())?;
            self.done = Some(reason.into());
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.done.is_some()
    }

    fn response_text(&self, provider: Provider, _: bool) -> Result<String, WireError> {
        let Some(reason) = &self.done else {
            return Err(unfinished(provider, None));
        };
        let content = (&self.content).into();
        let message = JsonValue::from([("role", "assistant".into()), ("content", content)])
            .with_some("thinking", &self.thinking)
            .with_some("tool_calls", self.calls.written())
            .with_some("images", self.images.written());
        let reason = JsonValue::verbatim(reason);
        Ok((self.response).object_with(vec![("message", message), ("done_reason", reason)]))
    }
}
