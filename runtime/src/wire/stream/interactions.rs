//! Streamed events of Gemini's Interactions API: a step starts, receives deltas, and stops.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::{Value, json};

use super::arguments::Input;
use super::decoder::{check_count, list, unfinished, with_member, with_members};
use super::output::Output;
use super::slots::Slots;
use crate::provider::Provider;
use crate::wire::WireError;
use crate::wire::document::JsonDocument;
use crate::wire::node::{JsonNode, ObjectNode};
use crate::wire::turn::{RawCall, error_in};

#[derive(Debug, Default)]
pub(super) struct InteractionStream {
    steps: Slots<OpenStep>,
    /// The interaction in the last event.
    last: Option<String>,
}

/// A step that is being written.
#[derive(Debug)]
struct OpenStep {
    number: u64,
    kind: StepKind,
    /// The number of summaries of a thought.
    thoughts: u64,
    /// The initial value with all deltas applied.
    value: Value,
    /// A call's arguments.
    arguments: Input,
    /// The number of the call, if the step is one.
    call: Option<usize>,
    stopped: bool,
}

/// The kind of a step that is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StepKind {
    Text,
    Thought,
    Other,
}

impl InteractionStream {
    pub(super) fn event(
        &mut self,
        event: &ObjectNode<'_>,
        out: &mut Output,
    ) -> Result<(), WireError> {
        match event.need("event_type")?.string()? {
            "step.start" => self.start(event, out)?,
            "step.delta" => {
                let delta = event.need("delta")?.object()?;
                self.open_step(event)?.delta(&delta, out)?;
            }
            "step.stop" => self.open_step(event)?.stop(event.node().provider(), out)?,
            "interaction.completed" => {
                let interaction = event.need("interaction")?;
                out.budget.take(interaction.raw().len())?;
                self.last = Some(interaction.raw().into());
            }
            "error" => return Err(error_in(event, "an error's text")),
            _ => {}
        }
        Ok(())
    }

    pub(super) fn is_over(&self) -> bool {
        self.last.is_some()
    }

    pub(super) fn whole(&self, provider: Provider) -> Result<String, WireError> {
        let open = self.steps.iter().rev().find(|step| !step.stopped);
        let (None, Some(last)) = (open, &self.last) else {
            let call = open.and_then(|step| step.value["name"].as_str());
            return Err(unfinished(provider, call));
        };
        let doc = JsonDocument::parse(provider, last)?;
        let last = JsonNode::root(&doc).object()?;
        if !last.list("steps")?.is_empty() {
            return Ok(last.node().raw().into());
        }
        let steps = list(self.steps.iter().map(OpenStep::written));
        Ok(with_members(&last, &[("steps", steps)]))
    }

    fn start(&mut self, event: &ObjectNode<'_>, out: &mut Output) -> Result<(), WireError> {
        let index = event.need("index")?;
        let number = index.count()?;
        let step = event.need("step")?.object()?;
        out.budget
            .take(step.node().tree_size() + size_of::<OpenStep>())?;
        check_count(index.provider(), self.steps.len())?;
        if self.steps.get_mut(number).is_some() {
            return Err(index.expected("a number that no other step has"));
        }
        let (mut kind, mut call) = (StepKind::Other, None);
        match step.string("type")? {
            Some("text" | "model_output") => kind = StepKind::Text,
            Some("thought") => kind = StepKind::Thought,
            Some("function_call") => {
                let id = step.id("id")?.map(|id| id.text);
                call = Some(out.start(id, step.need("name")?.string()?)?);
            }
            _ => {}
        }
        let step = OpenStep {
            number,
            kind,
            thoughts: 0,
            value: step.node().value()?,
            arguments: Input::default(),
            call,
            stopped: false,
        };
        step.report_start(out);
        self.steps.insert(number, step);
        Ok(())
    }

    fn open_step(&mut self, event: &ObjectNode<'_>) -> Result<&mut OpenStep, WireError> {
        let index = event.need("index")?;
        self.steps
            .get_mut(index.count()?)
            .filter(|step| !step.stopped)
            .ok_or_else(|| index.expected("the number of a step that began and hasn't stopped"))
    }
}

