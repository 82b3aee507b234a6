//! Streamed responses. The events are assembled into the text of a complete response, which the
//! regular reader decodes, so both give the same result. What an event adds is reported at once.

mod anthropic;
mod arguments;
mod bedrock;
mod chat;
mod cohere;
pub(super) mod decoder;
pub(super) mod gemini;
mod interactions;
mod mcp;
mod ollama;
mod other_members;
pub(super) mod output;
mod partial;
mod partial_json;
mod responses;
mod slots;

pub use output::StreamEvent;
pub use partial_json::PartialJson;

use core::mem::take;

use serde::de::IgnoredAny;

use decoder::{StreamDecoder, unfinished};
use output::StreamOutput;

use super::limits::check;
use super::node::{JsonDocument, JsonNode};
use super::response::read;
use super::{EventDecoder, ResponseLimits, Turn, WireError};
use crate::provider::{Api, Provider};

/// The event after the last one, of many hosts.
const DONE: &str = "[DONE]";

/// Decodes a streamed response while it arrives. Pass the body's bytes to [`push`](Self::push) in
/// chunks of any size; it returns the events that are complete. When the body ends,
/// [`end`](Self::end) returns the last events, and [`finish`](Self::finish) the turn.
///
/// A client that splits the body into events passes each to [`push_event`](Self::push_event).
///
/// Each event of the provider gives the same events, wherever the chunks end.
///
/// ```
/// # use toolcast::Provider;
/// # use toolcast::wire::StreamEvent;
/// let mut stream = Provider::OpenAi.stream()?;
/// let mut shown = String::new();
/// for event in [
///     r#"{"choices":[{"index":0,"delta":{"content":"Let me"}}]}"#,
///     r#"{"choices":[{"index":0,"delta":{"content":" see."}}]}"#,
///     r#"{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"call_1","function":{"name":"look","arguments":""}}]}}]}"#,
///     r#"{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\"at\":1}"}}]}}]}"#,
///     r#"{"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}"#,
///     "[DONE]",
/// ] {
///     for event in stream.push_event(event)? {
///         match event {
///             StreamEvent::Text(delta) => shown += &delta,
///             StreamEvent::CallStarted { name, .. } => shown += &format!(" [calls {name}]"),
///             _ => {}
///         }
///     }
/// }
/// assert_eq!(shown, "Let me see. [calls look]");
/// let turn = stream.finish()?;
/// assert_eq!(turn.calls[0].arguments, r#"{"at":1}"#);
/// # Ok::<(), toolcast::wire::WireError>(())
/// ```
#[derive(Debug)]
pub struct TurnStream {
    provider: Provider,
    limits: ResponseLimits,
    gather: Box<dyn StreamDecoder>,
    out: StreamOutput,
    body: EventDecoder,
    events: Vec<StreamEvent>,
    result: Option<Result<Turn, WireError>>,
}

fn decoder_of(provider: Provider) -> Result<Box<dyn StreamDecoder>, WireError> {
    Ok(match provider.request().api {
        Api::Chat(_) => Box::new(chat::ChatStream::default()),
        Api::Responses => Box::new(responses::ResponsesStream::default()),
        Api::Anthropic => Box::new(anthropic::AnthropicStream::default()),
        Api::Gemini => Box::new(gemini::GeminiStream::default()),
        Api::Bedrock => Box::new(bedrock::BedrockStream::default()),
        Api::Cohere => Box::new(cohere::CohereStream::default()),
        Api::Ollama => Box::new(ollama::OllamaStream::default()),
        Api::Mcp => Box::new(mcp::McpStream::default()),
        Api::None => return Err(WireError::NoCalls { provider }),
    })
}

/// Returns `true` for the beginning of an event, which the end of the body has cut.
fn is_cut(event: &str) -> bool {
    let event = event.trim();
    let cut = |error: serde_json::Error| error.is_eof();
    event != DONE && DONE.starts_with(event)
        || serde_json::from_str::<IgnoredAny>(event).is_err_and(cut)
}

impl TurnStream {
    /// Creates a decoder: [`Provider::stream_with`].
    pub(super) fn new(provider: Provider, limits: ResponseLimits) -> Result<Self, WireError> {
        Ok(TurnStream {
            provider,
            limits,
            gather: decoder_of(provider)?,
            out: StreamOutput::new(provider, limits),
            body: EventDecoder::new(provider, limits),
            events: Vec::new(),
            result: None,
        })
    }

