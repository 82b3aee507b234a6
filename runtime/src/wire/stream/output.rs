//! The events that a stream reports.

use core::mem::take;

use serde::Serialize;

use crate::call::ToolCall;
use crate::provider::Provider;
use crate::wire::ids::UniqueIds;
use crate::wire::limits::check;
use crate::wire::node::JsonDocument;
use crate::wire::node::JsonNode;
use crate::wire::turn::{RawCall, Turn};
use crate::wire::{FinishReason, ResponseLimits, Usage, WireError};

/// An event of a streamed response, in the same form for every provider.
///
/// The events of a call come in this order: [`CallStarted`](Self::CallStarted), any number of
/// [`Arguments`](Self::Arguments), [`CallComplete`](Self::CallComplete). The events of several
/// calls may alternate. [`Finished`](Self::Finished) is the last event.
///
/// A provider that repeats its deltas in a later event may contradict them there (OpenAI's
/// Responses API, Gemini's Interactions API). Then [`Turn`](super::Turn) has the text of the later
/// event.
///
/// ```
/// use serde_json::json;
/// use toolcast::testing::{Answer, ScriptedModel};
/// use toolcast::{Provider, StreamEvent};
///
/// let answer = Answer::new().text("One moment.").call("weather", json!({"city": "Oslo"}));
/// let body = ScriptedModel::new(Provider::Anthropic, [answer]).stream("{}");
///
/// let mut stream = Provider::Anthropic.stream()?;
/// let (mut text, mut calls) = (String::new(), Vec::new());
/// for chunk in body.chunks(100) {
///     for event in stream.push(chunk)? {
///         match event {
///             StreamEvent::Text(more) => text.push_str(&more),
///             StreamEvent::CallComplete { call, .. } => calls.push(call.name),
///             _ => {}
///         }
///     }
/// }
/// assert_eq!((&*text, calls), ("One moment.", vec![String::from("weather")]));
/// # Ok::<(), toolcast::WireError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
#[serde(rename_all = "snake_case")]
pub enum StreamEvent {
    /// More of the model's text. All of them together are [`Turn::text`](super::Turn::text).
    Text(String),
    /// More of the model's reasoning, or of its summary. All of them together are
    /// [`Turn::reasoning`](super::Turn::reasoning).
    Reasoning(String),
    /// A call starts. It has no arguments yet.
    #[non_exhaustive]
    CallStarted {
        /// The number of the call, from 0 up in the order of their starts.
        index: usize,
        /// The call's id, if the provider has sent one so far. Otherwise it is known when the call
        /// is complete.
        id: Option<String>,
        /// The tool's name.
        name: String,
    },
    /// More of a call's arguments. All of them together are the arguments of the complete call.
    /// Until then they are the beginning of a JSON text, which [`PartialJson`](super::PartialJson)
    /// completes.
    #[non_exhaustive]
    Arguments {
        /// The number of the call.
        index: usize,
        /// The text to append.
        delta: String,
    },
    /// A call is complete. It is the same as in [`Turn::calls`](super::Turn::calls), and can be
    /// made before the stream ends.
    #[non_exhaustive]
    CallComplete {
        /// The number of the call.
        index: usize,
        /// The call.
        call: ToolCall,
    },
    /// The tokens that the response consumed, once, before [`Finished`](Self::Finished). Absent if
    /// the provider doesn't report them.
    Usage(Usage),
    /// The model has stopped. [`TurnStream::finish`](super::TurnStream::finish) returns the turn.
    Finished(FinishReason),
}

/// The events of one event of the provider, and how much of the turn was reported so far.
///
/// Deltas of the same kind that follow each other become one.
#[derive(Debug)]
pub(in crate::wire) struct StreamOutput {
    provider: Provider,
    limits: ResponseLimits,
    /// The number of bytes that the stream keeps.
    kept: usize,
    events: Vec<StreamEvent>,
    text: usize,
    reasoning: usize,
    paragraph: Paragraph,
    calls: Vec<ReportedCall>,
    ids: UniqueIds,
}

/// The place of a paragraph of the reasoning: numbers of a block and of a part in it.
pub(super) type Paragraph = (u64, u64);

#[derive(Debug)]
struct ReportedCall {
    id: Option<String>,
    arguments: usize,
    complete: bool,
}

impl StreamOutput {
    pub(in crate::wire) fn new(provider: Provider, limits: ResponseLimits) -> Self {
        StreamOutput {
            provider,
            limits,
            kept: 0,
            events: Vec::new(),
            text: 0,
            reasoning: 0,
            paragraph: (0, 0),
            calls: Vec::new(),
            ids: UniqueIds::new(provider.request().call_ids),
        }
    }

    pub(in crate::wire) fn take(&mut self) -> Vec<StreamEvent> {
        take(&mut self.events)
    }

    /// Counts bytes that the stream keeps from now on.
    pub(super) fn keep(&mut self, bytes: usize) -> Result<(), WireError> {
        self.kept = self.kept.saturating_add(bytes);
        check(self.provider, "bytes", self.kept, self.limits.max_bytes)
    }

