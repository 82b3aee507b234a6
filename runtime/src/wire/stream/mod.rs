//! Streamed responses: what the events add up to is the text of a whole response, which is read as such. So both say the same.

pub(super) mod anthropic;
pub(super) mod bedrock;
pub(super) mod chat;
pub(super) mod cohere;
pub(super) mod gemini;
mod interactions;
pub(super) mod mcp;
pub(super) mod ollama;
mod partial;
pub(super) mod responses;

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

use serde::de::IgnoredAny;

use super::choice::quoted;
use super::limits::Budget;
use super::node::Node;
use super::tape::{Doc, is_json};
use super::turn::read;
use super::{Events, Limits, Turn, WireError, wire_of};
use crate::provider::Provider;

/// Gathers events of one provider.
pub(super) trait Gather: fmt::Debug + Send + Sync {
    /// One more event. What is kept of it is taken from the budget.
    fn event(&mut self, event: Node<'_>, budget: &mut Budget) -> Result<(), WireError>;

    /// The whole response as text. `done` tells that the end of the stream was announced from outside (`[DONE]`).
    fn whole(&mut self, provider: Provider, done: bool) -> Result<String, WireError>;
}

/// Gathers a streamed response. Feed it the events' JSON by [`push`](Self::push), or the bytes of the body, in pieces of any size, by
/// [`push_bytes`](Self::push_bytes); then [`finish`](Self::finish).
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
pub struct StreamedCalls {
    provider: Provider,
    limits: Limits,
    budget: Budget,
    gather: Box<dyn Gather>,
    events: Events,
    done: bool,
}

impl StreamedCalls {
    /// Of this provider's streams, with limits of one's own.
    ///
    /// # Errors
    ///
    /// [`WireError::NoCalls`] for [`Provider::JsonSchema`].
    pub fn new(provider: Provider, limits: Limits) -> Result<Self, WireError> {
        Ok(StreamedCalls {
            provider,
            limits,
            budget: Budget::new(provider, limits),
            gather: wire_of(provider)?.gather(),
            events: Events::new(provider, limits),
            done: false,
        })
    }

    /// One event's data: JSON, or `[DONE]`. An empty text is none.
    ///
    /// # Errors
    ///
    /// Where the event is not of this provider's shape, tells of an error, or there is too much. What came before stays.
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

    /// A piece of the body: server-sent events, or a JSON object a line from Ollama and Bedrock. It may end anywhere, within a character too. A body that is one
    /// JSON value instead, as a server answers with an error, is read by [`finish`](Self::finish) as a whole response.
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

    /// What the events add up to.
    ///
    /// # Errors
    ///
    /// [`WireError::Unfinished`] where the stream stopped in the middle, with the call that was being written; else as for a whole response.
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
        // The pieces were within the limit; what stands around them is ours.
        let limits = self.limits.with_bytes(usize::MAX);
        read(self.provider, &whole, limits, true)
    }
}

/// Most indexes of blocks and calls that may be in use: a bit more than the calls anyone makes.
fn check_count(provider: Provider, count: usize) -> Result<(), WireError> {
    const LIMIT: usize = 1 << 16;
    if count >= LIMIT {
        return Err(WireError::TooLarge {
            provider,
            what: "blocks",
            limit: LIMIT,
        });
    }
    Ok(())
}

/// Arguments that were gathered as text, as a value within a response: none is an empty object; what is no JSON, as where the turn was cut off, is a string.
fn as_value(arguments: &str) -> String {
    match arguments.trim() {
        "" => String::from("{}"),
        text if is_json(text) => text.into(),
        _ => quoted(arguments),
    }
}

/// An object of members that are JSON texts.
fn object(members: &[(&str, &str)]) -> String {
    let mut text = String::from("{");
    for (i, (key, value)) in members.iter().enumerate() {
        if i > 0 {
            text.push(',');
        }
        text.push_str(&quoted(key));
        text.push(':');
        text.push_str(value);
    }
    text.push('}');
    text
}

fn unfinished(provider: Provider, call: Option<&str>) -> WireError {
    WireError::Unfinished {
        provider,
        call: call.map(Into::into),
    }
}
