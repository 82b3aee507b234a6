//! Cohere's streamed events.

use super::arguments::TextCall;
use super::decoder::{
    PartKind, Parts, RawList, ResponseMembers, StreamDecoder, StreamPart, unfinished,
};
use super::output::StreamOutput;
use super::slots::{OpenPart, Slot, Slots};
use crate::message::JsonValue;
use crate::provider::Provider;
use crate::wire::WireError;
use crate::wire::node::JsonNode;
use crate::wire::turn::{chat_call, error_in};

#[derive(Debug, Default)]
pub(super) struct CohereStream {
    response: ResponseMembers,
    plan: String,
    /// Text and reasoning blocks. A change between the two starts a new block.
    content: Parts,
    calls: Slots<Slot<TextCall>>,
    citations: RawList,
    finish: Option<String>,
}

impl OpenPart for TextCall {
    const NAMES: (&'static str, &'static str) = ("call", "ended");
}

/// The types of blocks, which are the keys of their texts too.
const KINDS: [(&str, PartKind); 2] = [("thinking", PartKind::Thoughts), ("text", PartKind::Text)];

impl StreamDecoder for CohereStream {
    fn event(&mut self, event: JsonNode<'_>, out: &mut StreamOutput) -> Result<(), WireError> {
        let Some(kind) = event.text("type")? else {
            return Err(error_in(event, "an event with a type"));
        };
        let delta = event.member("delta")?;
        match (kind, delta) {
            ("message-start", _) => self.response.keep(event, &["id"], out)?,
            ("tool-plan-delta", Some(delta)) => {
                if let Some(plan) = message(delta)?.text("tool_plan")? {
                    out.text(plan);
                    out.append(&mut self.plan, plan)?;
                }
            }
            ("content-start" | "content-delta", Some(delta)) => {
                if let Some(content) = message(delta)?.member("content")? {
                    for (key, kind) in KINDS {
                        if let Some(text) = content.text(key)?.filter(|text| !text.is_empty()) {
                            self.content.push(kind, text, out)?;
                        }
                    }
                }
            }
            ("tool-call-start" | "tool-call-delta", Some(delta)) => {
                let index = event.need("index")?;
                let call = message(delta)?.need("tool_calls")?.object()?;
                self.piece(kind == "tool-call-start", index, call, out)?;
            }
            ("tool-call-end", _) => {
                let index = event.need("index")?;
                let slot = self.calls.get_mut(index.count()?);
                if let Some(slot) = slot.filter(|slot| !slot.has_ended) {
                    slot.has_ended = true;
                    end(&slot.part, out)?;
                }
            }
            ("citation-start", Some(delta)) => {
                if let Some(citation) = message(delta)?.get("citations") {
                    self.citations.push(citation, out)?;
                }
            }
            ("message-end", Some(delta)) => {
                if delta.text("error")?.is_some() {
                    return Err(error_in(delta, "an error's text"));
                }
                let finish = delta.text("finish_reason")?;
                self.finish = Some(finish.map_or_else(|| String::from("COMPLETE"), Into::into));
                self.response.keep(delta, &["usage"], out)?;
            }
            _ => {}
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.finish.is_some()
    }

    fn response_text(&self, provider: Provider, _: bool) -> Result<String, WireError> {
        let open = self.calls.last_open();
        if open.is_some() || self.finish.is_none() {
            return Err(unfinished(provider, open.map(|call| call.name.as_str())));
        }
        let content = self
            .content
            .0
            .iter()
            .filter_map(|StreamPart { kind, text }| {
                let (key, _) = KINDS.into_iter().find(|(_, known)| known == kind)?;
                Some(JsonValue::from([("type", key.into()), (key, text.into())]))
            });
        let calls = self.calls.iter().map(|slot| slot.part.written());
        let message = JsonValue::from([("role", "assistant".into())])
            .with_some("tool_plan", &self.plan)
            .with_some("content", content.collect::<JsonValue<'_>>())
            .with_some("tool_calls", calls.collect::<JsonValue<'_>>())
            .with_some("citations", self.citations.written());
        let reason = (&self.finish).into();
        Ok((self.response).object_with(vec![("message", message), ("finish_reason", reason)]))
    }
}

impl CohereStream {
    fn piece(
        &mut self,
        starts: bool,
        index: JsonNode<'_>,
        call: JsonNode<'_>,
        out: &mut StreamOutput,
    ) -> Result<(), WireError> {
        if starts {
            self.calls.begin(index, TextCall::default(), out)?;
        }
        add(self.calls.open(index)?, call, out)
    }
}

fn add(call: &mut TextCall, piece: JsonNode<'_>, out: &mut StreamOutput) -> Result<(), WireError> {
    if let Some(id) = piece.id("id")? {
        out.append(&mut call.id, id.text)?;
    }
    let Some(function) = piece.member("function")? else {
        return Ok(());
    };
    if let Some(name) = function.text("name")? {
        out.append(&mut call.name, name)?;
    }
    // Its name may come in a later piece.
    if call.number.is_none() && !call.name.is_empty() {
        call.number = Some(out.start(Some(&call.id), &call.name)?);
    }
    let arguments = function.text("arguments")?.unwrap_or_default();
    if call.push(arguments, out)? && call.number.is_some() {
        call.report(out);
    }
    Ok(())
}

fn end(call: &TextCall, out: &mut StreamOutput) -> Result<(), WireError> {
    let number = match call.number {
        Some(number) => number,
        None => out.start(Some(&call.id), &call.name)?,
    };
    let written = call.written().into_text();
    out.complete_from(number, &written, chat_call)
}

fn message(delta: JsonNode<'_>) -> Result<JsonNode<'_>, WireError> {
    delta.need("message")?.object()
}