    pub(super) fn append(&mut self, text: &mut String, more: &str) -> Result<(), WireError> {
        self.keep(more.len())?;
        text.push_str(more);
        Ok(())
    }

    fn report(&mut self, event: StreamEvent) {
        match (self.events.last_mut(), event) {
            (Some(StreamEvent::Text(last)), StreamEvent::Text(more))
            | (Some(StreamEvent::Reasoning(last)), StreamEvent::Reasoning(more)) => {
                last.push_str(&more);
            }
            (
                Some(StreamEvent::Arguments { index: last, delta }),
                StreamEvent::Arguments { index, delta: more },
            ) if *last == index => delta.push_str(&more),
            (_, event) => self.events.push(event),
        }
    }

    pub(super) fn text(&mut self, delta: &str) {
        self.text += delta.len();
        if !delta.is_empty() {
            self.report(StreamEvent::Text(delta.to_owned()));
        }
    }

    /// Reports reasoning. An empty line separates paragraphs, as in [`Turn::reasoning`].
    pub(super) fn reasoning(&mut self, paragraph: Paragraph, delta: &str) {
        if delta.is_empty() {
            return;
        }
        if self.reasoning > 0 && self.paragraph != paragraph {
            self.thought("\n\n");
        }
        self.paragraph = paragraph;
        self.thought(delta);
    }

    fn thought(&mut self, delta: &str) {
        self.reasoning += delta.len();
        if !delta.is_empty() {
            self.report(StreamEvent::Reasoning(delta.to_owned()));
        }
    }

    /// Starts a call and returns its number. An empty id counts as missing.
    pub(super) fn start(&mut self, id: Option<&str>, name: &str) -> Result<usize, WireError> {
        let count = self.calls.len() + 1;
        check(self.provider, "calls", count, self.limits.max_calls)?;
        self.keep(size_of::<ReportedCall>())?;
        let id = id.filter(|id| !id.is_empty()).map(|id| self.ids.assign(id));
        let index = self.calls.len();
        self.calls.push(ReportedCall {
            id: id.clone(),
            arguments: 0,
            complete: false,
        });
        self.events.push(StreamEvent::CallStarted {
            index,
            id,
            name: name.to_owned(),
        });
        Ok(index)
    }

    pub(super) fn arguments(&mut self, index: usize, delta: &str) {
        let Some(call) = self.calls.get_mut(index).filter(|call| !call.complete) else {
            return;
        };
        call.arguments += delta.len();
        if !delta.is_empty() {
            let delta = delta.to_owned();
            self.report(StreamEvent::Arguments { index, delta });
        }
    }

    /// Starts a call whose name and id are members.
    pub(super) fn start_of(&mut self, call: JsonNode<'_>, id: &str) -> Result<usize, WireError> {
        let id = call.id(id)?.map(|id| id.text);
        self.start(id, call.need("name")?.string()?)
    }

    pub(super) fn complete(&mut self, index: usize, called: RawCall<'_>) {
        let started = self.calls.get(index).and_then(|call| call.id.clone());
        let id = started.unwrap_or_else(|| called.unique_id(&mut self.ids, index));
        self.completed(index, called.with_id(id));
    }

    pub(super) fn complete_from(
        &mut self,
        index: usize,
        text: &str,
        read: impl FnOnce(JsonNode<'_>) -> Result<RawCall<'_>, WireError>,
    ) -> Result<(), WireError> {
        let doc = JsonDocument::parse(self.provider, text)?;
        self.complete(index, read(JsonNode::root(&doc).object()?)?);
        Ok(())
    }

    pub(super) fn call(&mut self, called: RawCall<'_>) -> Result<(), WireError> {
        let index = self.start(called.id.map(|id| id.text), called.name)?;
        self.complete(index, called);
        Ok(())
    }

    fn completed(&mut self, index: usize, call: ToolCall) {
        let Some(reported) = self.calls.get(index).filter(|call| !call.complete) else {
            return;
        };
        self.arguments(index, rest_of(&call.arguments, reported.arguments));
        self.calls[index].complete = true;
        self.events.push(StreamEvent::CallComplete { index, call });
    }

    pub(in crate::wire) fn end(&mut self, turn: &Turn) -> Result<(), WireError> {
        self.thought(rest_of(&turn.reasoning, self.reasoning));
        self.text(rest_of(&turn.text, self.text));
        for (index, call) in turn.calls.iter().enumerate() {
            if index == self.calls.len() {
                self.start(Some(call.id.as_str()), &call.name)?;
            }
            self.completed(index, call.clone());
        }
        self.events.extend(turn.usage.map(StreamEvent::Usage));
        self.events
            .push(StreamEvent::Finished(turn.finish_reason.clone()));
        Ok(())
    }
}

/// Returns a text without the bytes that were reported. A provider that contradicts its own deltas
/// may have other characters there.
pub(super) fn rest_of(text: &str, reported: usize) -> &str {
    let mut ends = reported..=text.len();
    let from = ends.find(|at| text.is_char_boundary(*at));
    from.map_or("", |from| &text[from..])
}
