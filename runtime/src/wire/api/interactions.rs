//! Gemini's Interactions API, with steps instead of contents. Responses are recognised by their
//! shape; [`result_steps`] writes results.

use serde_json::{Value, json};

use crate::call::{ToolResult, ToolResults};
use crate::message::{Media, MediaSource, Part, ResultBody, ResultView};
use crate::provider::Provider;
use crate::request::exactly;
use crate::wire::node::JsonNode;
use crate::wire::reader::{MessageReader, string, value_parts};
use crate::wire::turn::{RawCall, TurnReader, api_error, no_error};
use crate::wire::writer::{MessageWriter, restore_arguments};
use crate::wire::{FinishReason, WireError};

/// Encodes results for Gemini's Interactions API, one `function_result` step each.
/// [`ToolResults::to_messages`] writes contents for `generateContent`.
pub fn result_steps(results: &ToolResults) -> Vec<Value> {
    let mut out = MessageWriter::new(Provider::Gemini);
    let results = results.0.iter();
    results.map(|result| step_of(result, &mut out)).collect()
}

fn step_of(result: &ToolResult, out: &mut MessageWriter) -> Value {
    let result = ResultView::of(result);
    let value = match &result.body {
        // The API reads a list as parts, so a JSON list is sent as text.
        ResultBody::Json(text) => match exactly(text) {
            Some(value @ Value::Object(_)) => value,
            _ => json!(text),
        },
        ResultBody::Parts(parts) if parts.iter().any(is_sent_media) => {
            let text = |text: &str| json!({"type": "text", "text": text});
            let parts = parts.iter();
            parts
                .map(|part| out.part(part, text, write_media))
                .collect()
        }
        _ => json!(result.text(out)),
    };
    json!({
        "type": "function_result",
        "call_id": result.id,
        "name": out.result_name(result.name),
        "result": value,
        "is_error": result.is_error,
    })
}

const MEDIA: [(&str, &str, &[&str]); 3] = [
    (
        "image",
        "image/",
        &["png", "jpeg", "webp", "heic", "heif", "gif", "bmp", "tiff"],
    ),
    (
        "audio",
        "audio/",
        &[
            "wav", "mp3", "aiff", "aac", "ogg", "flac", "mpeg", "m4a", "l16", "opus", "alaw",
            "mulaw", "webm",
        ],
    ),
    ("document", "", &["application/pdf", "text/csv"]),
];

fn is_sent_media(part: &Part) -> bool {
    matches!(part, Part::Media(media) if write_media(media).is_some())
}

fn write_media(media: &Media) -> Option<Value> {
    let data = media.base64()?;
    let (kind, ..) = MEDIA.iter().find(|(_, start, ends)| {
        let end = media.media_type.strip_prefix(start);
        end.is_some_and(|end| ends.contains(&end))
    })?;
    Some(json!({"type": kind, "data": data, "mime_type": media.media_type}))
}

fn read_part(part: &Value) -> Option<Part> {
    if let Some(text) = string(part, "text") {
        return Some(Part::Text(text.to_owned()));
    }
    let source = match (string(part, "data"), string(part, "uri")) {
        (Some(data), _) => MediaSource::Base64(data.to_owned()),
        (None, uri) => MediaSource::Url(uri?.to_owned()),
    };
    Some(Part::media(string(part, "mime_type")?, "", source))
}

fn read_or_lose(part: &Value, into: &mut MessageReader) -> Option<Part> {
    let read = read_part(part);
    match read {
        Some(_) => into.lose_unread(
            "a part",
            part,
            &["type", "text", "data", "uri", "mime_type"],
        ),
        None => into.lose("a part that has neither text nor bytes"),
    }
    read
}

const CALL: [&str; 6] = ["type", "id", "name", "arguments", "signature", "status"];
const RESULT: [&str; 7] = [
    "type", "id", "call_id", "name", "result", "is_error", "status",
];

fn are_parts(list: &[Value]) -> bool {
    !list.is_empty() && list.iter().all(|part| read_part(part).is_some())
}

