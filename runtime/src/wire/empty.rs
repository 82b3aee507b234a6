//! Empty texts in conversations that a provider rejects, and their replacements.
//!
//! Histories, conversions and results apply the rules; the linter reports what they would change.

// The linter asks what nothing else needs.
#![cfg_attr(not(feature = "lint"), allow(dead_code))]

use serde_json::{Map, Value, json};

use crate::message::EMPTY_CONTENT;
use crate::provider::{ContentNeed, Empties, Provider, TextParts};

impl Empties {
    /// Returns the provider's rules, if it rejects any empty text.
    pub(crate) fn of(provider: Provider) -> Option<Self> {
        provider.request().empties
    }

    pub(crate) const fn messages(&self) -> &'static str {
        match self.parts {
            TextParts::Gemini => "contents",
            _ => "messages",
        }
    }

    /// The paths in a request to the system's text parts, if empty ones are rejected.
    pub(crate) const fn system(&self) -> &'static [&'static [&'static str]] {
        match self.parts {
            TextParts::Any => &[],
            TextParts::Gemini => &[
                &["systemInstruction", "parts"],
                &["system_instruction", "parts"],
            ],
            TextParts::Anthropic | TextParts::Bedrock => &[&["system"]],
        }
    }

    fn is_empty(&self, text: &str) -> bool {
        text.is_empty() || self.blank && text.trim().is_empty()
    }

    pub(crate) fn is_empty_part(&self, part: &Value) -> bool {
        let Some(members) = part.as_object() else {
            return false;
        };
        let text = members.get("text").and_then(Value::as_str);
        let empty = text.is_some_and(|text| self.is_empty(text));
        match self.parts {
            TextParts::Any => false,
            TextParts::Anthropic => empty && part["type"] == "text",
            TextParts::Bedrock => empty && members.len() == 1,
            // A part without a text isn't a valid part.
            TextParts::Gemini => {
                (empty || !members.contains_key("text"))
                    && members.keys().all(|key| key == "text" || key == "thought")
            }
        }
    }

    fn content(&self, content: Option<&Value>) -> ContentNeed {
        let text = |text: &str| {
            if self.is_empty(text) {
                ContentNeed::Content
            } else {
                ContentNeed::Text
            }
        };
        match content {
            None | Some(Value::Null) => ContentNeed::Nothing,
            Some(Value::String(out)) => text(out),
            // Parts other than text count as content.
            Some(Value::Array(parts)) => {
                let each = parts.iter().map(|part| match part["text"].as_str() {
                    Some(out) if part.get("type").is_some_and(|kind| kind == "text") => text(out),
                    _ => ContentNeed::Text,
                });
                each.max().unwrap_or(ContentNeed::Nothing)
            }
            Some(_) => ContentNeed::Text,
        }
    }

    fn lacks(&self, message: &Map<String, Value>) -> bool {
        let needs = if !is_model(message) {
            self.other
        } else if calls(message) {
            self.calling
        } else if ["refusal", "audio", "tool_plan"]
            .iter()
            .any(|key| has(message, key))
        {
            // The message has other content than text.
            ContentNeed::Nothing
        } else {
            self.answer
        };
        self.content(message.get(self.key)) < needs
    }

    /// Returns the JSON Pointer to the result in a part, and `true` if it needs a text.
    fn result(&self, part: &Value) -> Option<(&'static str, bool)> {
        match self.parts {
            TextParts::Anthropic if part["type"] == "tool_result" => {
                Some(("", part["is_error"] == true))
            }
            TextParts::Bedrock => Some(("/toolResult", true)),
            _ => None,
        }
    }

    fn fault(&self, part: &Value) -> Option<&'static str> {
        if self.is_empty_part(part) {
            return Some("a part with an empty text");
        }
        let (at, needs) = self.result(part)?;
        let content = part.pointer(at)?.get("content");
        let mut blocks = content.and_then(Value::as_array).into_iter().flatten();
        if blocks.any(|block| self.is_empty_part(block)) {
            return Some("a result with an empty text");
        }
        let lacks = needs && self.content(content) < ContentNeed::Text;
        lacks.then_some("a result without a text")
    }

    /// Lists the empty texts in a message: a JSON Pointer from the message, which is empty for the
    /// message itself, and a description.
    pub(crate) fn rejected(&self, message: &Value, last: bool) -> Vec<(String, &'static str)> {
        let members = message.as_object();
        let Some(members) = members.filter(|members| !is_step(self, members)) else {
            return Vec::new();
        };
        let parts = members.get(self.key).and_then(Value::as_array);
        let parts = parts.into_iter().flatten().enumerate();
        let faults = parts.filter_map(|(i, part)| {
            let found = self.fault(part)?;
            Some((format!("/{}/{i}", self.key), found))
        });
        let mut all: Vec<_> = faults.collect();
        // The model continues from a last message of its own.
        let may_be_empty = last && self.parts == TextParts::Anthropic && is_model(members);
        if all.is_empty() && !may_be_empty && self.lacks(members) {
            all.push((String::new(), "a message without content"));
        }
        all
    }

    fn placeholder(&self, in_list: bool) -> Value {
        match self.parts {
            TextParts::Bedrock | TextParts::Gemini => json!([{ "text": EMPTY_CONTENT }]),
            TextParts::Anthropic if in_list => json!([{"type": "text", "text": EMPTY_CONTENT}]),
            _ => json!(EMPTY_CONTENT),
        }
    }
}

fn has(message: &Map<String, Value>, key: &str) -> bool {
    match message.get(key) {
        None | Some(Value::Null) => false,
        Some(Value::Array(list)) => !list.is_empty(),
        Some(Value::String(text)) => !text.is_empty(),
        Some(_) => true,
    }
}

fn calls(message: &Map<String, Value>) -> bool {
    has(message, "tool_calls") || has(message, "function_call")
}

fn is_model(message: &Map<String, Value>) -> bool {
    let role = message.get("role").and_then(Value::as_str);
    matches!(role, Some("assistant" | "model"))
}

pub(crate) fn is_rejected(provider: Provider, text: &str) -> bool {
    let empties = Empties::of(provider);
    empties.is_some_and(|rules| rules.parts != TextParts::Any && rules.is_empty(text))
}

/// Returns `true` if the provider rejects a message of a tool or the user with this text.
pub(crate) fn is_rejected_message(provider: Provider, text: &str) -> bool {
    let empties = Empties::of(provider);
    empties.is_some_and(|rules| rules.other == ContentNeed::Text && rules.is_empty(text))
}

/// Returns `true` for a step of Gemini's Interactions API, which has another format than a message.
fn is_step(empties: &Empties, members: &Map<String, Value>) -> bool {
    empties.parts == TextParts::Gemini
        && members.contains_key("type")
        && !members.contains_key("parts")
}

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
    members.insert(empties.key.to_owned(), empties.placeholder(in_list));
    Cleanup::Replaced
}

fn mend_result(empties: &Empties, block: &mut Value) {
    let Some((at, needs)) = empties.result(block) else {
        return;
    };
    let Some(Value::Object(result)) = block.pointer_mut(at) else {
        return;
    };
    let (mut has_list, mut gone) = (false, false);
    if let Some(Value::Array(blocks)) = result.get_mut("content") {
        let before = blocks.len();
        blocks.retain(|block| !empties.is_empty_part(block));
        has_list = true;
        gone = blocks.is_empty() && before > 0;
    }
    if needs && empties.content(result.get("content")) < ContentNeed::Text {
        result.insert("content".to_owned(), empties.placeholder(has_list));
    } else if gone {
        result.remove("content");
    }
}
