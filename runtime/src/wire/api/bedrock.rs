//! Amazon Bedrock's Converse API.

use serde_json::{Value, json};

use super::ChatApi;
use crate::message::{
    EMPTY_CONTENT, JsonValue, Media, MediaSource, Message, Part, ResultBody, ResultView,
    result_views,
};
use crate::request::{MAX_DOCUMENT_NAME, exactly};
use crate::wire::WireError;
use crate::wire::model_parts::PROVIDERS_OWN;
use crate::wire::node::JsonNode;
use crate::wire::reader::{MessageReader, string};
use crate::wire::turn::{RawCall, TurnReader, body};
use crate::wire::writer::{MessageWriter, restore_arguments};

pub(in crate::wire) struct Bedrock;

impl ChatApi for Bedrock {
    fn read_response(
        &self,
        response: JsonNode<'_>,
        into: &mut TurnReader,
    ) -> Result<(), WireError> {
        let message = body(response, "output")?.need("message")?;
        for (i, block) in message.items("content")?.into_iter().enumerate() {
            if let Some(text) = block.text("text")? {
                into.text(text);
            }
            let thoughts = block.at("reasoningContent.reasoningText.text");
            into.thoughts(thoughts);
            if let Some(cited) = block.member("citationsContent")? {
                for part in cited.items("content")? {
                    if let Some(text) = part.text("text")? {
                        into.text(text);
                    }
                }
            }
            if let Some(call) = block.member("toolUse")?
                && call.text("type")? != Some(PROVIDERS_OWN)
            {
                into.call(i, RawCall::read(call, "toolUseId", "input")?)?;
            }
        }
        into.finish_by(response.text("stopReason")?);
        into.history(|changed| {
            let mut message = message.value()?;
            message["role"] = json!("assistant");
            for change in changed {
                let call = &mut message["content"][change.block]["toolUse"];
                change.write_id(call, "toolUseId");
                change.write_name(call);
            }
            for block in message["content"].as_array_mut().into_iter().flatten() {
                let call = block.get_mut("toolUse");
                restore_arguments(call.and_then(|call| call.get_mut("input")));
            }
            Ok(message)
        })
    }

    fn read_message(&self, message: &Value, into: &mut MessageReader) -> Result<(), WireError> {
        let role = into.need(message, "role")?;
        into.lose_unread("a message", message, &["role", "content"]);
        let (mut parts, mut calls) = (Vec::new(), Vec::new());
        for block in into.list(message, "content")? {
            if block["toolUse"]["type"] == PROVIDERS_OWN || block["toolResult"]["type"].is_string()
            {
                into.lose("a call of the provider's own tool");
            } else if let Some(call) = block.get("toolUse") {
                calls.push(into.call(string(call, "toolUseId"), call, "input", None)?);
                into.lose_unread("a call", call, &["toolUseId", "name", "input"]);
                into.lose_unread("a block", block, &["toolUse"]);
            } else if let Some(result) = block.get("toolResult") {
                let answered = into.answered(string(result, "toolUseId"), None)?;
                let mut parts = Vec::new();
                for block in into.list(result, "content")? {
                    parts.extend(match block.get("json") {
                        Some(json) => {
                            into.lose_unread("a block", block, &["json"]);
                            Some(Part::Json(json.to_string()))
                        }
                        None => read_block(block, into)?.map(Part::or_json),
                    });
                }
                into.lose_unread("a result", result, &["toolUseId", "content", "status"]);
                into.lose_unread("a block", block, &["toolResult"]);
                into.result(answered, parts, result["status"] == "error");
            } else {
                parts.extend(read_block(block, into)?);
            }
        }
        into.message(role, "assistant", parts, calls)
    }

    fn write_message(&self, message: &Message, into: &mut MessageWriter) {
        match message {
            Message::System(text) | Message::Developer(text) => into.system(text),
            Message::User(parts) => {
                let content = parts.iter().filter_map(|part| write_part(part, into));
                let content = content.collect();
                into.push_content("user", "content", content);
            }
            Message::Assistant { text, calls } => {
                let mut content = Vec::new();
                if !text.is_empty() {
                    content.push(json!({ "text": text }));
                }
                for call in calls {
                    into.leave_out_signature(call);
                    content.push(json!({"toolUse": {
                        "toolUseId": into.sanitized_id(call.id.as_str()),
                        "name": call.name,
                        "input": into.arguments(call),
                    }}));
                }
                into.push_content("assistant", "content", content);
            }
            Message::Results(results) => self.write_results(&result_views(results), into),
        }
    }

