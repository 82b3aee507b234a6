//! Anthropic's Messages API.

use serde_json::{Value, json};

use super::ChatApi;
use crate::message::{
    EMPTY_CONTENT, JsonValue, Media, MediaSource, Message, Part, ResultBody, ResultView,
    result_views,
};
use crate::wire::WireError;
use crate::wire::node::JsonNode;
use crate::wire::reader::{MessageReader, string};
use crate::wire::turn::{RawCall, TurnReader, body};
use crate::wire::writer::{MessageWriter, restore_arguments};

pub(in crate::wire) struct Anthropic;

impl ChatApi for Anthropic {
    fn read_response(
        &self,
        response: JsonNode<'_>,
        into: &mut TurnReader,
    ) -> Result<(), WireError> {
        let content = body(response, "content")?;
        for (i, block) in content.list()?.into_iter().enumerate() {
            match block.text("type")? {
                Some("text") => into.text(block.need("text")?.string()?),
                Some("thinking") => into.thoughts(block.get("thinking")),
                Some("tool_use") => into.call(i, RawCall::read(block, "id", "input")?)?,
                _ => {}
            }
        }
        into.finish_by(response.text("stop_reason")?);
        into.history(|changed| {
            let mut content = content.value()?;
            for change in changed {
                let call = &mut content[change.block];
                change.write_id(call, "id");
                change.write_name(call);
            }
            for block in content.as_array_mut().into_iter().flatten() {
                restore_arguments(block.get_mut("input"));
            }
            Ok(json!({"role": "assistant", "content": content}))
        })
    }

    fn read_message(&self, message: &Value, into: &mut MessageReader) -> Result<(), WireError> {
        let role = into.need(message, "role")?;
        into.lose_unread("a message", message, &["role", "content"]);
        if let Some(text) = string(message, "content") {
            let parts = Vec::from([Part::Text(text.to_owned())]);
            return into.message(role, "assistant", parts, Vec::new());
        }
        let (mut parts, mut calls) = (Vec::new(), Vec::new());
        for block in into.list(message, "content")? {
            match string(block, "type") {
                Some("tool_use") => {
                    calls.push(into.call(string(block, "id"), block, "input", None)?);
                    into.lose_unread("a call", block, &CALL);
                }
                Some("tool_result") => {
                    let call = into.answered(string(block, "tool_use_id"), None)?;
                    let parts = into.parts(block, "content", read_block)?;
                    let parts = parts.into_iter().map(Part::or_json).collect();
                    into.lose_unread("a result", block, &RESULT);
                    into.result(call, parts, block["is_error"] == true);
                }
                _ => parts.extend(read_block(block, into)?),
            }
        }
        into.message(role, "assistant", parts, calls)
    }

    fn write_message(&self, message: &Message, into: &mut MessageWriter) {
        match message {
            Message::System(text) | Message::Developer(text) => into.system(text),
            Message::User(parts) => {
                let content = write_parts(parts, into);
                into.push_content("user", "content", content);
            }
            Message::Assistant { text, calls } => {
                let mut content = Vec::new();
                if !text.is_empty() {
                    content.push(json!({"type": "text", "text": text}));
                }
                for call in calls {
                    into.leave_out_signature(call);
                    content.push(json!({
                        "type": "tool_use",
                        "id": into.sanitized_id(call.id.as_str()),
                        "name": call.name,
                        "input": into.arguments(call),
                    }));
                }
                into.push_content("assistant", "content", content);
            }
            Message::Results(results) => self.write_results(&result_views(results), into),
        }
    }