    /// Adds a chunk of the body, and returns the events that it completes. The body has server-sent
    /// events, or one JSON object per line from Ollama and Bedrock. A chunk may end anywhere, even
    /// within a character. A body that is a single JSON value instead, such as a server's error, is
    /// read by [`end`](Self::end) as a complete response.
    ///
    /// If the provider announces the end of its streams, the last event is
    /// [`StreamEvent::Finished`], and what follows it is ignored.
    ///
    /// # Errors
    ///
    /// Returns an error if an event isn't in this provider's format, reports an error of the
    /// provider, or exceeds a limit. If other events precede it in the chunk, they are returned,
    /// and the next call returns the error. After an error the stream is over: each later call
    /// returns the same error, also [`end`](Self::end) and [`finish`](Self::finish).
    pub fn push(&mut self, bytes: &[u8]) -> Result<Vec<StreamEvent>, WireError> {
        if self.result.is_none() {
            let mut events = Vec::new();
            let split = self.body.split(bytes, &mut events);
            for event in &events {
                self.add(event);
            }
            if let (Err(error), None) = (split, &self.result) {
                self.result = Some(Err(error));
            }
        }
        self.reported()
    }

    /// Adds one event's data, which is JSON or `[DONE]`, and returns the events that it completes.
    /// Ignores blank text.
    ///
    /// # Errors
    ///
    /// As [`push`](Self::push).
    pub fn push_event(&mut self, event: &str) -> Result<Vec<StreamEvent>, WireError> {
        self.add(event);
        self.reported()
    }

    /// Marks the end of the body, and returns the remaining events. The last one is
    /// [`StreamEvent::Finished`], unless [`push`](Self::push) has returned it already.
    ///
    /// # Errors
    ///
    /// [`WireError::Unfinished`] if the stream ended early; it has the unfinished call, if there is
    /// one. Otherwise the errors of [`push`](Self::push).
    pub fn end(&mut self) -> Result<Vec<StreamEvent>, WireError> {
        if self.result.is_none() {
            match self.body.finish() {
                Ok(Some(last)) if self.body.is_whole() => {
                    let turn = self.read_whole(&last);
                    self.close(turn);
                }
                Ok(Some(last)) if !is_cut(&last) => self.add(&last),
                Ok(_) => {}
                Err(error) => self.result = Some(Err(error)),
            }
        }
        if self.result.is_none() {
            let turn = self.assemble(false);
            self.close(turn);
        }
        self.reported()
    }

    /// Ends the body, and returns the turn: the same as of the complete response.
    ///
    /// # Errors
    ///
    /// As [`end`](Self::end).
    pub fn finish(mut self) -> Result<Turn, WireError> {
        self.end()?;
        let early = || Err(unfinished(self.provider, None));
        self.result.unwrap_or_else(early)
    }

    fn add(&mut self, event: &str) {
        let event = event.trim();
        // Some hosts send `null` to keep the connection open.
        if matches!(event, "" | "null") || self.result.is_some() {
            return;
        }
        let done = event == DONE;
        if !done && let Err(error) = self.decode_event(event) {
            self.result = Some(Err(error));
            // The reports of an event that failed may be wrong too.
            self.out.take();
            return;
        }
        self.events.append(&mut self.out.take());
        if done || self.gather.is_over() {
            let turn = self.assemble(done);
            self.close(turn);
        }
    }

    fn decode_event(&mut self, event: &str) -> Result<(), WireError> {
        check(self.provider, "bytes", event.len(), self.limits.max_bytes)?;
        let doc = JsonDocument::parse(self.provider, event)?;
        let event = JsonNode::root(&doc).object()?;
        self.gather.event(event, &mut self.out)
    }

    fn assemble(&self, done: bool) -> Result<Turn, WireError> {
        let whole = self.gather.response_text(self.provider, done)?;
        // The chunks were within the limit; the rest of the text is our own.
        let limits = self.limits.max_bytes(usize::MAX);
        read(self.provider, &whole, limits, true)
    }

    fn read_whole(&self, body: &str) -> Result<Turn, WireError> {
        // A list of chunks is a stream too.
        let list = body.trim();
        let cut = |error: serde_json::Error| error.is_eof() || !list.ends_with(']');
        if list.starts_with('[') && serde_json::from_str::<IgnoredAny>(list).is_err_and(cut) {
            return Err(unfinished(self.provider, None));
        }
        read(self.provider, body, self.limits, true)
    }

    fn close(&mut self, turn: Result<Turn, WireError>) {
        self.result = Some(turn.and_then(|turn| self.out.end(&turn).map(|()| turn)));
        self.events.append(&mut self.out.take());
    }

    fn reported(&mut self) -> Result<Vec<StreamEvent>, WireError> {
        let events = take(&mut self.events);
        match &self.result {
            Some(Err(error)) if events.is_empty() => Err(error.clone()),
            _ => Ok(events),
        }
    }
}