impl OpenStep {
    /// Reports the text that the step starts with.
    fn report_start(&self, out: &mut Output) {
        if self.kind != StepKind::Text {
            return;
        }
        out.text(self.value["text"].as_str().unwrap_or_default());
        for part in self.value["content"].as_array().into_iter().flatten() {
            if part["type"] == "text" {
                out.text(part["text"].as_str().unwrap_or_default());
            }
        }
    }

    fn delta(&mut self, delta: &ObjectNode<'_>, out: &mut Output) -> Result<(), WireError> {
        let kind = delta.need("type")?.string()?;
        if kind == "arguments_delta" {
            return match delta.string("arguments")? {
                Some(piece) => self.arguments.push(piece, self.call, out),
                None => Ok(()),
            };
        }
        out.budget.take(delta.node().tree_size())?;
        match kind {
            "text" => {
                let more = delta.need("text")?.string()?;
                if self.kind == StepKind::Text {
                    out.text(more);
                }
                match self.last_text() {
                    Some(Value::String(text)) => text.push_str(more),
                    _ => self.push("content", json!({"type": "text", "text": more})),
                }
            }
            "text_annotation_delta" => {
                for annotation in delta.list("annotations")? {
                    let annotation = annotation.value()?;
                    if let Some(part) = self.last_part() {
                        push(part, "annotations", annotation);
                    }
                }
            }
            "thought_signature" => {
                if let Some(more) = delta.string("signature")? {
                    match &mut self.value["signature"] {
                        Value::String(text) => text.push_str(more),
                        other => *other = Value::String(more.to_owned()),
                    }
                }
            }
            "thought_summary" => {
                if let Some(content) = delta.get("content") {
                    if self.kind == StepKind::Thought && content.is_object() {
                        let text = content.object()?.string("text")?;
                        self.thoughts += 1;
                        out.reasoning((self.number, self.thoughts), text.unwrap_or_default());
                    }
                    self.push("summary", content.value()?);
                }
            }
            "image" | "audio" | "document" | "video" => {
                self.push("content", delta.node().value()?);
            }
            // Deltas of calls and results of the provider's own tools.
            _ => {
                for (key, value) in delta.members() {
                    if key != "type" {
                        self.value[key] = value.value()?;
                    }
                }
            }
        }
        Ok(())
    }

    fn last_part(&mut self) -> Option<&mut Value> {
        self.value.get_mut("content")?.as_array_mut()?.last_mut()
    }

    fn last_text(&mut self) -> Option<&mut Value> {
        let part = self.last_part()?;
        (part["type"] == "text").then(|| part.get_mut("text"))?
    }

    fn push(&mut self, key: &str, value: Value) {
        push(&mut self.value, key, value);
    }

    fn stop(&mut self, provider: Provider, out: &mut Output) -> Result<(), WireError> {
        self.stopped = true;
        let Some(call) = self.call else {
            return Ok(());
        };
        let written = self.written();
        let doc = JsonDocument::parse(provider, &written)?;
        let step = JsonNode::root(&doc).object()?;
        let id = step.id("id")?.map(|id| id.text);
        let called = RawCall::read(step, "arguments", step.get("signature"))?;
        out.complete(call, id, called);
        Ok(())
    }

    /// Returns the step's text. Arguments keep their source text.
    fn written(&self) -> String {
        if self.arguments.is_empty() {
            return self.value.to_string();
        }
        with_member(&self.value, "arguments", &self.arguments.value())
    }
}

/// Appends to the list under a key, replacing a value that isn't a list. Does nothing unless
/// `value` is an object.
fn push(value: &mut Value, key: &str, element: Value) {
    let Value::Object(members) = value else {
        return;
    };
    match members.get_mut(key) {
        Some(Value::Array(list)) => list.push(element),
        _ => {
            members.insert(key.into(), Value::Array(Vec::from([element])));
        }
    }
}
