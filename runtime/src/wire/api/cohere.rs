//! Cohere's Chat API, version 2.

use alloc::borrow::{Cow, ToOwned};
use alloc::vec::Vec;

use serde_json::{Value, json};

use super::ChatApi;
use super::chat::read_answer;
use super::messages::{read_calls, read_message, read_parts, write_calls};
use crate::provider::MessageStyle;
use crate::wire::WireError;
use crate::wire::json_value::JsonValue;
use crate::wire::lossless::exactly;
use crate::wire::message::{ERROR, Message, Part, ResultBody, ResultView, given};
use crate::wire::node::JsonNode;
use crate::wire::reader::{MessageReader, string};
use crate::wire::turn::{TurnReader, api_error, body};
use crate::wire::writer::MessageWriter;

#[derive(Debug)]
pub(in crate::wire) struct Cohere;

impl ChatApi for Cohere {
    fn read_response(
        &self,
        response: JsonNode<'_>,
        into: &mut TurnReader,
    ) -> Result<(), WireError> {
        let response = response.object()?;
        let message = body(&response, "message")?;
        if message.is_string() {
            // An error's body has its text here.
            return Err(api_error(&response).unwrap_or_else(|| message.expected("an object")));
        }
        let message = message.object()?;
        if let Some(plan) = message.string("tool_plan")? {
            into.text(plan);
        }
        read_answer(&message, into)?;
        into.finish_by(response.string("finish_reason")?);
        Ok(())
    }

    fn read_message(&self, message: &Value, into: &mut MessageReader) -> Result<(), WireError> {
        if string(message, "role") != Some("assistant") {
            return read_message(message, into);
        }
        let mut text = string(message, "tool_plan").unwrap_or_default().to_owned();
        let parts = read_parts(message, into)?;
        text.push_str(&into.joined(&parts));
        let calls = read_calls(message, into)?;
        into.assistant(text, calls);
        Ok(())
    }

    fn write_message(&self, message: &Message, into: &mut MessageWriter) {
        match message {
            Message::Assistant { text, calls } if !calls.is_empty() => {
                let mut out = json!({"role": "assistant", "tool_calls": write_calls(calls, into)});
                if !text.is_empty() {
                    out["tool_plan"] = json!(text);
                }
                into.push(out);
            }
            Message::Results(results) => self.write_results(&given(results), into),
            other => STYLE.write_message(other, into),
        }
    }

    fn write_results(&self, results: &[ResultView<'_>], into: &mut MessageWriter) {
        for result in results {
            let content = match &result.body {
                ResultBody::Text(text) | ResultBody::Json(text) => {
                    JsonValue::List(Vec::from([block_of(result, text)]))
                }
                ResultBody::Parts(parts) => {
                    JsonValue::Tree(content_of(parts, result.is_error, into))
                }
            };
            into.message(Vec::from([
                ("role", "tool".into()),
                ("tool_call_id", result.id.into()),
                ("content", content),
            ]));
        }
    }
}

/// Writes a JSON object as a document, which can be cited, and anything else as text.
fn block_of<'r>(result: &ResultView<'r>, text: &'r str) -> JsonValue<'r> {
    if let ResultBody::Json(text) = result.body
        && !result.is_error
        && let Some(json) = JsonValue::embedded(text)
        && json.is_object()
        // An empty document may be rejected.
        && !json.is_empty_object()
    {
        let document = JsonValue::from([("data", json)]);
        return JsonValue::from([("type", "document".into()), ("document", document)]);
    }
    let text = if result.is_error {
        Cow::Owned(alloc::format!("{ERROR}{text}"))
    } else {
        Cow::Borrowed(text)
    };
    JsonValue::from([("type", "text".into()), ("text", text.into())])
}

/// The same for each of several parts.
fn content_of(parts: &[Part], is_error: bool, into: &mut MessageWriter) -> Value {
    let mut blocks = Vec::new();
    for (i, part) in parts.iter().enumerate() {
        let flag = if i == 0 && is_error { ERROR } else { "" };
        let text = match part {
            Part::Json(text) if flag.is_empty() => match exactly(text) {
                // An empty document may be rejected.
                Some(Value::Object(object)) if !object.is_empty() => {
                    blocks.push(json!({"type": "document", "document": {"data": object}}));
                    continue;
                }
                _ => Cow::Borrowed(text.as_str()),
            },
            Part::Text(text) | Part::Json(text) => Cow::Borrowed(text.as_str()),
            Part::Media(media) => Cow::Owned(into.leave_out(media)),
        };
        blocks.push(json!({"type": "text", "text": alloc::format!("{flag}{text}")}));
    }
    match (blocks.is_empty(), is_error) {
        (true, false) => json!(""),
        (true, true) => json!(ERROR),
        _ => json!(blocks),
    }
}

const STYLE: MessageStyle = MessageStyle::IMAGES;
