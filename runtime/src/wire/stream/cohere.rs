//! Cohere's streamed events.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::{Value, json};

use super::chat::append;
use super::gather::{Gather, check_count, unfinished};
use super::slots::Slots;
use crate::provider::Provider;
use crate::wire::WireError;
use crate::wire::limits::Budget;
use crate::wire::node::{Node, Object};
use crate::wire::turn::error_in;

#[derive(Debug, Default)]
pub(in crate::wire) struct CohereStream {
    plan: String,
    /// Text and reasoning blocks. A change between the two starts a new block.
    content: Vec<Said>,
    calls: Slots<Slot>,
    finish: Option<String>,
}

/// A block of the content.
#[derive(Debug)]
struct Said {
    /// `text` or `thinking`: the block's type, and the key of its text.
    kind: &'static str,
    text: String,
}

/// A call that is being written.
#[derive(Debug, Default)]
struct Slot {
    id: String,
    name: String,
    arguments: String,
    ended: bool,
}

impl Gather for CohereStream {
    fn event(&mut self, event: Node<'_>, budget: &mut Budget) -> Result<(), WireError> {
        let event = event.object()?;
        let Some(kind) = event.string("type")? else {
            return Err(error_in(&event, "an event with a type"));
        };
        let delta = event.object("delta")?;
        match (kind, &delta) {
            ("tool-plan-delta", Some(delta)) => {
                if let Some(plan) = message(delta)?.string("tool_plan")? {
                    append(&mut self.plan, plan, budget)?;
                }
            }
            ("content-start" | "content-delta", Some(delta)) => {
                if let Some(content) = message(delta)?.object("content")? {
                    for kind in ["thinking", "text"] {
                        if let Some(text) = content.string(kind)? {
                            self.said(kind, text, budget)?;
                        }
                    }
                }
            }
            ("tool-call-start" | "tool-call-delta", Some(delta)) => {
                let index = event.need("index")?;
                let call = message(delta)?.need("tool_calls")?.object()?;
                let number = index.count()?;
                if kind == "tool-call-start" {
                    check_count(index.provider(), self.calls.len())?;
                    budget.take(size_of::<Slot>())?;
                    self.calls.insert(number, Slot::default());
                }
                let slot = self
                    .calls
                    .get_mut(number)
                    .ok_or_else(|| index.expected("the number of a call that began"))?;
                slot.piece(&call, budget)?;
            }
            ("tool-call-end", _) => {
                let number = event.need("index")?.count()?;
                if let Some(slot) = self.calls.get_mut(number) {
                    slot.ended = true;
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
            }
            _ => {}
        }
        Ok(())
    }

    fn whole(&mut self, provider: Provider, _: bool) -> Result<String, WireError> {
        let open = self.calls.iter().rev().find(|call| !call.ended);
        if open.is_some() || self.finish.is_none() {
            return Err(unfinished(provider, open.map(|call| call.name.as_str())));
        }
        let mut message = json!({"role": "assistant"});
        if !self.plan.is_empty() {
            message["tool_plan"] = json!(self.plan);
        }
        if !self.content.is_empty() {
            let blocks = self.content.iter();
            let blocks = blocks.map(|block| json!({"type": block.kind, block.kind: block.text}));
            message["content"] = Value::Array(blocks.collect());
        }
        if !self.calls.is_empty() {
            let calls = self.calls.iter().map(|call| {
                json!({
                    "id": call.id,
                    "type": "function",
                    "function": {"name": call.name, "arguments": call.arguments},
                })
            });
            message["tool_calls"] = Value::Array(calls.collect());
        }
        Ok(json!({"message": message, "finish_reason": self.finish}).to_string())
    }
}

impl CohereStream {
    fn said(
        &mut self,
        kind: &'static str,
        more: &str,
        budget: &mut Budget,
    ) -> Result<(), WireError> {
        if let Some(last) = self.content.last_mut()
            && last.kind == kind
        {
            return append(&mut last.text, more, budget);
        }
        if more.is_empty() {
            return Ok(());
        }
        budget.take(more.len() + size_of::<Said>())?;
        self.content.push(Said {
            kind,
            text: more.into(),
        });
        Ok(())
    }
}

impl Slot {
    fn piece(&mut self, call: &Object<'_>, budget: &mut Budget) -> Result<(), WireError> {
        if let Some(id) = call.id("id")? {
            append(&mut self.id, id.text, budget)?;
        }
        let Some(function) = call.object("function")? else {
            return Ok(());
        };
        for (key, text) in [("name", &mut self.name), ("arguments", &mut self.arguments)] {
            if let Some(piece) = function.string(key)? {
                append(text, piece, budget)?;
            }
        }
        Ok(())
    }
}

fn message<'r>(delta: &Object<'r>) -> Result<Object<'r>, WireError> {
    delta.need("message")?.object()
}
