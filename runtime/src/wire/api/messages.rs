//! Messages in OpenAI's format, which several providers use with small differences.

use serde_json::{Value, json};

use crate::call::ToolCall;
use crate::message::{Media, MediaSource, Message, Part, ResultView, result_views};
use crate::provider::MessageStyle;
use crate::wire::WireError;
use crate::wire::reader::{MessageReader, string};
use crate::wire::turn::function_call;
use crate::wire::writer::{MessageWriter, has_content};

pub(super) fn read_message(message: &Value, into: &mut MessageReader) -> Result<(), WireError> {
    let role = into.need(message, "role")?;
    let parts = read_parts(message, into)?;
    into.lose_unread("a message", message, members_of(role));
    match role {
        "system" => into.system_parts(&parts),
        "developer" => {
            let text = into.joined(&parts);
            into.developer(text);
        }
        "user" => into.user(parts),
        "assistant" => {
            let mut text = into.joined(&parts);
            if let Some(refusal) = string(message, "refusal") {
                text.push_str(refusal);
            }
            if THOUGHTS.iter().any(|key| has_content(&message[*key])) {
                into.lose("the model's thoughts");
            }
            let calls = read_calls(message, into)?;
            into.assistant(text, calls);
        }
        "tool" => {
            let name = string(message, "name").or_else(|| string(message, "tool_name"));
            let call = into.answered(string(message, "tool_call_id"), name)?;
            into.flagged_result(call, parts);
        }
        _ => {
            return Err(into.expected(
                "role",
                "`system`, `developer`, `user`, `assistant` or `tool`",
                message.get("role"),
            ));
        }
    }
    Ok(())
}

/// The members of an answer that are read. The last four are the names of the model's thoughts.
const ANSWER: [&str; 8] = [
    "role",
    "content",
    "refusal",
    "tool_calls",
    "reasoning",
    "reasoning_content",
    "reasoning_details",
    "thinking",
];
const THOUGHTS: &[&str] = ANSWER.split_at(4).1;

fn members_of(role: &str) -> &'static [&'static str] {
    match role {
        "assistant" => &ANSWER,
        "tool" => &["role", "content", "name", "tool_name", "tool_call_id"],
        _ => &["role", "content"],
    }
}

pub(super) fn read_calls(
    message: &Value,
    into: &mut MessageReader,
) -> Result<Vec<ToolCall>, WireError> {
    let mut calls = Vec::new();
    for call in into.list(message, "tool_calls")? {
        if call.get("custom").is_some() {
            into.lose("a call of a custom tool");
            continue;
        }
        let Some(function) = call.get("function") else {
            return Err(into.expected("tool_calls", "a function", None));
        };
        calls.push(into.call(string(call, "id"), function, "arguments", None)?);
        into.lose_unread("a call", call, &["id", "type", "function", "index"]);
        into.lose_unread("a call", function, &["name", "arguments", "index"]);
    }
    Ok(calls)
}

pub(super) fn read_parts(
    message: &Value,
    into: &mut MessageReader,
) -> Result<Vec<Part>, WireError> {
    into.parts(message, "content", read_part)
}

fn read_part(part: &Value, into: &mut MessageReader) -> Result<Option<Part>, WireError> {
    let (audio, file, document) = (&part["input_audio"], &part["file"], &part["document"]);
    let read = match string(part, "type") {
        Some("text") => Part::Text(into.need(part, "text")?.to_owned()),
        Some("image_url") => {
            let image = part.get("image_url");
            match image.and_then(|image| string(image, "url").or(image.as_str())) {
                Some(url) => Part::image_at(url),
                None => return Err(into.expected("content", "an image's address", Some(part))),
            }
        }
        Some("input_audio") if audio.is_object() => {
            let media_type = format!("audio/{}", into.need(audio, "format")?);
            let data = into.need(audio, "data")?.to_owned();
            Part::media(&media_type, "", MediaSource::Base64(data))
        }
        Some("file") if file["file_data"].is_string() => {
            let name = string(file, "filename").unwrap_or_default();
            Part::Media(Media::from_url(into.need(file, "file_data")?, name))
        }
        Some("document") if document["data"].is_string() => {
            Part::text_or_json(into.need(document, "data")?)
        }
        Some("document") if document["data"].is_object() => {
            Part::Json(document["data"].to_string())
        }
        _ => return Ok(into.unknown_type("a part", part)),
    };
    into.lose_unread("a part", part, &PART);
    into.lose_unread("a part", &part["image_url"], &["url"]);
    into.lose_unread("a part", audio, &["format", "data"]);
    into.lose_unread("a part", file, &["file_data", "filename"]);
    into.lose_unread("a part", document, &["data"]);
    Ok(Some(read))
}

const PART: [&str; 6] = [
    "type",
    "text",
    "image_url",
    "input_audio",
    "file",
    "document",
];

impl MessageStyle {
    pub(super) fn write_message(self, message: &Message, into: &mut MessageWriter) {
        match message {
            Message::System(text) => into.push(json!({"role": "system", "content": text})),
            Message::Developer(text) => {
                let role = if self.developer {
                    "developer"
                } else {
                    "system"
                };
                into.push(json!({"role": role, "content": text}));
            }
            Message::User(parts) => {
                let text = |text: &str| json!({"type": "text", "text": text});
                let content = into.content(parts, text, |media| self.media(media));
                into.push(json!({"role": "user", "content": content}));
            }
            Message::Assistant { text, calls } => {
                let text = Some(text).filter(|text| !text.is_empty());
                let mut out = json!({"role": "assistant", "content": text});
                if !calls.is_empty() {
                    out["tool_calls"] = write_calls(calls, into);
                    if let Some(key) = self.thoughts {
                        out[key] = json!("");
                    }
                }
                into.push(out);
            }
            Message::Results(results) => self.write_results(&result_views(results), into),
        }
    }

    pub(super) fn write_results(self, results: &[ResultView<'_>], into: &mut MessageWriter) {
        for result in results {
            let content = result.flagged_text(into);
            let content = into.or_placeholder(content);
            let mut message = Vec::from([
                ("role", "tool".into()),
                ("tool_call_id", into.sanitized_id(result.id).into()),
                ("content", content.into()),
            ]);
            if self.named {
                message.push(("name", into.result_name(result.name).into()));
            }
            into.message(message);
        }
    }

    fn media(self, media: &Media) -> Option<Value> {
        if self.images && media.is_common_image() {
            return Some(json!({"type": "image_url", "image_url": {"url": media.to_url()}}));
        }
        let data = media.base64().filter(|_| self.files)?;
        Some(match media.media_type.as_str() {
            "audio/wav" | "audio/mp3" => json!({
                "type": "input_audio",
                "input_audio": {"data": data, "format": &media.media_type["audio/".len()..]},
            }),
            "application/pdf" => json!({
                "type": "file",
                "file": {"filename": media.file_name(), "file_data": media.to_url()},
            }),
            _ => return None,
        })
    }
}

pub(super) fn write_calls(calls: &[ToolCall], into: &mut MessageWriter) -> Value {
    let calls = calls.iter().map(|call| {
        into.leave_out_signature(call);
        let id = into.sanitized_id(call.id.as_str());
        function_call(Some(&id), &call.name, &into.arguments_text(call))
    });
    Value::Array(calls.collect())
}
