//! Answers in the format of each API, as its servers write them: whole, and as the events of a
//! stream. The other modules of `wire` read these formats. For the scripted model of `testing`.
//!
//! The shapes are those that the official SDKs' types accept; `tests/conformance/responses` builds
//! the same ones with these types.

mod anthropic;
mod bedrock;
mod chat;
mod cohere;
mod gemini;
mod ollama;
mod responses;

use core::fmt::Write as _;

use serde_json::{Value, json};

use super::{FinishReason, ids};
use crate::provider::{Api, CallIds, Provider};

#[derive(Debug)]
pub(crate) struct ScriptedAnswer<'a> {
    pub(crate) provider: Provider,
    /// The number of the answer, from 1. It is part of all ids.
    pub(crate) number: usize,
    pub(crate) model: &'a str,
    pub(crate) text: &'a str,
    pub(crate) reasoning: &'a str,
    pub(crate) calls: &'a [(String, String)],
    pub(crate) finish: &'a FinishReason,
    pub(crate) input_tokens: u64,
    pub(crate) output_tokens: u64,
    /// The request asks for the token counts of a stream.
    pub(crate) asks_usage: bool,
}

pub(super) struct ScriptedCall<'a> {
    /// `None` if the provider has no ids.
    pub(super) id: Option<String>,
    pub(super) name: &'a str,
    pub(super) arguments: &'a str,
}

type Whole = fn(&ScriptedAnswer<'_>) -> Value;
type Events = fn(&ScriptedAnswer<'_>) -> Vec<Value>;
type ErrorBody = fn(u16, &str) -> Value;

#[derive(Clone, Copy)]
pub(crate) struct AnswerFormat {
    whole: Whole,
    events: Events,
    error: ErrorBody,
    /// The end of a request's path. A base URL may precede it.
    path: Path,
}

#[derive(Clone, Copy)]
enum Path {
    /// One path. The request's body asks for a stream, and this is the default.
    Body { path: &'static str, streams: bool },
    Action {
        folder: &'static str,
        whole: &'static str,
        stream: &'static str,
    },
}

impl AnswerFormat {
    /// Returns the format; `None` for a target that no model answers behind.
    pub(crate) fn of(provider: Provider) -> Option<Self> {
        let api = provider.request().api;
        let (whole, events, error, path): (Whole, Events, ErrorBody, Path) = match api {
            Api::Chat(_) => {
                let path = body("/chat/completions", false);
                (chat::response, chat::events, openai_error, path)
            }
            Api::Responses => {
                let path = body("/responses", false);
                (responses::response, responses::events, openai_error, path)
            }
            Api::Anthropic => {
                let path = body("/v1/messages", false);
                (
                    anthropic::response,
                    anthropic::events,
                    anthropic_error,
                    path,
                )
            }
            Api::Gemini => {
                let path = action("/models/", ":generateContent", ":streamGenerateContent");
                (gemini::response, gemini::events, google_error, path)
            }
            Api::Bedrock => {
                let path = action("/model/", "/converse", "/converse-stream");
                (bedrock::response, bedrock::events, message_error, path)
            }
            Api::Cohere => {
                let path = body("/v2/chat", false);
                (cohere::response, cohere::events, message_error, path)
            }
            Api::Ollama => {
                let path = body("/api/chat", true);
                (ollama::response, ollama::events, text_error, path)
            }
            Api::Mcp | Api::None => return None,
        };
        Some(AnswerFormat {
            whole,
            events,
            error,
            path,
        })
    }

    pub(crate) fn response(&self, answer: &ScriptedAnswer<'_>) -> String {
        format!("{}", (self.whole)(answer))
    }

    pub(crate) fn stream(&self, answer: &ScriptedAnswer<'_>) -> String {
        let lines = answer.provider.request().lines;
        let mut body = String::new();
        for event in (self.events)(answer) {
            if lines {
                let _ = writeln!(body, "{event}");
                continue;
            }
            if let Some(name) = event.get("type").and_then(Value::as_str) {
                let _ = writeln!(body, "event: {name}");
            }
            let _ = write!(body, "data: {event}\n\n");
        }
        if let Api::Chat(_) = answer.provider.request().api {
            body.push_str("data: [DONE]\n\n");
        }
        body
    }

    pub(crate) fn error(&self, status: u16, message: &str) -> String {
        format!("{}", (self.error)(status, message))
    }

    /// Returns whether a request to this path gets a stream; `None` if the API has no such path.
    /// `asked` is the member `stream` of the body.
    pub(crate) fn streams(&self, target: &str, asked: Option<bool>) -> Option<bool> {
        let path = target.split(['?', '#']).next().unwrap_or_default();
        match self.path {
            Path::Body { path: end, streams } => {
                path.ends_with(end).then(|| asked.unwrap_or(streams))
            }
            Path::Action {
                folder,
                whole,
                stream,
            } => {
                let (_, model) = path.rsplit_once(folder)?;
                let has_model = |end: &str| {
                    (model.strip_suffix(end))
                        .is_some_and(|model| !model.is_empty() && !model.contains('/'))
                };
                match (has_model(stream), has_model(whole)) {
                    (true, _) => Some(true),
                    (_, true) => Some(false),
                    _ => None,
                }
            }
        }
    }

    pub(crate) fn example_path(&self) -> String {
        match self.path {
            Path::Body { path, .. } => path.to_owned(),
            Path::Action { folder, whole, .. } => format!("{folder}NAME{whole}"),
        }
    }
}

const fn body(path: &'static str, streams: bool) -> Path {
    Path::Body { path, streams }
}

const fn action(folder: &'static str, whole: &'static str, stream: &'static str) -> Path {
    Path::Action {
        folder,
        whole,
        stream,
    }
}

impl ScriptedAnswer<'_> {
    /// Returns the reason to stop in the API's words: the one for `stop` if it has none.
    pub(super) fn reason(&self) -> &str {
        let words = self.provider.request().api.stop_words();
        let own = match self.finish {
            FinishReason::Other(word) => return word,
            FinishReason::Length => words.length,
            FinishReason::Refused if self.provider.host_answer().refuses => words.refused,
            FinishReason::Refused => &[],
            _ if self.calls.is_empty() => words.stop,
            _ => words.calls,
        };
        own.first().or(words.stop.first()).unwrap_or(&"")
    }

    pub(super) fn called(&self) -> impl Iterator<Item = ScriptedCall<'_>> {
        let accepted = self.provider.request().call_ids;
        self.calls.iter().zip(1..).map(move |((name, text), n)| {
            let id = format!("call_{}_{n}", self.number);
            ScriptedCall {
                id: (!matches!(accepted, CallIds::None))
                    .then(|| ids::sanitize(accepted, &id).into_owned()),
                name,
                arguments: text,
            }
        })
    }

    pub(super) fn total_tokens(&self) -> u64 {
        self.input_tokens.saturating_add(self.output_tokens)
    }
}

impl ScriptedCall<'_> {
    pub(super) fn arguments_value(&self) -> Value {
        serde_json::from_str(self.arguments).unwrap_or_else(|_| self.arguments.into())
    }
}

