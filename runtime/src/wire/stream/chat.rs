//! OpenAI's streamed chunks.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::mem::take;
use std::collections::HashMap;

use serde_json::{Map, Value, json};

use super::gather::{Gather, check_count, unfinished};
use crate::provider::Provider;
use crate::wire::WireError;
use crate::wire::limits::Budget;
use crate::wire::node::{Node, Object};
use crate::wire::turn::{body, no_error};

#[derive(Debug, Default)]
pub(in crate::wire) struct ChatStream {
    /// `None` until the first chunk of content, even an empty one.
    content: Option<String>,
    /// Content parts, from hosts that send them instead of text.
    parts: Vec<Value>,
    /// Other texts of the message: a refusal, or reasoning that some hosts expect back.
    texts: Map<String, Value>,
    calls: Vec<Slot>,
    /// The last call of each index and of each id. A map, since chunks are small and calls may be
    /// many.
    indexes: HashMap<u64, usize>,
    ids: HashMap<String, usize>,
    finish: Option<String>,
}

/// A call that is being written.
#[derive(Debug, Default)]
struct Slot {
    id: String,
    name: String,
    arguments: String,
}

impl Gather for ChatStream {
    fn event(&mut self, event: Node<'_>, budget: &mut Budget) -> Result<(), WireError> {
        let event = event.object()?;
        no_error(&event)?;
        // Groq puts errors here.
        if let Some(inner) = event.object("x_groq")? {
            no_error(&inner)?;
        }
        for choice in body(&event, "choices")?.list()? {
            let choice = choice.object()?;
            // Only the first choice is read, like in a complete response.
            if choice.get("index").is_some_and(|index| index.raw() != "0") {
                continue;
            }
            if let Some(delta) = choice.object("delta")? {
                self.delta(&delta, budget)?;
            }
            if let Some(finish) = choice.string("finish_reason")? {
                self.finish = Some(finish.to_owned());
            }
        }
        Ok(())
    }

    fn whole(&mut self, provider: Provider, done: bool) -> Result<String, WireError> {
        if self.finish.is_none() && !done {
            let call = self.calls.last();
            let call = call.map(|call| {
                if call.name.is_empty() {
                    &call.id
                } else {
                    &call.name
                }
            });
            return Err(unfinished(provider, call.map(String::as_str)));
        }
        let mut message = json!({"role": "assistant", "content": null});
        message["content"] = if self.parts.is_empty() {
            json!(self.content)
        } else {
            json!(self.parts)
        };
        for (key, text) in &self.texts {
            message[key] = text.clone();
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
        let choice = json!({"message": message, "finish_reason": self.finish});
        Ok(json!({"choices": [choice]}).to_string())
    }
}

impl ChatStream {
    fn delta(&mut self, delta: &Object<'_>, budget: &mut Budget) -> Result<(), WireError> {
        for (key, value) in delta.members() {
            match key {
                "role" => {}
                "tool_calls" => {
                    for call in value.list()? {
                        self.call(call, budget)?;
                    }
                }
                "content" if value.is_list() => {
                    budget.take(value.raw().len())?;
                    if let Some(text) = take(&mut self.content).filter(|text| !text.is_empty()) {
                        self.parts.push(json!({"type": "text", "text": text}));
                    }
                    for part in value.list()? {
                        self.parts.push(part.value()?);
                    }
                }
                "content" if self.parts.is_empty() => {
                    let content = self.content.get_or_insert_default();
                    append(content, value.string()?, budget)?;
                }
                "content" => self.more_text(value.string()?, budget)?,
                _ if value.is_string() => {
                    if !self.texts.contains_key(key) {
                        budget.take(key.len())?;
                        check_count(value.provider(), self.texts.len())?;
                    }
                    let text = self.texts.entry(key).or_insert_with(|| json!(""));
                    if let Value::String(text) = text {
                        append(text, value.string()?, budget)?;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Appends text after parts: to the last text part, or as a new part.
    fn more_text(&mut self, more: &str, budget: &mut Budget) -> Result<(), WireError> {
        budget.take(more.len())?;
        if let Some(last) = self.parts.last_mut()
            && last["type"] == "text"
            && let Some(Value::String(text)) = last.get_mut("text")
        {
            text.push_str(more);
        } else if !more.is_empty() {
            budget.take(size_of::<Value>())?;
            self.parts.push(json!({"type": "text", "text": more}));
        }
        Ok(())
    }

    fn call(&mut self, call: Node<'_>, budget: &mut Budget) -> Result<(), WireError> {
        let call = call.object()?;
        let index = call.get("index").map(Node::count).transpose()?;
        let id = call.id("id")?.map_or("", |id| id.text);
        let function = call.object("function")?;
        let name = match &function {
            Some(function) => function.string("name")?.unwrap_or_default(),
            None => "",
        };
        let place = match self.slot(index, id, name) {
            Some(place) => place,
            None if id.is_empty() && name.is_empty() => {
                return Err(call
                    .node()
                    .expected("the beginning of a call before this piece of it"));
            }
            None => {
                check_count(call.node().provider(), self.calls.len())?;
                budget.take(size_of::<Slot>())?;
                let place = self.calls.len();
                self.calls.push(Slot::default());
                if let Some(index) = index {
                    self.indexes.insert(index, place);
                }
                place
            }
        };
        let slot = &mut self.calls[place];
        if slot.id.is_empty() && !id.is_empty() {
            append(&mut slot.id, id, budget)?;
            let last = self.ids.entry(id.to_owned()).or_insert(place);
            *last = place.max(*last);
        }
        // Some hosts repeat the name in each chunk; others send it in pieces.
        if slot.name != name {
            append(&mut slot.name, name, budget)?;
        }
        match function
            .as_ref()
            .and_then(|function| function.get("arguments"))
        {
            Some(piece) if piece.is_string() => {
                append(&mut slot.arguments, piece.string()?, budget)
            }
            Some(object) => append(&mut slot.arguments, object.raw(), budget),
            None => Ok(()),
        }
    }

    /// Finds the call that a chunk belongs to. An index selects its call, unless the chunk has
    /// another id and a name, since some hosts send index 0 for all calls. Without an index, the id
    /// decides. Without both it is the last call, unless a name starts a new one.
    fn slot(&self, index: Option<u64>, id: &str, name: &str) -> Option<usize> {
        let begins = |slot: &Slot| {
            !id.is_empty() && !name.is_empty() && !slot.id.is_empty() && slot.id != id
        };
        match index {
            Some(index) => {
                let place = *self.indexes.get(&index)?;
                (!begins(&self.calls[place])).then_some(place)
            }
            None if !id.is_empty() => self.ids.get(id).copied(),
            None if name.is_empty() => self.calls.len().checked_sub(1),
            None => None,
        }
    }
}

pub(super) fn append(text: &mut String, more: &str, budget: &mut Budget) -> Result<(), WireError> {
    budget.take(more.len())?;
    text.push_str(more);
    Ok(())
}
