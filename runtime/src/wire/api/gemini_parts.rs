//! The parts of Gemini's contents. Signatures of thoughts are valid for the model and the route
//! that made them.

use serde_json::{Value, json};

use crate::call::ToolCall;
use crate::message::{JsonValue, Media, MediaSource, Part, ResultBody, ResultView};
use crate::provider::{CallIds, Provider};
use crate::wire::WireError;
use crate::wire::empty::{self, Cleanup};
use crate::wire::ids;
use crate::wire::reader::{MessageReader, string, value_parts};
use crate::wire::writer::{ConversionLoss, MessageWriter};

/// Replaces a required signature for a call from another model.
pub(super) const NO_SIGNATURE: &str = "skip_thought_signature_validator";

/// Returns `true` if an id is sent. Synthetic ids are omitted.
pub(super) fn sends_id(provider: Provider, id: &str) -> bool {
    !matches!(provider.request().call_ids, CallIds::None) && !ids::is_made_up(id)
}

/// Reads a member in camel case or snake case, since clients write responses in either.
pub(super) fn either<'v>(value: &'v Value, camel: &str, snake: &str) -> Option<&'v Value> {
    value.get(camel).or_else(|| value.get(snake))
}

/// The members of a part that are read.
pub(super) const PART: [&str; 12] = [
    "text",
    "thought",
    "thoughtSignature",
    "thought_signature",
    "functionCall",
    "function_call",
    "functionResponse",
    "function_response",
    "inlineData",
    "inline_data",
    "fileData",
    "file_data",
];
const MEDIA: [&str; 6] = [
    "mimeType",
    "mime_type",
    "displayName",
    "data",
    "fileUri",
    "file_uri",
];

/// Reads `{"id":..,"name":..,"response":{"output":..}}`. The response may have `error` instead, or
/// any other value.
pub(super) fn read_function_response(
    response: &Value,
    into: &mut MessageReader,
) -> Result<(), WireError> {
    let call = into.answered(string(response, "id"), string(response, "name"))?;
    let given = response.get("response");
    let (is_error, value) = match given.and_then(Value::as_object) {
        Some(object) if object.len() == 1 => match (object.get("output"), object.get("error")) {
            (Some(output), _) => (false, Some(output)),
            (_, Some(error)) => (true, Some(error)),
            _ => (false, given),
        },
        _ => (false, given),
    };
    into.result(call, value_parts(value), is_error);
    Ok(())
}

pub(super) fn read_part(part: &Value, into: &mut MessageReader) -> Result<Option<Part>, WireError> {
    if let Some(text) = string(part, "text") {
        return Ok((!text.is_empty()).then(|| Part::Text(text.to_owned())));
    }
    let media = |source: MediaSource, of: &Value| {
        let media_type = either(of, "mimeType", "mime_type").and_then(Value::as_str);
        let name = string(of, "displayName").unwrap_or_default();
        Part::media(media_type.unwrap_or_default(), name, source)
    };
    if let Some(data) = either(part, "inlineData", "inline_data") {
        into.lose_unread("a part", data, &MEDIA);
        let bytes = MediaSource::Base64(into.need(data, "data")?.to_owned());
        return Ok(Some(media(bytes, data)));
    }
    if let Some(file) = either(part, "fileData", "file_data")
        && let Some(uri) = either(file, "fileUri", "file_uri").and_then(Value::as_str)
    {
        into.lose_unread("a part", file, &MEDIA);
        return Ok(Some(media(MediaSource::Url(uri.to_owned()), file)));
    }
    Ok(into.unknown_key("a part", part))
}

pub(super) fn write_part(part: &Part, into: &mut MessageWriter) -> Value {
    let media = |media: &Media| match &media.source {
        MediaSource::Base64(data) if !media.media_type.is_empty() => {
            Some(json!({"inlineData": {"mimeType": media.media_type, "data": data}}))
        }
        // A plain URL has no media type and is accepted only for files hosted by Google.
        MediaSource::Url(url) if url.starts_with("gs://") || url.contains("googleapis.com/") => {
            Some(json!({"fileData": {"mimeType": media.media_type, "fileUri": url}}))
        }
        _ => None,
    };
    into.part(part, |text| json!({ "text": text }), media)
}

/// Writes a call. The first call of a turn requires a signature.
pub(super) fn write_call(call: &ToolCall, first: bool, into: &mut MessageWriter) -> Value {
    let mut out = json!({"name": call.name, "args": into.arguments(call)});
    if sends_id(into.provider, call.id.as_str()) {
        out["id"] = json!(call.id.as_str());
    }
    let mut part = json!({ "functionCall": out });
    match &call.signature {
        Some(signature) => part["thoughtSignature"] = json!(signature),
        None if first => part["thoughtSignature"] = json!(NO_SIGNATURE),
        None => {}
    }
    part
}

/// Writes an object with `output` or `error`. A result that is one JSON value is embedded; anything
/// else becomes text.
pub(super) fn write_function_response<'r>(
    result: &ResultView<'r>,
    into: &mut MessageWriter,
) -> JsonValue<'r> {
    let key = if result.is_error { "error" } else { "output" };
    let json = match result.body {
        ResultBody::Json(text) => JsonValue::embedded(text),
        _ => None,
    };
    JsonValue::from([(key, json.unwrap_or_else(|| result.text(into).into()))])
}

/// Removes the signatures of contents of a model, and puts the placeholder on each content's first
/// call, which must have one. Returns the signatures that are lost.
pub(crate) fn leave_out_signatures(
    provider: Provider,
    messages: &mut Vec<Value>,
) -> Vec<ConversionLoss> {
    let mut lost = Vec::new();
    let mut message = 0;
    messages.retain_mut(|content| {
        leave_out(message, content, &mut lost);
        message += 1;
        // A part that had only a signature is empty now.
        empty::mend(provider, content) != Cleanup::Gone
    });
    lost
}

fn leave_out(message: usize, content: &mut Value, lost: &mut Vec<ConversionLoss>) {
    let is_model = content["role"] == "model";
    let parts = content.get_mut("parts").and_then(Value::as_array_mut);
    let Some(parts) = parts.filter(|_| is_model) else {
        return;
    };
    let mut needs_placeholder = true;
    for part in parts.iter_mut().filter_map(Value::as_object_mut) {
        let signatures = ["thoughtSignature", "thought_signature"].map(|key| part.remove(key));
        let is_call = part.contains_key("functionCall") || part.contains_key("function_call");
        if signatures
            .into_iter()
            .flatten()
            .any(|old| old != NO_SIGNATURE)
        {
            let what = if is_call { "a call" } else { "a text" };
            let what = format!("the thought signature of {what}");
            lost.push(ConversionLoss::of(message, what));
        }
        if is_call && needs_placeholder {
            part.insert("thoughtSignature".to_owned(), json!(NO_SIGNATURE));
            needs_placeholder = false;
        }
    }
}
