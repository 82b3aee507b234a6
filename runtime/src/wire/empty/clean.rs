//! Finds and removes the empty texts of a message that its provider rejects.

use serde_json::{Map, Value, json};

use super::rules::{calls, is_model};
use crate::provider::{ContentNeed, Empties, Provider, TextParts};

/// Returns `true` for a step of Gemini's Interactions API, which has another format than a message.
fn is_step(empties: &Empties, members: &Map<String, Value>) -> bool {
    empties.parts == TextParts::Gemini
        && members.contains_key("type")
        && !members.contains_key("parts")
}

/// An empty text that a provider rejects.
#[derive(Debug)]
pub(crate) struct EmptyText {
    /// A JSON Pointer from the message to the part; empty for the message itself.
    pub(crate) pointer: String,
    pub(crate) found: &'static str,
}

/// Finds the empty texts in a message that the provider rejects.
pub(crate) fn rejected(provider: Provider, message: &Value) -> Vec<EmptyText> {
    let mut all = Vec::new();
    let Some(empties) = Empties::of(provider) else {
        return all;
    };
    let members = message.as_object();
    let Some(members) = members.filter(|members| !is_step(&empties, members)) else {
        return all;
    };
    let parts = members.get(empties.key).and_then(Value::as_array);
    for (i, part) in parts.into_iter().flatten().enumerate() {
        let pointer = format!("/{}/{i}", empties.key);
        if empties.is_empty_part(part) {
            let found = "a part with an empty text";
            all.push(EmptyText { pointer, found });
        } else if let Some((result, needs)) = empties.result(part) {
            let content = result.get("content");
            let blocks = content.and_then(Value::as_array);
            let empty = |block: &Value| empties.is_empty_part(block);
            if blocks.is_some_and(|blocks| blocks.iter().any(empty)) {
                let found = "a result with an empty text";
                all.push(EmptyText { pointer, found });
            } else if needs && empties.content(content) < ContentNeed::Text {
                let found = "a result without a text";
                all.push(EmptyText { pointer, found });
            }
        }
    }
    if all.is_empty() && empties.lacks(members) {
        all.push(EmptyText {
            pointer: String::new(),
            found: "a message without content",
        });
    }
    all
}

/// The outcome for a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cleanup {
    /// The message is kept, without rejected parts.
    Kept,
    /// The message was empty and now has a placeholder.
    Replaced,
    /// The message was empty and is not sent.
    Gone,
}

/// Removes everything that the provider rejects from a message. Idempotent.
pub(crate) fn mend(provider: Provider, message: &mut Value) -> Cleanup {
    let Some(empties) = Empties::of(provider) else {
        return Cleanup::Kept;
    };
    let members = message.as_object_mut();
    let Some(members) = members.filter(|members| !is_step(&empties, members)) else {
        return Cleanup::Kept;
    };
    if let Some(Value::Array(parts)) = members.get_mut(empties.key) {
        parts.retain(|part| !empties.is_empty_part(part));
        for part in parts {
            mend_result(&empties, part);
        }
    }
    if !empties.lacks(members) {
        return Cleanup::Kept;
    }
    if is_model(members) && calls(members) {
        members.insert(empties.key.to_owned(), json!(""));
        return Cleanup::Kept;
    }
    let system = members
        .get("role")
        .is_some_and(|role| role == "system" || role == "developer");
    if system || is_model(members) && !empties.ordered {
        return Cleanup::Gone;
    }
    let in_list = members.get(empties.key).is_some_and(Value::is_array);
    members.insert(empties.key.to_owned(), empties.nothing(in_list));
    Cleanup::Replaced
}

/// Removes empty texts from a result block.
fn mend_result(empties: &Empties, block: &mut Value) {
    let Some((result, needs)) = empties.result(block) else {
        return;
    };
    let content = result.get("content");
    let lacks = needs && empties.content(content) < ContentNeed::Text;
    let has_list = content.is_some_and(Value::is_array);
    let Some(result) = empties.result_mut(block) else {
        return;
    };
    let mut gone = false;
    if let Some(Value::Array(blocks)) = result.get_mut("content") {
        let before = blocks.len();
        blocks.retain(|block| !empties.is_empty_part(block));
        gone = blocks.is_empty() && before > 0;
    }
    if needs && (lacks || gone) {
        result.insert("content".to_owned(), empties.nothing(has_list));
    } else if gone {
        result.remove("content");
    }
}
