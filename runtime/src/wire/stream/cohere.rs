//! Cohere's streamed events.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::json;

use super::arguments::TextCall;
use super::decoder::{ResponseMembers, StreamDecoder, check_count, list, object, unfinished};
use super::output::Output;
use super::slots::Slots;
use crate::provider::Provider;
use crate::wire::WireError;
use crate::wire::choice::quoted;
use crate::wire::document::JsonDocument;
use crate::wire::node::{JsonNode, ObjectNode};
use crate::wire::turn::{RawCall, error_in};

#[derive(Debug, Default)]
pub(in crate::wire) struct CohereStream {
    response: ResponseMembers,
    plan: String,
    /// Text and reasoning blocks. A change between the two starts a new block.
    content: Vec<ContentBlock>,
    calls: Slots<PendingArguments>,
    finish: Option<String>,
}

/// A block of the content.
#[derive(Debug)]
struct ContentBlock {
    /// `text` or `thinking`: the block's type, and the key of its text.
    kind: &'static str,
    text: String,
}

/// A call that is being written.
#[derive(Debug, Default)]
struct PendingArguments {
    call: TextCall,
    /// The call's number, once its name is known.
    number: Option<usize>,
    ended: bool,
}

impl StreamDecoder for CohereStream {
    fn event(&mut self, event: JsonNode<'_>, out: &mut Output) -> Result<(), WireError> {
        let event = event.object()?;
        let Some(kind) = event.string("type")? else {
            return Err(error_in(&event, "an event with a type"));
        };
        let delta = event.object("delta")?;
        match (kind, &delta) {
            ("message-start", _) => self.response.keep(&event, &["id"], out)?,
            ("tool-plan-delta", Some(delta)) => {
                if let Some(plan) = message(delta)?.string("tool_plan")? {
                    out.text(plan);
                    out.append(&mut self.plan, plan)?;
                }
            }
            ("content-start" | "content-delta", Some(delta)) => {
                if let Some(content) = message(delta)?.object("content")? {
                    for kind in ["thinking", "text"] {
                        if let Some(text) = content.string(kind)? {
                            self.push_text(kind, text, out)?;
                        }
                    }
                }
            }
            ("tool-call-start" | "tool-call-delta", Some(delta)) => {
                let index = event.need("index")?;
                let call = message(delta)?.need("tool_calls")?.object()?;
                self.piece(kind == "tool-call-start", index, &call, out)?;
            }
            ("tool-call-end", _) => {
                let index = event.need("index")?;
                if let Some(slot) = self.calls.get_mut(index.count()?) {
                    slot.end(index.provider(), out)?;
                }
            }
            ("message-end", Some(delta)) => {
                if let Some(error) = delta.string("error")? {
                    return Err(WireError::Api {
                        provider: event.node().provider(),
                        code: None,
                        message: error.to_owned(),
                    });
                }
                let finish = delta.string("finish_reason")?;
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

    fn whole(&mut self, provider: Provider, _: bool) -> Result<String, WireError> {
        let open = self.calls.iter().rev().find(|slot| !slot.ended);
        if open.is_some() || self.finish.is_none() {
            return Err(unfinished(
                provider,
                open.map(|slot| slot.call.name.as_str()),
            ));
        }
        let plan = quoted(&self.plan);
        let content = list(self.content.iter().map(|block| {
            let kind = quoted(block.kind);
            object(&[("type", &kind), (block.kind, &quoted(&block.text))])
        }));
        let calls = list(self.calls.iter().map(|slot| slot.call.written()));
        let mut members = Vec::from([("role", r#""assistant""#)]);
        for (key, text, is_empty) in [
            ("tool_plan", &plan, self.plan.is_empty()),
            ("content", &content, self.content.is_empty()),
            ("tool_calls", &calls, self.calls.is_empty()),
        ] {
            if !is_empty {
                members.push((key, text));
            }
        }
        let message = object(&members);
        let reason = json!(self.finish).to_string();
        let members = [("message", &*message), ("finish_reason", &*reason)];
        Ok(self.response.object_with(&members))
    }
}

impl CohereStream {
    fn push_text(
        &mut self,
        kind: &'static str,
        more: &str,
        out: &mut Output,
    ) -> Result<(), WireError> {
        if more.is_empty() {
            return Ok(());
        }
        if self.content.last().is_none_or(|last| last.kind != kind) {
            out.budget.take(size_of::<ContentBlock>())?;
            self.content.push(ContentBlock {
                kind,
                text: String::new(),
            });
        }
        let number = self.content.len() as u64;
        match kind {
            "text" => out.text(more),
            _ => out.reasoning((number, 0), more),
        }
        match self.content.last_mut() {
            Some(last) => out.append(&mut last.text, more),
            None => Ok(()),
        }
    }

    fn piece(
        &mut self,
        starts: bool,
        index: JsonNode<'_>,
        call: &ObjectNode<'_>,
        out: &mut Output,
    ) -> Result<(), WireError> {
        let number = index.count()?;
        if starts {
            check_count(index.provider(), self.calls.len())?;
            out.budget.take(size_of::<PendingArguments>())?;
            if self.calls.get_mut(number).is_some() {
                return Err(index.expected("a number that no other call has"));
            }
            self.calls.insert(number, PendingArguments::default());
        }
        self.calls
            .get_mut(number)
            .filter(|slot| !slot.ended)
            .ok_or_else(|| index.expected("the number of a call that began and hasn't ended"))?
            .piece(call, out)
    }
}

impl PendingArguments {
    fn piece(&mut self, call: &ObjectNode<'_>, out: &mut Output) -> Result<(), WireError> {
        if let Some(id) = call.id("id")? {
            out.append(&mut self.call.id, id.text)?;
        }
        let Some(function) = call.object("function")? else {
            return Ok(());
        };
        if let Some(name) = function.string("name")? {
            out.append(&mut self.call.name, name)?;
        }
        if self.number.is_none() && !self.call.name.is_empty() {
            self.number = Some(out.start(Some(&self.call.id), &self.call.name)?);
        }
        let piece = function.string("arguments")?.unwrap_or_default();
        if self.call.push(piece, out)?
            && let Some(number) = self.number
        {
            self.call.report(number, out);
        }
        Ok(())
    }

    fn end(&mut self, provider: Provider, out: &mut Output) -> Result<(), WireError> {
        if core::mem::replace(&mut self.ended, true) {
            return Ok(());
        }
        let written = self.call.written();
        let doc = JsonDocument::parse(provider, &written)?;
        let function = JsonNode::root(&doc).object()?.need("function")?.object()?;
        let called = RawCall::read(function, "arguments", None)?;
        let id = Some(&*self.call.id);
        match self.number {
            Some(number) => out.complete(number, id, called),
            None => out.call(id, called)?,
        }
        Ok(())
    }
}

fn message<'r>(delta: &ObjectNode<'r>) -> Result<ObjectNode<'r>, WireError> {
    delta.need("message")?.object()
}
