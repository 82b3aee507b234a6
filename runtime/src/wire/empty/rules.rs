//! The rules for empty texts, applied to messages and parts.

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

    /// The member of a request that has its messages.
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

    /// Returns `true` if this message may be empty as the last one: the model continues from it.
    pub(crate) fn may_end_with(&self, message: &Value) -> bool {
        self.parts == TextParts::Anthropic && message.as_object().is_some_and(is_model)
    }

    fn is_empty(&self, text: &str) -> bool {
        text.is_empty() || self.blank && text.trim().is_empty()
    }

    /// Returns `true` if a part has a text and the text is empty.
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

    /// Returns the amount of content.
    pub(super) fn content(&self, content: Option<&Value>) -> ContentNeed {
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

    /// Returns `true` if a message has less content than its role needs.
    pub(super) fn lacks(&self, message: &Map<String, Value>) -> bool {
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

    /// Returns the result in a block, and `true` if it needs a text.
    pub(super) fn result<'v>(&self, block: &'v Value) -> Option<(&'v Value, bool)> {
        match self.parts {
            TextParts::Anthropic if block["type"] == "tool_result" => {
                Some((block, block["is_error"] == true))
            }
            TextParts::Bedrock => Some((block.get("toolResult")?, true)),
            _ => None,
        }
    }

    /// The same result, mutable.
    pub(super) fn result_mut<'v>(
        &self,
        block: &'v mut Value,
    ) -> Option<&'v mut Map<String, Value>> {
        match self.parts {
            TextParts::Bedrock => block.get_mut("toolResult")?.as_object_mut(),
            _ => block.as_object_mut(),
        }
    }

    /// Returns the placeholder content.
    pub(super) fn nothing(&self, in_list: bool) -> Value {
        match self.parts {
            TextParts::Bedrock | TextParts::Gemini => json!([{ "text": EMPTY_CONTENT }]),
            TextParts::Anthropic if in_list => json!([{"type": "text", "text": EMPTY_CONTENT}]),
            _ => json!(EMPTY_CONTENT),
        }
    }
}

/// Returns `true` if a message has a non-empty value for the key.
fn has(message: &Map<String, Value>, key: &str) -> bool {
    match message.get(key) {
        None | Some(Value::Null) => false,
        Some(Value::Array(list)) => !list.is_empty(),
        Some(Value::String(text)) => !text.is_empty(),
        Some(_) => true,
    }
}

/// Returns `true` if a message in OpenAI's format has calls.
pub(super) fn calls(message: &Map<String, Value>) -> bool {
    has(message, "tool_calls") || has(message, "function_call")
}

/// Returns `true` if the model is the message's author.
pub(super) fn is_model(message: &Map<String, Value>) -> bool {
    let role = message.get("role").and_then(Value::as_str);
    matches!(role, Some("assistant" | "model"))
}

/// Returns `true` if the provider rejects a part with this text.
pub(crate) fn is_rejected(provider: Provider, text: &str) -> bool {
    let empties = Empties::of(provider);
    empties.is_some_and(|rules| rules.parts != TextParts::Any && rules.is_empty(text))
}

/// Returns `true` if the provider rejects a message of a tool or the user with this text.
pub(crate) fn is_rejected_message(provider: Provider, text: &str) -> bool {
    let empties = Empties::of(provider);
    empties.is_some_and(|rules| rules.other == ContentNeed::Text && rules.is_empty(text))
}
