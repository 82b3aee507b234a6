//! Rules for empty texts in conversations: the ones each provider rejects, and their replacements.
//!
//! The single source of these rules. Histories, conversions and results apply them; the guard
//! reports what they would change.

// The guard reads facts that nothing else needs.
#![cfg_attr(not(feature = "guard"), allow(dead_code))]

mod mend;

use alloc::string::String;

use serde_json::{Map, Value, json};

pub(crate) use mend::{Mended, mend};
#[cfg(feature = "guard")]
pub(crate) use mend::{Rejected, rejected};

use super::neutral::NOTHING;
use crate::provider::Provider;

/// A provider's rules for empty texts.
pub(crate) struct Empties {
    /// The member of a message that has its content.
    key: &'static str,
    /// The kind of content parts that are rejected if empty.
    parts: Parts,
    /// White space alone counts as empty.
    blank: bool,
    /// Content required in a message of the model without calls.
    answer: Needs,
    /// Content required in a message of the model with calls outside its content.
    calling: Needs,
    /// Content required in any other message.
    other: Needs,
    /// Roles must alternate or follow an order, so an empty message is replaced instead of removed.
    ordered: bool,
    /// `true` if the live API's own error is known; otherwise the rule is documented.
    pub(crate) recorded: bool,
    /// The tag of the rule's source in `docs/providers.md`.
    pub(crate) source: &'static str,
}

/// The format of text parts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Parts {
    /// No part is rejected.
    Any,
    /// `{"type":"text","text":..}`
    Anthropic,
    /// `{"text":..}`
    Bedrock,
    /// `{"text":..}`, optionally with `thought`. A part with a signature may have an empty text.
    Gemini,
}

/// The amount of content that a message needs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Needs {
    Nothing,
    /// A text, which may be empty.
    Content,
    Text,
}

impl Empties {
    /// OpenAI's rule: `content` may be empty, but may be missing only in a message with calls.
    const OPENAI: Self = Empties {
        key: "content",
        parts: Parts::Any,
        blank: false,
        answer: Needs::Content,
        calling: Needs::Nothing,
        other: Needs::Nothing,
        ordered: false,
        recorded: true,
        source: "oa-empty",
    };

    const ANTHROPIC: Self = Empties {
        parts: Parts::Anthropic,
        blank: true,
        answer: Needs::Text,
        other: Needs::Text,
        source: "an-empty",
        ..Self::OPENAI
    };

    /// Returns the provider's rules, if it rejects any empty text.
    pub(crate) const fn of(provider: Provider) -> Option<Self> {
        Some(match provider {
            Provider::OpenAi | Provider::AzureOpenAi => Self::OPENAI,
            Provider::Groq => Empties {
                recorded: false,
                source: "gq-sdk",
                ..Self::OPENAI
            },
            Provider::Portable => Empties {
                recorded: false,
                source: "common",
                ..Self::OPENAI
            },
            Provider::DeepSeek => Empties {
                source: "ds-empty",
                ..Self::OPENAI
            },
            Provider::XAi => Empties {
                answer: Needs::Text,
                calling: Needs::Content,
                other: Needs::Text,
                source: "xa-empty",
                ..Self::OPENAI
            },
            Provider::Mistral => Empties {
                answer: Needs::Text,
                ordered: true,
                source: "mi-empty",
                ..Self::OPENAI
            },
            Provider::Cohere => Empties {
                answer: Needs::Text,
                recorded: false,
                source: "co-empty",
                ..Self::OPENAI
            },
            Provider::Anthropic => Self::ANTHROPIC,
            Provider::Bedrock => Empties {
                parts: Parts::Bedrock,
                ordered: true,
                source: "br-empty",
                ..Self::ANTHROPIC
            },
            Provider::Gemini | Provider::GeminiJsonSchema | Provider::Vertex => Empties {
                key: "parts",
                parts: Parts::Gemini,
                blank: false,
                source: "gm-empty",
                ..Self::ANTHROPIC
            },
            Provider::OpenAiResponses | Provider::Ollama | Provider::Mcp | Provider::JsonSchema => {
                return None;
            }
        })
    }

