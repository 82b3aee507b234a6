//! The model's thoughts in whole and streamed responses.

use super::node::{JsonNode, ObjectNode};

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
