//! Ollama's native API.

use serde_json::{Value, json};

use super::ChatApi;
use super::chat::history_of;
use super::messages::read_message;
use crate::call::ToolCall;
use crate::message::{MediaSource, Message, Part, ResultView, result_views};
use crate::provider::Provider;
use crate::wire::node::JsonNode;
use crate::wire::reader::MessageReader;
use crate::wire::turn::{TurnReader, body, chat_call};
use crate::wire::unanswered_calls::ResultLink;
use crate::wire::writer::MessageWriter;
use crate::wire::{WireError, ids};

pub(in crate::wire) struct Ollama;

impl ChatApi for Ollama {
    fn read_response(
        &self,
        response: JsonNode<'_>,
        into: &mut TurnReader,
    ) -> Result<(), WireError> {
        let message = body(response, "message")?.object()?;
        if let Some(text) = message.text("content")? {
            into.text(text);
        }
        into.thoughts(message.get("thinking"));
        for (i, call) in message.items("tool_calls")?.into_iter().enumerate() {
            into.call(i, chat_call(call)?)?;
        }
        into.finish_by(response.text("done_reason")?);
        into.history(|mut changed| {
            // Ids are optional here, so a synthetic id isn't written.
            for change in &mut changed {
                change.id = change.id.take().filter(|id| !ids::is_made_up(id.as_str()));
            }
            history_of(message, changed)
        })
    }

    fn read_message(&self, message: &Value, into: &mut MessageReader) -> Result<(), WireError> {
        let images = into.list(message, "images")?;
        if message["role"] != "user" || images.is_empty() {
            return read_message(message, into);
        }
        into.lose_unread("a message", message, &["role", "content", "images"]);
        let mut parts = Vec::new();
        match &message["content"] {
            Value::Null => {}
            Value::String(text) if text.is_empty() => {}
            Value::String(text) => parts.push(Part::Text(text.clone())),
            other => return Err(into.expected("content", "a string", Some(other))),
        }
        for image in images {
            let Some(data) = image.as_str() else {
                return Err(into.expected("images", "a string", Some(image)));
            };
            let bytes = MediaSource::Base64(data.to_owned());
            parts.push(Part::media(media_type_of(data), "", bytes));
        }
        into.user(parts);
        Ok(())
    }

    fn write_message(&self, message: &Message, into: &mut MessageWriter) {
        match message {
            Message::System(text) | Message::Developer(text) => {
                into.push(json!({"role": "system", "content": text}));
            }
            Message::User(parts) => {
                let out = user(parts, into);
                into.push(out);
            }
            Message::Assistant { text, calls } => {
                let mut out = json!({"role": "assistant", "content": text});
                if !calls.is_empty() {
                    let calls: Vec<_> = calls.iter().map(|call| call_of(call, into)).collect();
                    out["tool_calls"] = json!(calls);
                }
                into.push(out);
            }
            Message::Results(results) => self.write_results(&result_views(results), into),
        }
    }

    fn write_results(&self, results: &[ResultView<'_>], into: &mut MessageWriter) {
        for result in results {
            let content = result.flagged_text(into);
            let mut message = Vec::from([
                ("role", "tool".into()),
                ("tool_name", into.result_name(result.name).into()),
                ("content", content.into()),
            ]);
            if !ids::is_made_up(result.id) {
                message.push(("tool_call_id", result.id.into()));
            }
            into.message(message);
        }
    }

    fn result_link(&self, _: Provider, id: &str) -> ResultLink {
        if ids::is_made_up(id) {
            ResultLink::Name
        } else {
            ResultLink::Id
        }
    }
}

fn call_of(call: &ToolCall, into: &mut MessageWriter) -> Value {
    into.leave_out_signature(call);
    let mut out = json!({
        "function": {"name": call.name, "arguments": into.arguments(call)},
    });
    if !ids::is_made_up(call.id.as_str()) {
        out["id"] = json!(call.id.as_str());
    }
    out
}

fn user(parts: &[Part], into: &mut MessageWriter) -> Value {
    let (mut texts, mut images) = (Vec::new(), Vec::new());
    for part in parts {
        match part {
            Part::Text(text) | Part::Json(text) => texts.push(text.clone()),
            Part::Media(media) => match media.base64().filter(|_| media.is_image()) {
                Some(data) => images.push(json!(data)),
                None => texts.push(into.leave_out(media)),
            },
        }
    }
    let mut out = json!({"role": "user", "content": texts.join("\n")});
    if !images.is_empty() {
        out["images"] = json!(images);
    }
    out
}

/// Detects an image's media type from its first bytes, as they appear in base64.
fn media_type_of(base64: &str) -> &'static str {
    const BEGINNINGS: [(&str, &str); 4] = [
        ("iVBORw0KGgo", "image/png"),
        ("/9j/", "image/jpeg"),
        ("R0lGOD", "image/gif"),
        ("UklGR", "image/webp"),
    ];
    BEGINNINGS
        .into_iter()
        .find(|(beginning, _)| base64.starts_with(beginning))
        .map_or("image/*", |(_, media_type)| media_type)
}