/// Splits a text into the pieces of a stream, which end anywhere but within a character.
pub(super) fn pieces(text: &str) -> impl Iterator<Item = &str> {
    const SIZE: usize = 13;
    let mut rest = text;
    core::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let mut ends = SIZE.min(rest.len())..rest.len();
        let end = ends.find(|end| rest.is_char_boundary(*end));
        let (piece, after) = rest.split_at(end.unwrap_or(rest.len()));
        rest = after;
        Some(piece)
    })
}

/// OpenAI's shape, which most hosts have too.
fn openai_error(status: u16, message: &str) -> Value {
    let (kind, code) = match status {
        401 => ("invalid_request_error", json!("invalid_api_key")),
        404 => ("invalid_request_error", json!("model_not_found")),
        429 => ("rate_limit_error", json!("rate_limit_exceeded")),
        503 => ("service_unavailable_error", json!("server_is_overloaded")),
        500.. => ("server_error", Value::Null),
        _ => ("invalid_request_error", Value::Null),
    };
    json!({"error": {"message": message, "type": kind, "param": null, "code": code}})
}

fn anthropic_error(status: u16, message: &str) -> Value {
    let kind = match status {
        401 => "authentication_error",
        402 => "billing_error",
        403 => "permission_error",
        404 => "not_found_error",
        409 => "conflict_error",
        413 => "request_too_large",
        429 => "rate_limit_error",
        504 => "timeout_error",
        529 => "overloaded_error",
        500.. => "api_error",
        _ => "invalid_request_error",
    };
    json!({"type": "error", "error": {"type": kind, "message": message}, "request_id": "req_1"})
}

fn google_error(status: u16, message: &str) -> Value {
    let name = match status {
        401 => "UNAUTHENTICATED",
        403 => "PERMISSION_DENIED",
        404 => "NOT_FOUND",
        409 => "ABORTED",
        429 => "RESOURCE_EXHAUSTED",
        499 => "CANCELLED",
        503 => "UNAVAILABLE",
        504 => "DEADLINE_EXCEEDED",
        500.. => "INTERNAL",
        _ => "INVALID_ARGUMENT",
    };
    json!({"error": {"code": status, "message": message, "status": name}})
}

/// A text alone, of Bedrock and Cohere.
fn message_error(_: u16, message: &str) -> Value {
    json!({"message": message})
}

/// A text alone, of Ollama.
fn text_error(_: u16, message: &str) -> Value {
    json!({"error": message})
}
