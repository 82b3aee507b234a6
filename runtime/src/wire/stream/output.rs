//! The events that a stream reports.

use core::mem::take;

use super::StreamEvent;
use crate::call::{CallId, ToolCall};
use crate::provider::Provider;
use crate::wire::document::JsonDocument;
use crate::wire::ids::UniqueIds;
use crate::wire::limits::{ByteBudget, check};
use crate::wire::node::{JsonNode, ObjectNode};
use crate::wire::turn::{RawCall, Turn};
use crate::wire::{ResponseLimits, WireError};

/// The events of one event of the provider, and how much of the turn was reported so far.
///
/// Deltas of the same kind that follow each other become one.
#[derive(Debug)]
pub(in crate::wire) struct Output {
    provider: Provider,
    limits: ResponseLimits,
    /// The rest of the bytes that the stream may keep.
    pub(super) budget: ByteBudget,
    events: Vec<StreamEvent>,
    /// The number of reported bytes.
    text: usize,
    reasoning: usize,
    /// The last paragraph of the reasoning.
    paragraph: Paragraph,
    calls: Vec<Reported>,
    ids: UniqueIds,
}

/// The place of a paragraph of the reasoning: numbers of a block and of a part in it.
pub(super) type Paragraph = (u64, u64);

/// A call that was reported.
#[derive(Debug)]
struct Reported {
    id: Option<CallId>,
    /// The number of reported bytes of its arguments.
    arguments: usize,
    complete: bool,
}

impl Output {
    pub(in crate::wire) fn new(provider: Provider, limits: ResponseLimits) -> Self {
        Output {
            provider,
            limits,
            budget: ByteBudget::new(provider, limits),
            events: Vec::new(),
            text: 0,
            reasoning: 0,
            paragraph: (0, 0),
            calls: Vec::new(),
            ids: UniqueIds::new(provider.request().call_ids),
        }
    }

    /// Returns the events since the last time.
    pub(in crate::wire) fn take(&mut self) -> Vec<StreamEvent> {
        take(&mut self.events)
    }

    /// Appends to a text that is kept.
    pub(super) fn append(&mut self, text: &mut String, more: &str) -> Result<(), WireError> {
        self.budget.take(more.len())?;
        text.push_str(more);
        Ok(())
    }

    pub(super) fn text(&mut self, delta: &str) {
        self.text += delta.len();
        if let Some(StreamEvent::Text(last)) = self.events.last_mut() {
            last.push_str(delta);
        } else if !delta.is_empty() {
            self.events.push(StreamEvent::Text(delta.to_owned()));
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
        match self.events.last_mut() {
            Some(StreamEvent::Reasoning(last)) => last.push_str(delta),
            _ if delta.is_empty() => {}
            _ => self.events.push(StreamEvent::Reasoning(delta.to_owned())),
        }
    }

    /// Starts a call and returns its number. An empty id counts as missing.
    pub(super) fn start(&mut self, id: Option<&str>, name: &str) -> Result<usize, WireError> {
        let count = self.calls.len() + 1;
        check(self.provider, "calls", count, self.limits.calls)?;
        self.budget.take(size_of::<Reported>())?;
        let id = id.filter(|id| !id.is_empty()).map(|id| self.ids.assign(id));
        let index = self.calls.len();
        self.calls.push(Reported {
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

    /// Adds to the arguments of a call that isn't complete.
    pub(super) fn arguments(&mut self, index: usize, delta: &str) {
        let Some(call) = self.calls.get_mut(index).filter(|call| !call.complete) else {
            return;
        };
        call.arguments += delta.len();
        match self.events.last_mut() {
            Some(StreamEvent::Arguments {
                index: last,
                delta: text,
            }) if *last == index => text.push_str(delta),
            _ if delta.is_empty() => {}
            _ => self.events.push(StreamEvent::Arguments {
                index,
                delta: delta.to_owned(),
            }),
        }
    }

    /// Starts the call that an object begins, whose member of this key is the id.
    pub(super) fn start_of(&mut self, call: &ObjectNode<'_>, id: &str) -> Result<usize, WireError> {
        let id = call.id(id)?.map(|id| id.text);
        self.start(id, call.need("name")?.string()?)
    }

    /// Completes a call: reports the rest of its arguments, and the call.
    pub(super) fn complete(&mut self, index: usize, called: RawCall<'_>) {
        let started = self.calls.get(index).and_then(|call| call.id.clone());
        let id = started.unwrap_or_else(|| called.unique_id(&mut self.ids, index));
        self.completed(index, called.with_id(id));
    }

    /// Completes a call that is read from an object's text.
    pub(super) fn complete_from(
        &mut self,
        index: usize,
        text: &str,
        read: impl FnOnce(ObjectNode<'_>) -> Result<RawCall<'_>, WireError>,
    ) -> Result<(), WireError> {
        let doc = JsonDocument::parse(self.provider, text)?;
        self.complete(index, read(JsonNode::root(&doc).object()?)?);
        Ok(())
    }

    /// Reports a call that came whole.
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

    /// Reports all of a turn that wasn't reported, and its end.
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
