//! Model Context Protocol: the server side of `tools/call`.

use serde_json::{Value, json};

use super::ChatApi;
use crate::message::{FILE, MediaSource, Message, Part, ResultView, result_views, write_result};
use crate::provider::Provider;
use crate::text::percent;
use crate::wire::node::JsonNode;
use crate::wire::reader::{MessageReader, string};
use crate::wire::turn::{CALL_METHOD, TurnReader, call_request};
use crate::wire::unanswered_calls::ResultLink;
use crate::wire::writer::MessageWriter;
use crate::wire::{FinishReason, WireError};

pub(in crate::wire) struct Mcp;

impl ChatApi for Mcp {
    fn read_response(
        &self,
        response: JsonNode<'_>,
        into: &mut TurnReader,
    ) -> Result<(), WireError> {
        into.finish(FinishReason::ToolCalls);
        if !response.is_list() {
            return read_request(response, into);
        }
        // A batch, which some revisions allow.
        for request in response.list()? {
            read_request(request, into)?;
        }
        Ok(())
    }

    fn read_message(&self, message: &Value, into: &mut MessageReader) -> Result<(), WireError> {
        if message["method"] == CALL_METHOD {
            let id = id_text(message);
            let params = &message["params"];
            let call = into.call(id.as_deref(), params, "arguments", None)?;
            into.lose_unread("a call", params, &["name", "arguments", "_meta"]);
            into.lose_unread("a message", message, &MESSAGE);
            into.assistant(String::new(), Vec::from([call]));
            return Ok(());
        }
        let result = message.get("result").unwrap_or(message);
        let id = id_text(message);
        let call = into.answered(id.as_deref(), None)?;
        let mut parts = Vec::new();
        for block in into.list(result, "content")? {
            parts.extend(read_block(block, into)?);
        }
        let error = message.get("error");
        if let Some(text) = error.and_then(|error| string(error, "message")) {
            parts.push(Part::Text(text.to_owned()));
        } else if result.get("content").is_none() {
            return Err(into.expected("content", "a list", None));
        }
        if parts.is_empty()
            && let Some(data @ (Value::Object(_) | Value::Array(_))) =
                result.get("structuredContent")
        {
            parts.push(Part::Json(data.to_string()));
        }
        into.lose_unread("a result", result, &RESULT);
        into.lose_unread("an error", &message["error"], &["message", "code"]);
        if message.get("result").is_some() {
            into.lose_unread("a message", message, &MESSAGE);
        }
        let is_error = error.is_some() || result["isError"] == true;
        into.result(call, parts, is_error);
        Ok(())
    }

    fn write_message(&self, message: &Message, into: &mut MessageWriter) {
        match message {
            Message::System(_) | Message::Developer(_) => {
                into.lose("the system text");
            }
            Message::User(_) => into.lose("the user's text"),
            Message::Assistant { text, calls } => {
                if !text.is_empty() {
                    into.lose("the model's text");
                }
                for call in calls {
                    into.leave_out_signature(call);
                    let arguments = into.arguments(call);
                    into.push(json!({
                        "jsonrpc": "2.0",
                        "id": call.id.as_str(),
                        "method": CALL_METHOD,
                        "params": {"name": call.name, "arguments": arguments},
                    }));
                }
            }
            Message::Results(results) => self.write_results(&result_views(results), into),
        }
    }

    fn write_results(&self, results: &[ResultView<'_>], into: &mut MessageWriter) {
        for result in results {
            into.message(write_result(result));
        }
    }

    fn result_link(&self, _: Provider, _: &str) -> ResultLink {
        ResultLink::Order
    }
}

fn read_request(request: JsonNode<'_>, into: &mut TurnReader) -> Result<(), WireError> {
    into.call(0, call_request(request)?)?;
    into.history(|_| request.value())
}

fn id_text(message: &Value) -> Option<String> {
    match message.get("id") {
        Some(Value::String(id)) => Some(id.clone()),
        Some(Value::Number(id)) => Some(id.to_string()),
        _ => None,
    }
}

fn read_block(block: &Value, into: &mut MessageReader) -> Result<Option<Part>, WireError> {
    let media = |media_type: Option<&str>, name: &str, source: MediaSource| {
        Some(Part::media(media_type.unwrap_or_default(), name, source))
    };
    let read = match string(block, "type") {
        Some("text") => Some(Part::text_or_json(into.need(block, "text")?)),
        Some("image" | "audio") => {
            let data = MediaSource::Base64(into.need(block, "data")?.to_owned());
            media(string(block, "mimeType"), "", data)
        }
        Some("resource") => {
            let resource = &block["resource"];
            let name = name_of(string(resource, "uri").unwrap_or_default());
            match (string(resource, "text"), string(resource, "blob")) {
                (Some(text), _) => Some(Part::text_or_json(text)),
                (None, Some(blob)) => {
                    let data = MediaSource::Base64(blob.to_owned());
                    media(string(resource, "mimeType"), &name, data)
                }
                (None, None) => {
                    return Err(into.expected("content", "a text or blob", Some(resource)));
                }
            }
        }
        Some("resource_link") => {
            let uri = MediaSource::Url(into.need(block, "uri")?.to_owned());
            let name = string(block, "name").unwrap_or_default();
            media(string(block, "mimeType"), name, uri)
        }
        _ => return Ok(into.unknown_type("a block", block)),
    };
    into.lose_unread("a block", block, &BLOCK);
    into.lose_unread("a block", &block["resource"], &RESOURCE);
    Ok(read)
}

const MESSAGE: [&str; 6] = ["jsonrpc", "id", "method", "params", "result", "error"];
/// Structured content repeats the content.
const RESULT: [&str; 7] = [
    "jsonrpc",
    "id",
    "resultType",
    "content",
    "structuredContent",
    "isError",
    "error",
];
const BLOCK: [&str; 7] = [
    "type", "text", "data", "mimeType", "resource", "uri", "name",
];
const RESOURCE: [&str; 4] = ["uri", "mimeType", "text", "blob"];

fn name_of(uri: &str) -> String {
    let name = uri.strip_prefix(FILE).and_then(percent::decode);
    name.unwrap_or_else(|| uri.to_owned())
}