    fn write_results(&self, results: &[ResultView<'_>], into: &mut MessageWriter) {
        let blocks = results.iter().map(|result| {
            // The API rejects media in an error: "all content must be type `text`".
            let result = result.with_prefix(|media| write_media(media).is_some());
            let mut block = Vec::from([
                ("type", "tool_result".into()),
                ("tool_use_id", into.sanitized_id(result.id).into()),
            ]);
            block.extend(content_of(&result, into).map(|content| ("content", content)));
            if result.is_error {
                block.push(("is_error", JsonValue::Tree(true.into())));
            }
            JsonValue::Object(block)
        });
        let blocks = blocks.collect();
        into.user_content("content", blocks);
    }
}

const CALL: [&str; 4] = ["type", "id", "name", "input"];
const RESULT: [&str; 4] = ["type", "tool_use_id", "content", "is_error"];
const BLOCK: [&str; 4] = ["type", "text", "source", "title"];
const SOURCE: [&str; 4] = ["type", "media_type", "data", "url"];

fn read_block(block: &Value, into: &mut MessageReader) -> Result<Option<Part>, WireError> {
    let source = &block["source"];
    let name = string(block, "title").unwrap_or_default();
    let read = match (string(block, "type"), string(source, "type")) {
        (Some("text"), _) => Part::Text(into.need(block, "text")?.to_owned()),
        (Some("image" | "document"), Some("base64")) => {
            let media_type = into.need(source, "media_type")?;
            let data = into.need(source, "data")?.to_owned();
            Part::media(media_type, name, MediaSource::Base64(data))
        }
        (Some("image"), Some("url")) => Part::image_at(into.need(source, "url")?),
        (Some("document"), Some("url")) => {
            Part::file_at("application/pdf", name, into.need(source, "url")?)
        }
        (Some("document"), Some("text")) => {
            into.lose_unread("a block", block, &["type", "source"]);
            Part::Text(into.need(source, "data")?.to_owned())
        }
        (Some("thinking" | "redacted_thinking"), _) => {
            into.lose("the model's thoughts");
            return Ok(None);
        }
        _ => return Ok(into.unknown_type("a block", block)),
    };
    into.lose_unread("a block", block, &BLOCK);
    into.lose_unread("a block", source, &SOURCE);
    Ok(Some(read).filter(|part| !matches!(part, Part::Text(text) if text.is_empty())))
}

/// Returns a result's single text, or the blocks of its parts. The API rejects an error without
/// content: "content cannot be empty if `is_error` is true".
fn content_of<'r>(result: &ResultView<'r>, into: &mut MessageWriter) -> Option<JsonValue<'r>> {
    let nothing = result.is_error.then(|| EMPTY_CONTENT.into());
    match &result.body {
        ResultBody::Text("") | ResultBody::Json("") if result.is_error => nothing,
        ResultBody::Text(text) | ResultBody::Json(text) => Some((*text).into()),
        ResultBody::Parts(parts) => match write_parts(parts, into) {
            blocks if blocks.is_empty() => nothing,
            blocks => Some(JsonValue::Tree(Value::Array(blocks))),
        },
    }
}

fn write_parts(parts: &[Part], into: &mut MessageWriter) -> Vec<Value> {
    let text = |text: &str| json!({"type": "text", "text": text});
    let blocks = parts.iter().filter_map(|part| match part {
        Part::Text(text) | Part::Json(text) if into.rejects(text) => None,
        part => Some(into.part(part, text, write_media)),
    });
    blocks.collect()
}

fn write_media(media: &Media) -> Option<Value> {
    let plain = media.media_type == "text/plain";
    let block = if media.is_common_image() {
        "image"
    } else if plain || media.media_type == "application/pdf" {
        "document"
    } else {
        return None;
    };
    let source = match &media.source {
        MediaSource::Base64(_) if plain => {
            json!({"type": "text", "media_type": "text/plain", "data": media.utf8()?})
        }
        // A URL refers to a PDF or an image.
        MediaSource::Url(_) if plain => return None,
        MediaSource::Url(url) => json!({"type": "url", "url": url}),
        MediaSource::Base64(data) => {
            json!({"type": "base64", "media_type": media.media_type, "data": data})
        }
    };
    let mut out = json!({"type": block, "source": source});
    if block == "document" && !media.name.is_empty() {
        out["title"] = json!(media.name);
    }
    Some(out)
}
