//! OpenAI's Responses API.

use serde_json::{Value, json};

use super::ChatApi;
use crate::message::{
    JsonValue, Media, MediaSource, Message, Part, ResultBody, ResultView, result_views,
};
use crate::wire::model_parts::item_thoughts;
use crate::wire::node::JsonNode;
use crate::wire::reader::{MessageReader, string};
use crate::wire::turn::{RawCall, TurnReader, body, no_error};
use crate::wire::writer::{MessageWriter, wrap_arguments};
use crate::wire::{FinishReason, WireError};

pub(in crate::wire) struct Responses;

impl ChatApi for Responses {
    fn read_response(
        &self,
        response: JsonNode<'_>,
        into: &mut TurnReader,
    ) -> Result<(), WireError> {
        // A failed response has both members.
        no_error(response)?;
        let output = body(response, "output")?;
        let mut refused = false;
        for item in output.list()? {
            refused |= read_item(item, into)?;
        }
        let why = match response.member("incomplete_details")? {
            Some(details) => details.text("reason")?,
            None => None,
        };
        into.finish(match (response.text("status")?, why) {
            _ if refused => FinishReason::Refused,
            (Some("completed"), _) => FinishReason::Stop,
            (Some("incomplete"), Some("max_output_tokens")) => FinishReason::Length,
            (Some("incomplete"), Some("content_filter")) => FinishReason::Refused,
            (Some(_), Some(other)) | (Some(other), None) => FinishReason::Other(other.to_owned()),
            (None, _) => FinishReason::Unknown,
        });
        Ok(())
    }

    fn read_message(&self, item: &Value, into: &mut MessageReader) -> Result<(), WireError> {
        match string(item, "type") {
            Some("function_call") => {
                let call = into.call(string(item, "call_id"), item, "arguments", None)?;
                into.lose_unread("a call", item, &CALL);
                into.assistant(String::new(), Vec::from([call]));
            }
            Some("function_call_output") => {
                let call = into.answered(string(item, "call_id"), None)?;
                let parts = into.parts(item, "output", read_part)?;
                into.lose_unread("a result", item, &RESULT);
                into.flagged_result(call, parts);
            }
            // A message's type is optional.
            Some("message") | None => {
                let parts = into.parts(item, "content", read_part)?;
                into.lose_unread("a message", item, &MESSAGE);
                match into.need(item, "role")? {
                    "user" => into.user(parts),
                    "assistant" => into.assistant_parts(&parts, Vec::new()),
                    "system" => into.system_parts(&parts),
                    "developer" => {
                        let text = into.joined(&parts);
                        into.developer(text);
                    }
                    _ => {
                        return Err(into.expected(
                            "role",
                            "`user`, `assistant`, `system` or `developer`",
                            item.get("role"),
                        ));
                    }
                }
            }
            Some(other) => into.lose(format!("an item of type `{other}`")),
        }
        Ok(())
    }

    fn write_message(&self, message: &Message, into: &mut MessageWriter) {
        match message {
            Message::System(text) => into.push(json!({"role": "system", "content": text})),
            Message::Developer(text) => into.push(json!({"role": "developer", "content": text})),
            Message::User(parts) => {
                let content = write_parts(parts, into);
                into.push(json!({"role": "user", "content": content}));
            }
            Message::Assistant { text, calls } => {
                if !text.is_empty() {
                    into.push(json!({"role": "assistant", "content": text}));
                }
                for call in calls {
                    into.leave_out_signature(call);
                    let arguments = into.arguments_text(call);
                    into.push(json!({
                        "type": "function_call",
                        "call_id": into.sanitized_id(call.id.as_str()),
                        "name": call.name,
                        "arguments": arguments,
                    }));
                }
            }
            Message::Results(results) => self.write_results(&result_views(results), into),
        }
    }

