//! Streamed events of Gemini's Interactions API: a step starts, receives deltas, and stops.

use serde_json::{Map, Value, json};

use super::arguments::Input;
use super::decoder::{response_with, unfinished};
use super::other_members::{OtherMembers, keep_id, push_to, with_member};
use super::output::StreamOutput;
use super::slots::{OpenPart, Slot, Slots};
use crate::message::JsonValue;
use crate::provider::Provider;
use crate::wire::WireError;
use crate::wire::node::JsonNode;
use crate::wire::turn::{RawCall, error_in};

#[derive(Debug, Default)]
pub(super) struct InteractionStream {
    steps: Slots<Slot<OpenStep>>,
    last: Option<String>,
}

#[derive(Debug)]
struct OpenStep {
    number: u64,
    thoughts: u64,
    members: Map<String, Value>,
    arguments: Input,
}

impl OpenPart for OpenStep {
    const NAMES: (&'static str, &'static str) = ("step", "stopped");
}

impl InteractionStream {
    pub(super) fn event(
        &mut self,
        event: JsonNode<'_>,
        out: &mut StreamOutput,
    ) -> Result<(), WireError> {
        match event.need("event_type")?.string()? {
            "step.start" => self.start(event, out)?,
            "step.delta" => {
                let delta = event.need("delta")?.object()?;
                self.steps.open(event.need("index")?)?.delta(delta, out)?;
            }
            "step.stop" => self.steps.end(event.need("index")?)?.stop(out)?,
            "interaction.completed" => {
                let interaction = event.need("interaction")?;
                out.keep(interaction.raw().len())?;
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

    pub(super) fn response_text(&self, provider: Provider) -> Result<String, WireError> {
        let open = self.steps.last_open();
        let (None, Some(last)) = (open, &self.last) else {
            let call = open.and_then(|step| step.members.get("name")?.as_str());
            return Err(unfinished(provider, call));
        };
        let steps = self.steps.iter().map(|slot| slot.part.written()).collect();
        response_with(provider, last, "steps", steps)
    }

    fn start(&mut self, event: JsonNode<'_>, out: &mut StreamOutput) -> Result<(), WireError> {
        let index = event.need("index")?;
        let number = index.count()?;
        let step = event.need("step")?.object()?;
        let mut members = OtherMembers::of(step, out)?.0;
        let call = match step.text("type")? {
            Some("function_call") => {
                keep_id(&mut members, "id", step)?;
                Some(out.start_of(step, "id")?)
            }
            _ => None,
        };
        let mut step = OpenStep {
            number,
            thoughts: 0,
            members,
            arguments: Input::of(call, ""),
        };
        step.report_start(out);
        self.steps.begin(index, step, out)
    }
}

impl OpenStep {
    fn is_text(&self) -> bool {
        matches!(self.text("type"), "text" | "model_output")
    }

    fn is_thought(&self) -> bool {
        self.text("type") == "thought"
    }

    fn text(&self, key: &str) -> &str {
        let text = self.members.get(key).and_then(Value::as_str);
        text.unwrap_or_default()
    }

    fn report_start(&mut self, out: &mut StreamOutput) {
        let parts = |key: &str| {
            let parts = self.members.get(key).and_then(Value::as_array);
            parts.into_iter().flatten()
        };
        if self.is_text() {
            out.text(self.text("text"));
            for part in parts("content").filter(|part| part["type"] == "text") {
                out.text(part["text"].as_str().unwrap_or_default());
            }
        } else if self.is_thought() {
            for part in parts("summary") {
                self.thoughts += 1;
                let text = part["text"].as_str().unwrap_or_default();
                out.reasoning((self.number, self.thoughts), text);
            }
        }
    }

    fn delta(&mut self, delta: JsonNode<'_>, out: &mut StreamOutput) -> Result<(), WireError> {
        let kind = delta.need("type")?.string()?;
        if kind == "arguments_delta" {
            return match delta.text("arguments")? {
                Some(piece) => self.arguments.push(piece, out),
                None => Ok(()),
            };
        }
        out.keep(delta.tree_size())?;
        match kind {
            "text" => {
                let more = delta.need("text")?.string()?;
                if self.is_text() {
                    out.text(more);
                }
                if let Some(Value::String(text)) = self.last_text() {
                    text.push_str(more);
                } else {
                    let part = json!({"type": "text", "text": more});
                    push_to(&mut self.members, "content", part);
                }
            }
            "text_annotation_delta" => {
                for annotation in delta.items("annotations")? {
                    let annotation = annotation.value()?;
                    if let Some(part) = self.last_part().and_then(Value::as_object_mut) {
                        push_to(part, "annotations", annotation);
                    }
                }
            }
            "thought_signature" => {
                if let Some(more) = delta.text("signature")? {
                    match self.members.get_mut("signature") {
                        Some(Value::String(text)) => text.push_str(more),
                        _ => _ = self.members.insert("signature".to_owned(), json!(more)),
                    }
                }
            }
            "thought_summary" => {
                if let Some(content) = delta.get("content") {
                    if self.is_thought() && content.is_object() {
                        let text = content.text("text")?;
                        self.thoughts += 1;
                        out.reasoning((self.number, self.thoughts), text.unwrap_or_default());
                    }
                    push_to(&mut self.members, "summary", content.value()?);
                }
            }
            "image" | "audio" | "document" | "video" => {
                push_to(&mut self.members, "content", delta.value()?);
            }
            // Deltas of calls and results of the provider's own tools.
            _ => {
                for (key, value) in delta.members() {
                    if key != "type" {
                        self.members.insert(key.to_owned(), value.value()?);
                    }
                }
            }
        }
        Ok(())
    }

    fn last_part(&mut self) -> Option<&mut Value> {
        self.members.get_mut("content")?.as_array_mut()?.last_mut()
    }

    fn last_text(&mut self) -> Option<&mut Value> {
        let part = self.last_part()?;
        (part["type"] == "text").then(|| part.get_mut("text"))?
    }

    fn stop(&self, out: &mut StreamOutput) -> Result<(), WireError> {
        let Some(call) = self.arguments.call else {
            return Ok(());
        };
        out.complete_from(call, &self.written().into_text(), |step| {
            RawCall::read(step, "id", "arguments")?.signed(step.get("signature"))
        })
    }

    /// Returns the step. Arguments keep their source text.
    fn written(&self) -> JsonValue<'_> {
        with_member(&self.members, "arguments", self.arguments.value())
    }
}
