//! Answers in the format of each API, as its servers write them: whole, and as the events of a
//! stream. The other modules of `wire` read these formats. For the scripted model of `testing`.
//!
//! The shapes are those that the official SDKs' types accept; `tests/conformance/responses` builds
//! the same ones with these types.

mod anthropic;
mod bedrock;
mod chat;
mod cohere;
mod error;
mod gemini;
mod ollama;
mod responses;

use core::fmt::Write as _;

use serde_json::Value;

use super::{FinishReason, ids};
use crate::provider::{Api, CallIds, Provider};

/// An answer of a model, in no provider's format.
#[derive(Debug)]
pub(crate) struct Scripted<'a> {
    pub(crate) provider: Provider,
    /// The number of the answer, from 1. It is part of all ids.
    pub(crate) number: usize,
    pub(crate) model: &'a str,
    pub(crate) text: &'a str,
    pub(crate) reasoning: &'a str,
    /// The names and arguments of the calls.
    pub(crate) calls: &'a [(String, String)],
    pub(crate) finish: &'a FinishReason,
    pub(crate) input_tokens: u64,
    pub(crate) output_tokens: u64,
    /// The request asks for the token counts of a stream.
    pub(crate) asks_usage: bool,
}

/// A call with its id.
pub(super) struct ScriptedCall<'a> {
    /// `None` if the provider has no ids.
    pub(super) id: Option<String>,
    pub(super) name: &'a str,
    pub(super) arguments: &'a str,
}

type Whole = fn(&Scripted<'_>) -> Value;
type Events = fn(&Scripted<'_>) -> Vec<Value>;
type Error = fn(u16, &str) -> Value;

/// The format of an API's answers.
#[derive(Clone, Copy)]
pub(crate) struct AnswerFormat {
    whole: Whole,
    events: Events,
    error: Error,
    /// The end of a request's path. A base URL may precede it.
    path: Path,
}

/// The path of an API's requests.
#[derive(Clone, Copy)]
enum Path {
    /// One path. The request's body asks for a stream, and this is the default.
    Body { path: &'static str, streams: bool },
    /// A path for whole answers, and one for streams, after the model's name.
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
        let (whole, events): (Whole, Events) = match api {
            Api::Chat(_) => (chat::response, chat::events),
            Api::Responses => (responses::response, responses::events),
            Api::Anthropic => (anthropic::response, anthropic::events),
            Api::Gemini => (gemini::response, gemini::events),
            Api::Bedrock => (bedrock::response, bedrock::events),
            Api::Cohere => (cohere::response, cohere::events),
            Api::Ollama => (ollama::response, ollama::events),
            Api::Mcp | Api::None => return None,
        };
        let error: Error = match api {
            Api::Anthropic => error::anthropic,
            Api::Gemini => error::google,
            Api::Bedrock | Api::Cohere => error::message,
            Api::Ollama => error::text,
            _ => error::openai,
        };
        let path = match api {
            Api::Responses => body("/responses"),
            Api::Anthropic => body("/v1/messages"),
            Api::Cohere => body("/v2/chat"),
            Api::Ollama => Path::Body {
                path: "/api/chat",
                streams: true,
            },
            Api::Gemini => Path::Action {
                folder: "/models/",
                whole: ":generateContent",
                stream: ":streamGenerateContent",
            },
            Api::Bedrock => Path::Action {
                folder: "/model/",
                whole: "/converse",
                stream: "/converse-stream",
            },
            _ => body("/chat/completions"),
        };
        Some(AnswerFormat {
            whole,
            events,
            error,
            path,
        })
    }

    /// Returns the complete response.
    pub(crate) fn response(&self, answer: &Scripted<'_>) -> String {
        format!("{}", (self.whole)(answer))
    }

    /// Returns the body of a streamed response.
    pub(crate) fn stream(&self, answer: &Scripted<'_>) -> String {
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

    /// Returns the body of an error.
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

    /// Returns a path that the API has, for messages: `/v1/messages`.
    pub(crate) fn example_path(&self) -> String {
        match self.path {
            Path::Body { path, .. } => path.to_owned(),
            Path::Action { folder, whole, .. } => format!("{folder}NAME{whole}"),
        }
    }
}

const fn body(path: &'static str) -> Path {
    Path::Body {
        path,
        streams: false,
    }
}

impl Scripted<'_> {
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

    /// Returns the calls with their ids.
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
    /// Returns the arguments as a value; a text that isn't JSON as a string.
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
