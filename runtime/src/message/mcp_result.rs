//! A call's result as the Model Context Protocol has it: a `CallToolResult`.

use serde_json::{Value, json};

use super::json_value::{JsonMembers, JsonValue};
use super::media::MediaSource;
use super::parts::{Part, ResultBody, ResultView};
use crate::call::ToolResult;
use crate::shape::{RootForm, root_form};
use crate::text::percent;

pub(crate) const FILE: &str = "file:///";

/// Returns a result as a `CallToolResult`.
pub fn mcp_result(result: &ToolResult) -> Value {
    JsonValue::Object(write_result(&ResultView::of(result))).into_tree()
}

pub(crate) fn write_result<'r>(result: &'r ResultView<'r>) -> JsonMembers<'r> {
    let content = match &result.body {
        ResultBody::Text(text) | ResultBody::Json(text) => Vec::from([JsonValue::from([
            ("type", "text".into()),
            ("text", (*text).into()),
        ])]),
        ResultBody::Parts(parts) => parts.iter().map(write_part).map(JsonValue::Tree).collect(),
    };
    let mut out = Vec::from([
        // Revisions from 2026-07-28 on require `resultType`; older ones ignore it.
        ("resultType", "complete".into()),
        ("content", JsonValue::List(content)),
        ("isError", JsonValue::Tree(result.is_error.into())),
    ]);
    if !result.is_error {
        out.extend(data_of(result).map(|data| ("structuredContent", data)));
    }
    out
}

/// Returns the answer for `structuredContent`: in the form of the tool's `outputSchema`, if it
/// declares one; otherwise only if the answer is a single JSON object. There is none if a tree,
/// such as the SDKs have, would round a number of it: the text has all digits.
fn data_of<'r>(result: &'r ResultView<'r>) -> Option<JsonValue<'r>> {
    let form = result.output.map(|output| root_form(output.get(), true));
    let answer = match (&result.body, form) {
        (ResultBody::Json(text), _) => JsonValue::embedded(text)?,
        (_, None) => return None,
        // A value that serde writes as a string or as `null` was sent as text or as nothing.
        (ResultBody::Text(text), _) => (*text).into(),
        (ResultBody::Parts(parts), _) => answer_among(parts)?,
    };
    match form {
        Some(RootForm::Under(name)) => Some(JsonValue::from([(name, answer)])),
        _ => Some(answer).filter(JsonValue::is_object),
    }
}

/// Finds the answer among several parts: the JSON part, else the only text. Several texts without
/// JSON have no answer.
fn answer_among(parts: &[Part]) -> Option<JsonValue<'_>> {
    let json = parts.iter().find_map(|part| match part {
        Part::Json(text) => Some(text),
        _ => None,
    });
    let mut texts = parts.iter().filter_map(|part| match part {
        Part::Text(text) => Some(text),
        _ => None,
    });
    match (json, texts.next(), texts.next()) {
        (Some(json), ..) => JsonValue::embedded(json),
        (None, Some(_), Some(_)) => None,
        (None, Some(text), None) => Some(text.as_str().into()),
        (None, None, _) => Some(JsonValue::Tree(Value::Null)),
    }
}

fn write_part(part: &Part) -> Value {
    let media = match part {
        Part::Text(text) | Part::Json(text) => return json!({"type": "text", "text": text}),
        Part::Media(media) => media,
    };
    match &media.source {
        MediaSource::Base64(data) if media.is_image() => {
            json!({"type": "image", "data": data, "mimeType": media.media_type})
        }
        MediaSource::Base64(data) if media.is_audio() => {
            json!({"type": "audio", "data": data, "mimeType": media.media_type})
        }
        MediaSource::Base64(data) => {
            let uri = [FILE, &percent::encode(media.file_name(), b"/")].concat();
            json!({
                "type": "resource",
                "resource": {"uri": uri, "mimeType": media.media_type, "blob": data},
            })
        }
        MediaSource::Url(url) => json!({
            "type": "resource_link",
            "uri": url,
            "name": media.file_name(),
        }),
    }
}