pub(super) fn is_one(response: JsonNode<'_>) -> bool {
    response.get("candidates").is_none()
        && ["steps", "outputs", "status"]
            .into_iter()
            .any(|key| response.get(key).is_some())
}

pub(super) fn read(response: JsonNode<'_>, into: &mut TurnReader) -> Result<(), WireError> {
    no_error(response)?;
    // A failed interaction may have no steps and lists its errors.
    if let Some(error) = response.items("errors")?.first()
        && let Some(error) = api_error(*error)
    {
        return Err(error);
    }
    // `outputs` is the older name of `steps`.
    if let Some(steps) = response.get("steps").or_else(|| response.get("outputs")) {
        read_steps(steps, into)?;
    }
    into.finish(match response.text("status")? {
        None | Some("completed") => FinishReason::Stop,
        Some(word @ "requires_action") => into.waits(word),
        Some(other) => FinishReason::Other(other.to_owned()),
    });
    Ok(())
}

pub(super) fn read_steps(steps: JsonNode<'_>, into: &mut TurnReader) -> Result<(), WireError> {
    for step in steps.list()? {
        match step.need("type")?.string()? {
            "function_call" => {
                let called = RawCall::read(step, "id", "arguments")?;
                into.call(0, called.signed(step.get("signature"))?)?;
            }
            "text" | "model_output" => read_text(step, into)?,
            "thought" => into.thoughts(step.get("summary")),
            _ => {}
        }
        into.history(|changed| {
            let mut step = step.value()?;
            for change in changed {
                change.write_id(&mut step, "id");
                change.write_name(&mut step);
            }
            restore_arguments(step.get_mut("arguments"));
            // With these members it would be read as a message of another API.
            if let Some(members) = step.as_object_mut() {
                members.remove("parts");
                members.remove("role");
            }
            Ok(step)
        })?;
    }
    into.finish(FinishReason::Stop);
    Ok(())
}

fn read_text(step: JsonNode<'_>, into: &mut TurnReader) -> Result<(), WireError> {
    if let Some(text) = step.text("text")? {
        into.text(text);
    }
    match step.get("content") {
        Some(content) if content.is_list() => super::chat::read_content(content, into),
        Some(content) if content.is_string() => {
            into.text(content.string()?);
            Ok(())
        }
        _ => Ok(()),
    }
}

pub(super) fn read_step(step: &Value, into: &mut MessageReader) -> Result<(), WireError> {
    match into.need(step, "type")? {
        "function_call" => {
            let (id, signature) = (string(step, "id"), string(step, "signature"));
            let call = into.call(id, step, "arguments", signature)?;
            into.lose_unread("a call", step, &CALL);
            into.assistant(String::new(), Vec::from([call]));
        }
        "function_result" => {
            let call = into.answered(string(step, "call_id"), string(step, "name"))?;
            let parts = match step.get("result") {
                Some(Value::Array(list)) if are_parts(list) => list
                    .iter()
                    .filter_map(|part| read_or_lose(part, into))
                    .collect(),
                value => value_parts(value),
            };
            into.lose_unread("a result", step, &RESULT);
            into.result(call, parts, step["is_error"] == true);
        }
        kind @ ("text" | "model_output" | "user_input") => {
            let mut parts = Vec::new();
            let texts = [string(step, "text"), string(step, "content")];
            parts.extend(
                texts
                    .into_iter()
                    .flatten()
                    .map(|t| Part::Text(t.to_owned())),
            );
            for part in step["content"].as_array().into_iter().flatten() {
                parts.extend(read_or_lose(part, into));
            }
            into.lose_unread("a step", step, &["type", "id", "status", "text", "content"]);
            if kind == "user_input" {
                into.user(parts);
            } else {
                into.assistant_parts(&parts, Vec::new());
            }
        }
        other => {
            let what = format!("a step of type `{other}`");
            into.lose(what);
        }
    }
    Ok(())
}