    fn write_results(&self, results: &[ResultView<'_>], into: &mut MessageWriter) {
        for result in results {
            let output = match media_of(result, into) {
                None => result.flagged_text(into).into(),
                Some(parts) => JsonValue::Tree(parts),
            };
            into.message(Vec::from([
                ("type", "function_call_output".into()),
                ("call_id", into.sanitized_id(result.id).into()),
                ("output", output),
            ]));
        }
    }
}

fn read_item(item: JsonNode<'_>, into: &mut TurnReader) -> Result<bool, WireError> {
    let mut refused = false;
    match item.need("type")?.string()? {
        "function_call" => into.call(0, RawCall::read(item, "call_id", "arguments")?)?,
        "message" => {
            for part in item.items("content")? {
                match part.text("type")? {
                    Some("output_text") => into.text(part.need("text")?.string()?),
                    Some("refusal") => {
                        into.text(part.need("refusal")?.string()?);
                        refused = true;
                    }
                    _ => {}
                }
            }
        }
        "reasoning" => {
            into.thoughts(item_thoughts(item).1);
        }
        _ => {}
    }
    into.history(|changed| {
        let mut item = item.value()?;
        for change in changed {
            change.write_id(&mut item, "call_id");
            change.write_name(&mut item);
        }
        if item["type"] == "function_call"
            && let Some(arguments) = item.get_mut("arguments")
        {
            wrap_arguments(arguments);
        }
        Ok(item)
    })?;
    Ok(refused)
}

/// Removes thoughts that no item follows, because the answer was cut. The API rejects them in the
/// next request: "Item 'rs_..' of type 'reasoning' was provided without its required following
/// item".
pub(in crate::wire) fn leave_out_last_thoughts(items: &mut Vec<Value>) {
    while items.pop_if(|item| item["type"] == "reasoning").is_some() {}
}

fn read_part(part: &Value, into: &mut MessageReader) -> Result<Option<Part>, WireError> {
    let name = string(part, "filename").unwrap_or_default();
    let read = match string(part, "type") {
        Some("input_text" | "output_text" | "text") => {
            Part::Text(into.need(part, "text")?.to_owned())
        }
        Some("refusal") => Part::Text(into.need(part, "refusal")?.to_owned()),
        Some("input_image") if part["image_url"].is_string() => {
            Part::image_at(into.need(part, "image_url")?)
        }
        Some("input_file") if part["file_data"].is_string() => {
            Part::Media(Media::from_url(into.need(part, "file_data")?, name))
        }
        Some("input_file") if part["file_url"].is_string() => {
            Part::file_at("application/pdf", name, into.need(part, "file_url")?)
        }
        _ => return Ok(into.unknown_type("a part", part)),
    };
    into.lose_unread("a part", part, &PART);
    Ok(Some(read))
}

const CALL: [&str; 6] = ["type", "id", "call_id", "name", "arguments", "status"];
const RESULT: [&str; 5] = ["type", "id", "call_id", "output", "status"];
const MESSAGE: [&str; 6] = ["type", "id", "role", "content", "status", "phase"];
/// The probabilities of tokens are not listed.
const PART: [&str; 8] = [
    "type",
    "text",
    "refusal",
    "image_url",
    "filename",
    "file_data",
    "file_url",
    "logprobs",
];

fn write_parts(parts: &[Part], into: &mut MessageWriter) -> Value {
    let text = |text: &str| json!({"type": "input_text", "text": text});
    into.content(parts, text, write_media)
}

fn write_media(media: &Media) -> Option<Value> {
    if media.is_common_image() {
        // `detail` is required in a user's image and optional in a result's.
        let url = media.to_url();
        return Some(json!({"type": "input_image", "detail": "auto", "image_url": url}));
    }
    if media.media_type != "application/pdf" {
        return None;
    }
    Some(match &media.source {
        MediaSource::Url(url) => json!({"type": "input_file", "file_url": url}),
        MediaSource::Base64(_) => json!({
            "type": "input_file",
            "filename": media.file_name(),
            "file_data": media.to_url(),
        }),
    })
}

fn media_of(result: &ResultView<'_>, into: &mut MessageWriter) -> Option<Value> {
    let is_media = |part: &Part| matches!(part, Part::Media(_));
    match &result.with_prefix(|_| true).body {
        ResultBody::Parts(parts) if parts.iter().any(is_media) => Some(write_parts(parts, into)),
        _ => None,
    }
}
