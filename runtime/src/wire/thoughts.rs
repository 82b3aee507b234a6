//! The model's thoughts in whole and streamed responses.

use serde_json::Value;

use super::node::{JsonNode, ObjectNode};
use crate::provider::Api;

/// Returns the thoughts of a message, `choices[].message`. A host may send them under both names.
pub(super) fn message_thoughts<'r>(message: &ObjectNode<'r>) -> Option<JsonNode<'r>> {
    let thoughts = ["reasoning_content", "reasoning"].into_iter();
    let mut thoughts = thoughts.filter_map(|key| message.get(key));
    thoughts.find(|node| node.is_string() && node.raw() != r#""""#)
}

/// Returns the thoughts of a reasoning item, `output[]`, and their key: the thoughts themselves, if
/// they are shown, or their summary.
pub(super) fn item_thoughts<'r>(item: &ObjectNode<'r>) -> (&'static str, Option<JsonNode<'r>>) {
    let shown = item.get("content").filter(|content| {
        content.is_string() || content.list().is_ok_and(|parts| !parts.is_empty())
    });
    match shown {
        Some(content) => ("content", Some(content)),
        None => ("summary", item.get("summary")),
    }
}

/// Returns the texts of thoughts with their numbers. Thoughts are a text, or a list of parts with a
/// member `text`. Other values are left out, because the answer doesn't depend on them.
pub(super) fn thought_texts(thoughts: JsonNode<'_>) -> Vec<(u64, &str)> {
    let parts = match thoughts.list() {
        Ok(parts) => parts.into_iter().map(|part| part.at("text")).collect(),
        Err(_) => vec![Some(thoughts)],
    };
    let texts = (0..).zip(parts);
    texts
        .filter_map(|(i, text)| Some((i, text?.string().ok()?)))
        .collect()
}

/// Removes thoughts at the end of a model's message, because the answer was cut or had no text.
/// Anthropic and Bedrock reject them in the next request: "The final block in an assistant message
/// cannot be `thinking`." Returns `true` if there were some.
pub(super) fn leave_out_last_thoughts(api: Api, message: &mut Value) -> bool {
    let is_thought = |block: &Value| match api {
        Api::Anthropic => block["type"] == "thinking" || block["type"] == "redacted_thinking",
        Api::Bedrock => block.get("reasoningContent").is_some(),
        _ => false,
    };
    let Some(Value::Array(blocks)) = message.get_mut("content") else {
        return false;
    };
    let before = blocks.len();
    while blocks.pop_if(|block| is_thought(block)).is_some() {}
    blocks.len() < before
}
