//! Conversion of the SDK's results to content for the model.

use std::borrow::Cow;

use data_encoding::BASE64_NOPAD;
use percent_encoding::percent_decode_str;
use rmcp::model::{CallToolResult, ContentBlock, Resource, ResourceContents};
use serde_json::{Map, Value};

use super::link_text::{address, public_link};
use toolcast::call::{Content, ToolError, ToolOutput};

/// Returns a server's answer and its content for the model.
pub(super) fn read(result: CallToolResult) -> (CallToolResult, Vec<Content>) {
    let content = result.content.iter().map(part).collect();
    (result, content)
}

/// Adds the structured content of an answer. The answer itself becomes the artifact, for the
/// program.
///
/// # Errors
///
/// Returns the content of the answer if the server reports that the call failed.
pub(super) fn answer(
    result: CallToolResult,
    mut content: Vec<Content>,
) -> Result<ToolOutput, ToolError> {
    let is_error = result.is_error == Some(true);
    let is_reason = |value: &Value| !is_error || *value != Value::Object(Map::new());
    let structured = result.structured_content.clone();
    if let Some(value) = structured.filter(is_reason) {
        // Servers repeat structured content as text for older hosts. The text has all digits.
        let same = content.iter().position(|one| is_json(one, &value));
        let same = same.or_else(|| {
            let is_only = content.len() == 1 && is_json(&content[0], answer_within(&value)?);
            is_only.then_some(0)
        });
        match same {
            Some(at) => {
                if let Content::Text(text) = &content[at] {
                    content[at] = Content::Json(compact(text));
                }
            }
            // The content has it, in other words.
            None if repeats(&value, &content) => {}
            None => content.push(Content::Json(value.to_string())),
        }
    }
    if is_error {
        return Err(failure(content));
    }
    Ok(ToolOutput::new(content, Some(Box::new(result))))
}

/// Returns JSON text without the white space between its tokens.
fn compact(json: &str) -> String {
    let (mut inside, mut escaped) = (false, false);
    let mut is_kept = |c: char| {
        let was_inside = inside;
        if c == '"' && !escaped {
            inside = !inside;
        }
        escaped = inside && c == '\\' && !escaped;
        was_inside || !c.is_ascii_whitespace()
    };
    json.chars().filter(|c| is_kept(*c)).collect()
}

/// The value of an object's only member, such as `{"result": ..}`.
fn answer_within(value: &Value) -> Option<&Value> {
    let members = value.as_object()?;
    members.values().next().filter(|_| members.len() == 1)
}

/// Returns true for a text that is this value as JSON.
fn is_json(content: &Content, value: &Value) -> bool {
    matches!(content, Content::Text(text)
        if serde_json::from_str(text).is_ok_and(|it: Value| it == *value))
}

/// Returns true if the texts repeat the value or that of its only member: a string unchanged, or a
/// list with a text for each item.
fn repeats(value: &Value, content: &[Content]) -> bool {
    let is_text = |content: &Content, value: &Value| matches!(content, Content::Text(text) if value.as_str() == Some(text));
    [Some(value), answer_within(value)]
        .into_iter()
        .flatten()
        .any(|value| match (value, content) {
            (Value::String(_), [text]) => is_text(text, value),
            (Value::Array(items), [_, ..]) if items.len() == content.len() => {
                let mut both = content.iter().zip(items);
                both.all(|(one, item)| is_text(one, item) || is_json(one, item))
            }
            _ => false,
        })
}

/// Returns the error of a failed call: a text, if its content is texts alone.
fn failure(mut content: Vec<Content>) -> ToolError {
    content.retain(|one| !matches!(one, Content::Text(text) if text.is_empty()));
    let has_text = |one: &Content| matches!(one, Content::Text(_) | Content::Json(_));
    if !content.iter().any(has_text) {
        let text = "the tool failed, and its server gave no reason";
        content.insert(0, Content::Text(text.to_owned()));
    }
    let is_text = content.iter().all(|one| matches!(one, Content::Text(_)));
    let error = ToolError::FailedWith(content);
    if is_text {
        ToolError::Failed(error.to_string().into())
    } else {
        error
    }
}

fn part(block: &ContentBlock) -> Content {
    // Some servers break the lines or leave out the padding.
    let bytes = |data: &str, what: &str| {
        let mut data = data.as_bytes().to_vec();
        data.retain(|byte| !byte.is_ascii_whitespace() && *byte != b'=');
        BASE64_NOPAD
            .decode(&data)
            .map_err(|_| Content::Text(format!("(the server sent {what} that can't be read)")))
    };
    match block {
        ContentBlock::Text(text) => Content::Text(text.text.clone()),
        ContentBlock::Image(image) => match bytes(&image.data, "an image") {
            Ok(data) => Content::image(image.mime_type.clone(), data),
            Err(words) => words,
        },
        ContentBlock::Audio(audio) => match bytes(&audio.data, "audio") {
            Ok(data) => Content::audio(audio.mime_type.clone(), data),
            Err(words) => words,
        },
        ContentBlock::Resource(embedded) => match &embedded.resource {
            ResourceContents::TextResourceContents { text, .. } => Content::Text(text.clone()),
            ResourceContents::BlobResourceContents {
                uri,
                mime_type,
                blob,
                ..
            } => match bytes(blob, "a file") {
                Ok(data) => Content::File {
                    media_type: mime_type
                        .clone()
                        .unwrap_or_else(|| "application/octet-stream".to_owned()),
                    name: name_of(&address(uri)),
                    data,
                },
                Err(words) => words,
            },
            _ => unknown(block),
        },
        ContentBlock::ResourceLink(link) => Content::Text(link_words(link)),
        _ => unknown(block),
    }
}

/// Returns the name in a URI that `toolcast` made of a name, or the URI itself.
fn name_of(uri: &str) -> String {
    let name = uri.strip_prefix("file:///").map(percent_decode_str);
    let name = name.and_then(|name| name.decode_utf8().ok());
    name.map_or_else(|| uri.to_owned(), Cow::into_owned)
}

/// Content of a later protocol version, passed on as JSON so that nothing is lost.
fn unknown(block: &ContentBlock) -> Content {
    Content::Json(serde_json::to_string(block).unwrap_or_default())
}

/// Describes a link as text, because providers can't fetch a resource that only the server can
/// resolve.
fn link_words(link: &Resource) -> String {
    let name = link.title.as_ref().unwrap_or(&link.name);
    let media_type = match &link.mime_type {
        Some(media_type) => format!(" ({media_type})"),
        None => String::new(),
    };
    let description = match &link.description {
        Some(description) => format!(": {description}"),
        None => String::new(),
    };
    let uri = public_link(&link.uri);
    format!("[{name}]({uri}){media_type}{description}")
}

/// Like [`read`], for a result with a block unknown to the SDK. `None` if the value is not a
/// result.
pub(super) fn read_loosely(result: &Value) -> Option<(CallToolResult, Vec<Content>)> {
    let blocks = result.get("content")?.as_array()?;
    let mut known = result.clone();
    known["content"] = Value::Array(Vec::new());
    let mut whole: CallToolResult = serde_json::from_value(known).ok()?;
    let mut content = Vec::new();
    for block in blocks {
        if let Ok(block) = serde_json::from_value(block.clone()) {
            content.push(part(&block));
            whole.content.push(block);
        } else {
            // A proxy passes it on as text, in its place.
            whole.content.push(ContentBlock::text(block.to_string()));
            content.push(Content::Json(block.to_string()));
        }
    }
    Some((whole, content))
}
