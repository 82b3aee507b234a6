//! Streamed responses. The events are assembled into the text of a complete response, which the
//! regular reader decodes, so both give the same result.

pub(super) mod anthropic;
pub(super) mod bedrock;
pub(super) mod chat;
pub(super) mod cohere;
pub(super) mod gather;
pub(super) mod gemini;
mod interactions;
pub(super) mod mcp;
pub(super) mod ollama;
mod partial;
pub(super) mod responses;
mod slots;

use alloc::boxed::Box;

use serde::de::IgnoredAny;

use gather::{Gather, unfinished};

use super::limits::Budget;
use super::node::Node;
use super::registry::wire_of;
use super::response::read;
use super::tape::Doc;
use super::{EventDecoder, ResponseLimits, Turn, WireError};
use crate::provider::Provider;

/// Decodes a streamed response. Pass each event's JSON to [`push`](Self::push), or the body's bytes
/// to [`push_bytes`](Self::push_bytes) in chunks of any size. Then call [`finish`](Self::finish).
///
/// ```
/// # use toolcast::Provider;
/// let mut stream = Provider::OpenAi.stream()?;
/// for event in [
///     r#"{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"call_1","function":{"name":"look","arguments":""}}]}}]}"#,
///     r#"{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\"at\":1}"}}]}}]}"#,
///     r#"{"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}"#,
///     "[DONE]",
/// ] {
///     stream.push(event)?;
/// }
/// let turn = stream.finish()?;
/// assert_eq!(turn.calls[0].arguments, r#"{"at":1}"#);
/// # Ok::<(), toolcast::wire::WireError>(())
/// ```
#[derive(Debug)]
pub struct TurnStream {
    provider: Provider,
    limits: ResponseLimits,
    budget: Budget,
    gather: Box<dyn Gather>,
    events: EventDecoder,
    done: bool,
}

impl TurnStream {
    /// Creates a decoder for a provider's stream with custom limits.
    ///
    /// # Errors
    ///
    /// [`WireError::NotAnApi`] for [`Provider::JsonSchema`].
    pub fn new(provider: Provider, limits: ResponseLimits) -> Result<Self, WireError> {
        Ok(TurnStream {
            provider,
            limits,
            budget: Budget::new(provider, limits),
            gather: wire_of(provider)?.gather(),
            events: EventDecoder::new(provider, limits),
            done: false,
        })
    }

    /// Adds one event's data: JSON, or `[DONE]`. Ignores blank text.
    ///
    /// # Errors
    ///
    /// Returns an error if the event isn't in this provider's format, reports an error, or exceeds
    /// a limit. Earlier events are kept.
    pub fn push(&mut self, event: &str) -> Result<(), WireError> {
        let event = event.trim();
        if event.is_empty() {
            return Ok(());
        }
        if event == "[DONE]" {
            self.done = true;
            return Ok(());
        }
        self.budget.check(event.len())?;
        let doc = Doc::parse(self.provider, event)?;
        self.gather.event(Node::root(&doc), &mut self.budget)
    }

    /// Adds a chunk of the body: server-sent events, or one JSON object per line from Ollama and
    /// Bedrock. A chunk may end anywhere, even within a character. A body that is a single JSON
    /// value instead, such as a server's error, is read by [`finish`](Self::finish) as a complete
    /// response.
    ///
    /// # Errors
    ///
    /// As [`push`](Self::push).
    pub fn push_bytes(&mut self, bytes: &[u8]) -> Result<(), WireError> {
        for event in self.events.push(bytes)? {
            self.push(&event)?;
        }
        Ok(())
    }

    /// Decodes the assembled events.
    ///
    /// # Errors
    ///
    /// [`WireError::Unfinished`] if the stream ended early, with the unfinished call. Otherwise as
    /// for a complete response.
    pub fn finish(mut self) -> Result<Turn, WireError> {
        if let Some(last) = self.events.finish()? {
            if self.events.is_whole() {
                // A list of chunks is a stream too.
                let list = last.trim();
                let cut = |error: serde_json::Error| error.is_eof() || !list.ends_with(']');
                if list.starts_with('[') && serde_json::from_str::<IgnoredAny>(list).is_err_and(cut)
                {
                    return Err(unfinished(self.provider, None));
                }
                return read(self.provider, &last, self.limits, true);
            }
            self.push(&last)?;
        }
        let whole = self.gather.whole(self.provider, self.done)?;
        // The chunks were within the limit; the rest of the text is our own.
        let limits = self.limits.bytes(usize::MAX);
        read(self.provider, &whole, limits, true)
    }
}
