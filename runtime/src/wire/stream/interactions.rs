//! Streamed events of Gemini's Interactions API: a step starts, receives deltas, and stops.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::{Value, json};

use super::chat::append;
use super::gather::{as_value, check_count, list, unfinished, with_member, with_text};
use super::slots::Slots;
use crate::provider::Provider;
use crate::wire::WireError;
use crate::wire::limits::Budget;
use crate::wire::node::{Node, Object};
use crate::wire::tape::Doc;
use crate::wire::turn::error_in;

#[derive(Debug, Default)]
pub(super) struct InteractionStream {
    steps: Slots<Step>,
    /// The interaction in the last event.
    last: Option<String>,
}

/// A step that is being written.
#[derive(Debug)]
struct Step {
    /// The initial value with all deltas applied.
    value: Value,
    /// A call's arguments as text.
    arguments: String,
    stopped: bool,
}

impl InteractionStream {
    pub(super) fn event(
        &mut self,
        event: &Object<'_>,
        budget: &mut Budget,
    ) -> Result<(), WireError> {
        match event.need("event_type")?.string()? {
            "step.start" => {
                let index = event.need("index")?.count()?;
                let step = event.need("step")?;
                budget.take(step.raw().len() + size_of::<Step>())?;
                check_count(step.provider(), self.steps.len())?;
                let step = Step {
                    value: step.object()?.node().value()?,
                    arguments: String::new(),
                    stopped: false,
                };
                self.steps.insert(index, step);
            }
            "step.delta" => {
                let delta = event.need("delta")?.object()?;
                self.step(event)?.delta(&delta, budget)?;
            }
            "step.stop" => self.step(event)?.stopped = true,
            "interaction.completed" => {
                let interaction = event.need("interaction")?;
                budget.take(interaction.raw().len())?;
                self.last = Some(interaction.raw().into());
            }
            "error" => return Err(error_in(event, "an error's text")),
            _ => {}
        }
        Ok(())
    }

    pub(super) fn whole(&self, provider: Provider) -> Result<String, WireError> {
        let open = self.steps.iter().rev().find(|step| !step.stopped);
        let (None, Some(last)) = (open, &self.last) else {
            let call = open.and_then(|step| step.value["name"].as_str());
            return Err(unfinished(provider, call));
        };
        let doc = Doc::parse(provider, last)?;
        let last = Node::root(&doc).object()?;
        if !last.list("steps")?.is_empty() {
            return Ok(last.node().raw().into());
        }
        let steps = list(self.steps.iter().map(Step::written));
        Ok(with_text(&last, "steps", &steps))
    }

    fn step(&mut self, event: &Object<'_>) -> Result<&mut Step, WireError> {
        let index = event.need("index")?;
        self.steps
            .get_mut(index.count()?)
            .ok_or_else(|| index.expected("the number of a step that began"))
    }
}

impl Step {
    fn delta(&mut self, delta: &Object<'_>, budget: &mut Budget) -> Result<(), WireError> {
        let kind = delta.need("type")?.string()?;
        if kind == "arguments_delta" {
            return match delta.string("arguments")? {
                Some(piece) => append(&mut self.arguments, piece, budget),
                None => Ok(()),
            };
        }
        budget.take(delta.node().raw().len() + size_of::<Value>())?;
        match kind {
            "text" => {
                let more = delta.need("text")?.string()?;
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

    /// Returns the step's text. Arguments keep their source text.
    fn written(&self) -> String {
        if self.arguments.trim().is_empty() {
            return self.value.to_string();
        }
        with_member(&self.value, "arguments", &as_value(&self.arguments))
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