    /// The member of a request that has its messages.
    pub(crate) const fn messages(&self) -> &'static str {
        match self.parts {
            Parts::Gemini => "contents",
            _ => "messages",
        }
    }

    /// The paths in a request to the system's text parts, if empty ones are rejected.
    pub(crate) const fn system(&self) -> &'static [&'static [&'static str]] {
        match self.parts {
            Parts::Any => &[],
            Parts::Gemini => &[
                &["systemInstruction", "parts"],
                &["system_instruction", "parts"],
            ],
            Parts::Anthropic | Parts::Bedrock => &[&["system"]],
        }
    }

    /// Returns `true` if this message may be empty as the last one: the model continues from it.
    pub(crate) fn may_end_with(&self, message: &Value) -> bool {
        self.parts == Parts::Anthropic && message.as_object().is_some_and(is_model)
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
            Parts::Any => false,
            Parts::Anthropic => empty && part["type"] == "text",
            Parts::Bedrock => empty && members.len() == 1,
            // A part without a text isn't a valid part.
            Parts::Gemini => {
                (empty || !members.contains_key("text"))
                    && members.keys().all(|key| key == "text" || key == "thought")
            }
        }
    }

    /// Returns the amount of content.
    fn content(&self, content: Option<&Value>) -> Needs {
        let text = |text: &str| {
            if self.is_empty(text) {
                Needs::Content
            } else {
                Needs::Text
            }
        };
        match content {
            None | Some(Value::Null) => Needs::Nothing,
            Some(Value::String(said)) => text(said),
            // Parts other than text count as content.
            Some(Value::Array(parts)) => {
                let each = parts.iter().map(|part| match part["text"].as_str() {
                    Some(said) if part.get("type").is_some_and(|kind| kind == "text") => text(said),
                    _ => Needs::Text,
                });
                each.max().unwrap_or(Needs::Nothing)
            }
            Some(_) => Needs::Text,
        }
    }

    /// Returns `true` if a message has less content than its role needs.
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
            Needs::Nothing
        } else {
            self.answer
        };
        self.content(message.get(self.key)) < needs
    }

    /// Returns the result in a block, and `true` if it needs a text.
    fn result<'v>(&self, block: &'v Value) -> Option<(&'v Value, bool)> {
        match self.parts {
            Parts::Anthropic if block["type"] == "tool_result" => {
                Some((block, block["is_error"] == true))
            }
            Parts::Bedrock => Some((block.get("toolResult")?, true)),
            _ => None,
        }
    }

    /// The same result, mutable.
    fn result_mut<'v>(&self, block: &'v mut Value) -> Option<&'v mut Map<String, Value>> {
        match self.parts {
            Parts::Bedrock => block.get_mut("toolResult")?.as_object_mut(),
            _ => block.as_object_mut(),
        }
    }

    /// Returns the placeholder content.
    fn nothing(&self, in_list: bool) -> Value {
        match self.parts {
            Parts::Bedrock | Parts::Gemini => json!([{ "text": NOTHING }]),
            Parts::Anthropic if in_list => json!([{"type": "text", "text": NOTHING}]),
            _ => json!(NOTHING),
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
fn calls(message: &Map<String, Value>) -> bool {
    has(message, "tool_calls") || has(message, "function_call")
}

/// Returns `true` if the model is the message's author.
fn is_model(message: &Map<String, Value>) -> bool {
    let role = message.get("role").and_then(Value::as_str);
    matches!(role, Some("assistant" | "model"))
}

/// Returns `true` if the provider rejects a part with this text.
pub(crate) fn is_rejected(provider: Provider, text: &str) -> bool {
    let empties = Empties::of(provider);
    empties.is_some_and(|rules| rules.parts != Parts::Any && rules.is_empty(text))
}

/// Returns `true` if the provider rejects a message of a tool or the user with this text.
pub(crate) fn is_rejected_message(provider: Provider, text: &str) -> bool {
    let empties = Empties::of(provider);
    empties.is_some_and(|rules| rules.other == Needs::Text && rules.is_empty(text))
}
