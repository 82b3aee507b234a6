//! Empty texts in conversations: which of them a provider rejects, and what is sent instead.
//!
//! The only place that knows. Histories, conversions and results are mended by it, and the guard
//! finds what it would mend.

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

/// What a provider rejects.
pub(crate) struct Empties {
    /// Where a message has its content.
    key: &'static str,
    /// Parts of the content that are rejected if they are empty.
    parts: Parts,
    /// White space alone counts as empty.
    blank: bool,
    /// What a message of the model without calls needs.
    answer: Needs,
    /// What a message of the model needs beside calls that are not in its content.
    calling: Needs,
    /// What a message of anyone else needs.
    other: Needs,
    /// Roles have an order, so that a message without content is replaced and not left out.
    ordered: bool,
    /// Whether the live API's own error is known; else the rule is documented.
    pub(crate) recorded: bool,
    /// The tag of the rule's source in `docs/providers.md`.
    pub(crate) source: &'static str,
}

/// The shape of text parts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Parts {
    /// None is rejected.
    Any,
    /// `{"type":"text","text":..}`
    Anthropic,
    /// `{"text":..}`
    Bedrock,
    /// `{"text":..}`, which is a thought if it says so. Its signature may have an empty text.
    Gemini,
}

/// How much content a message needs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Needs {
    Nothing,
    /// A text, which may be empty.
    Content,
    Text,
}

impl Empties {
    /// OpenAI's shape: `content` may be empty, but it may be left out beside calls only.
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

    /// What the provider rejects, if anything.
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

    /// Where a request has its messages.
    pub(crate) const fn messages(&self) -> &'static str {
        match self.parts {
            Parts::Gemini => "contents",
            _ => "messages",
        }
    }

    /// Where a request has parts with the system's texts, if empty ones are rejected.
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

    /// Whether the last message may be without content: it is what the model goes on from.
    pub(crate) fn may_end_with(&self, message: &Value) -> bool {
        self.parts == Parts::Anthropic && message.as_object().is_some_and(is_model)
    }

    fn is_empty(&self, text: &str) -> bool {
        text.is_empty() || self.blank && text.trim().is_empty()
    }

    /// Whether a part has a text and nothing in it.
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
            // A part without a text is no part.
            Parts::Gemini => {
                (empty || !members.contains_key("text"))
                    && members.keys().all(|key| key == "text" || key == "thought")
            }
        }
    }

    /// How much content there is.
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
            // Parts that are no text are something.
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

    /// Whether a message has less content than its role needs.
    fn lacks(&self, message: &Map<String, Value>) -> bool {
        let needs = if !is_model(message) {
            self.other
        } else if calls(message) {
            self.calling
        } else if ["refusal", "audio", "tool_plan"]
            .iter()
            .any(|key| has(message, key))
        {
            // Something else is said than text.
            Needs::Nothing
        } else {
            self.answer
        };
        self.content(message.get(self.key)) < needs
    }

    /// The result in a block, and whether it needs a text.
    fn result<'v>(&self, block: &'v Value) -> Option<(&'v Value, bool)> {
        match self.parts {
            Parts::Anthropic if block["type"] == "tool_result" => {
                Some((block, block["is_error"] == true))
            }
            Parts::Bedrock => Some((block.get("toolResult")?, true)),
            _ => None,
        }
    }

    /// The same, to be changed.
    fn result_mut<'v>(&self, block: &'v mut Value) -> Option<&'v mut Map<String, Value>> {
        match self.parts {
            Parts::Bedrock => block.get_mut("toolResult")?.as_object_mut(),
            _ => block.as_object_mut(),
        }
    }

    /// What a content says that would say nothing.
    fn nothing(&self, in_list: bool) -> Value {
        match self.parts {
            Parts::Bedrock | Parts::Gemini => json!([{ "text": NOTHING }]),
            Parts::Anthropic if in_list => json!([{"type": "text", "text": NOTHING}]),
            _ => json!(NOTHING),
        }
    }
}

/// Whether a message has something under a key.
fn has(message: &Map<String, Value>, key: &str) -> bool {
    match message.get(key) {
        None | Some(Value::Null) => false,
        Some(Value::Array(list)) => !list.is_empty(),
        Some(Value::String(text)) => !text.is_empty(),
        Some(_) => true,
    }
}

/// Whether a message in OpenAI's shape has calls.
fn calls(message: &Map<String, Value>) -> bool {
    has(message, "tool_calls") || has(message, "function_call")
}

/// Whether the model speaks in a message.
fn is_model(message: &Map<String, Value>) -> bool {
    let role = message.get("role").and_then(Value::as_str);
    matches!(role, Some("assistant" | "model"))
}

/// Whether the provider rejects a part with this text.
pub(crate) fn is_rejected(provider: Provider, text: &str) -> bool {
    let empties = Empties::of(provider);
    empties.is_some_and(|rules| rules.parts != Parts::Any && rules.is_empty(text))
}

/// Whether the provider rejects a message of a tool or the user with this text.
pub(crate) fn is_rejected_message(provider: Provider, text: &str) -> bool {
    let empties = Empties::of(provider);
    empties.is_some_and(|rules| rules.other == Needs::Text && rules.is_empty(text))
}
