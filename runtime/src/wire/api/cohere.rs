//! Cohere's Chat API, version 2.

use std::borrow::Cow;

use serde_json::{Value, json};

use super::ChatApi;
use super::chat::read_answer;
use super::messages::{read_calls, read_message, read_parts, write_calls};
use crate::message::{ERROR, JsonValue, Message, Part, ResultBody, ResultView, result_views};
use crate::provider::MessageStyle;
use crate::wire::WireError;
use crate::wire::node::JsonNode;
use crate::wire::reader::{MessageReader, string};
use crate::wire::turn::{TurnReader, api_error, body};
use crate::wire::writer::MessageWriter;

pub(in crate::wire) struct Cohere;

impl ChatApi for Cohere {
    fn read_response(
        &self,
        response: JsonNode<'_>,
        into: &mut TurnReader,
    ) -> Result<(), WireError> {
        let message = body(response, "message")?;
        if message.is_string() {
            // An error's body has its text here.
            return Err(api_error(response).unwrap_or_else(|| message.expected("an object")));
        }
        if let Some(plan) = message.text("tool_plan")? {
            into.text(plan);
        }
        read_answer(message, into)?;
        into.finish_by(response.text("finish_reason")?);
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
        into.lose_unread("a message", message, &ANSWER);
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
            Message::Results(results) => self.write_results(&result_views(results), into),
            other => STYLE.write_message(other, into),
        }
    }

    fn write_results(&self, results: &[ResultView<'_>], into: &mut MessageWriter) {
        for result in results {
            let is_error = result.is_error;
            let content = match &result.body {
                ResultBody::Text(text) => {
                    JsonValue::list_of(block_of((*text).into(), None, is_error))
                }
                ResultBody::Json(text) => {
                    let json = JsonValue::embedded(text);
                    JsonValue::list_of(block_of((*text).into(), json, is_error))
                }
                ResultBody::Parts(parts) => content_of(parts, is_error, into),
            };
            into.message(Vec::from([
                ("role", "tool".into()),
                ("tool_call_id", result.id.into()),
                ("content", content),
            ]));
        }
    }
}

const ANSWER: [&str; 4] = ["role", "tool_plan", "content", "tool_calls"];

/// Writes a JSON object as a document, which can be cited, and anything else as text.
fn block_of<'t>(text: Cow<'t, str>, json: Option<JsonValue<'t>>, is_error: bool) -> JsonValue<'t> {
    // An empty document may be rejected.
    let object = json.filter(|json| !is_error && json.is_object() && !json.is_empty_object());
    if let Some(object) = object {
        let document = JsonValue::from([("data", object)]);
        return JsonValue::from([("type", "document".into()), ("document", document)]);
    }
    let text = if is_error {
        Cow::Owned(format!("{ERROR}{text}"))
    } else {
        text
    };
    JsonValue::from([("type", "text".into()), ("text", text.into())])
}

fn content_of<'p>(parts: &'p [Part], is_error: bool, into: &mut MessageWriter) -> JsonValue<'p> {
    let blocks = parts.iter().enumerate().map(|(i, part)| {
        let (text, json) = match part {
            Part::Text(text) => (text.into(), None),
            Part::Json(text) => (text.into(), JsonValue::embedded(text)),
            Part::Media(media) => (into.leave_out(media).into(), None),
        };
        block_of(text, json, i == 0 && is_error)
    });
    match (parts.is_empty(), is_error) {
        (true, false) => "".into(),
        (true, true) => ERROR.into(),
        _ => JsonValue::Tree(blocks.collect::<JsonValue<'_>>().into_tree()),
    }
}

const STYLE: MessageStyle = MessageStyle::IMAGES;