    fn write_results(&self, results: &[ResultView<'_>], into: &mut MessageWriter) {
        let blocks = results.iter().map(|result| {
            // Claude's rule for errors: see `anthropic`.
            let result = result.with_prefix(|media| write_media(media).is_some());
            let status = if result.is_error { "error" } else { "success" };
            let result = JsonValue::from([
                ("toolUseId", into.sanitized_id(result.id).into()),
                ("content", JsonValue::List(content_of(&result.body, into))),
                ("status", status.into()),
            ]);
            JsonValue::from([("toolResult", result)])
        });
        let blocks = blocks.collect();
        into.user_content("content", blocks);
    }
}

const IMAGES: [(&str, &str); 4] = [
    ("image/png", "png"),
    ("image/jpeg", "jpeg"),
    ("image/gif", "gif"),
    ("image/webp", "webp"),
];
const DOCUMENTS: [(&str, &str); 9] = [
    ("application/pdf", "pdf"),
    ("text/csv", "csv"),
    ("application/msword", "doc"),
    (
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "docx",
    ),
    ("application/vnd.ms-excel", "xls"),
    (
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "xlsx",
    ),
    ("text/html", "html"),
    ("text/plain", "txt"),
    ("text/markdown", "md"),
];

fn read_block(block: &Value, into: &mut MessageReader) -> Result<Option<Part>, WireError> {
    if let Some(text) = string(block, "text") {
        into.lose_unread("a block", block, &["text"]);
        return Ok((!text.is_empty()).then(|| Part::Text(text.to_owned())));
    }
    for (key, table) in [("image", IMAGES.as_slice()), ("document", &DOCUMENTS)] {
        let Some(media) = block.get(key) else {
            continue;
        };
        let Some(bytes) = media["source"]["bytes"].as_str() else {
            into.lose(format!("a block `{key}` without bytes"));
            return Ok(None);
        };
        let format = into.need(media, "format")?;
        let media_type = table.iter().find(|(_, known)| *known == format);
        let media_type = media_type.map_or("", |(media_type, _)| media_type);
        let name = string(media, "name").unwrap_or_default();
        into.lose_unread("a block", block, &[key]);
        into.lose_unread("a block", media, &["format", "name", "source"]);
        into.lose_unread("a block", &media["source"], &["bytes"]);
        let bytes = MediaSource::Base64(bytes.to_owned());
        return Ok(Some(Part::media(media_type, name, bytes)));
    }
    if block.get("reasoningContent").is_some() {
        into.lose("the model's thoughts");
        return Ok(None);
    }
    Ok(into.unknown_key("a block", block))
}

fn write_part(part: &Part, into: &mut MessageWriter) -> Option<Value> {
    match part {
        Part::Text(text) | Part::Json(text) if into.rejects(text) => None,
        part => Some(into.part(part, |text| json!({ "text": text }), write_media)),
    }
}

fn write_media(media: &Media) -> Option<Value> {
    let data = media.base64()?;
    let find = |table: &'static [(&str, &'static str)]| {
        let (_, format) = table.iter().find(|(known, _)| *known == media.media_type)?;
        Some(*format)
    };
    if let Some(format) = find(&IMAGES) {
        return Some(json!({"image": {"format": format, "source": {"bytes": data}}}));
    }
    let format = find(&DOCUMENTS)?;
    let name: String = media
        .name
        .chars()
        .take(MAX_DOCUMENT_NAME)
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
        .collect();
    let name = if name.is_empty() { "file" } else { &name };
    Some(json!({"document": {"format": format, "name": name, "source": {"bytes": data}}}))
}

/// Returns a result's single text, or the blocks of its parts. The API rejects empty content.
fn content_of<'r>(body: &ResultBody<'r>, into: &mut MessageWriter) -> Vec<JsonValue<'r>> {
    let block = match body {
        // This API has no other JSON documents than objects.
        ResultBody::Json(text) => match JsonValue::embedded(text).filter(JsonValue::is_object) {
            Some(object) => ("json", object),
            None => ("text", (*text).into()),
        },
        ResultBody::Text(text) if !into.rejects(text) => ("text", (*text).into()),
        ResultBody::Text(_) => ("text", EMPTY_CONTENT.into()),
        ResultBody::Parts(parts) => match write_parts(parts, into) {
            blocks if blocks.is_empty() => ("text", EMPTY_CONTENT.into()),
            blocks => return blocks.into_iter().map(JsonValue::Tree).collect(),
        },
    };
    Vec::from([JsonValue::from([block])])
}

fn write_parts(parts: &[Part], into: &mut MessageWriter) -> Vec<Value> {
    let mut content = Vec::new();
    for part in parts {
        match part {
            Part::Json(text) => match exactly(text) {
                Some(Value::Object(object)) => content.push(json!({ "json": object })),
                _ => content.push(json!({ "text": text })),
            },
            other => content.extend(write_part(other, into)),
        }
    }
    content
}
