//! OpenAI's streamed chunks.

use std::collections::HashMap;

use serde_json::Value;

use super::arguments::TextCall;
use super::decoder::{
    PartKind, Parts, ResponseMembers, StreamDecoder, StreamPart, check_count, unfinished,
};
use super::other_members::{self, OtherMembers};
use super::output::StreamOutput;
use crate::message::JsonValue;
use crate::provider::Provider;
use crate::wire::WireError;
use crate::wire::model_parts::{message_thoughts, thought_texts};
use crate::wire::node::JsonNode;
use crate::wire::turn::{api_error, no_error, other_type};

#[derive(Debug, Default)]
pub(super) struct ChatStream {
    response: ResponseMembers,
    /// Some hosts send a list of parts instead of text. `None` until the first chunk of content,
    /// even an empty one.
    is_list: Option<bool>,
    parts: Parts,
    /// Other members of the message: a refusal, or reasoning that some hosts expect back.
    others: OtherMembers,
    calls: Vec<TextCall>,
    started: usize,
    /// The last call of each index and of each id. A map, since chunks are small and calls may be
    /// many.
    indexes: HashMap<u64, usize>,
    ids: HashMap<String, usize>,
    finish: Option<String>,
}

impl StreamDecoder for ChatStream {
    fn event(&mut self, event: JsonNode<'_>, out: &mut StreamOutput) -> Result<(), WireError> {
        no_error(event)?;
        // Groq puts errors here.
        if let Some(inner) = event.member("x_groq")? {
            no_error(inner)?;
        }
        self.response.keep(event, RESPONSE, out)?;
        // A chunk with the usage, or one that keeps the connection open, may have no choices.
        if event.get("choices").is_none()
            && let Some(error) = api_error(event)
        {
            return Err(error);
        }
        for choice in event.items("choices")? {
            // Only the first choice is read, like in a complete response.
            if choice.get("index").is_some_and(|index| index.raw() != "0") {
                continue;
            }
            if let Some(delta) = choice.member("delta")? {
                self.delta(delta, out)?;
            }
            // Some hosts send an empty one until the last chunk.
            let finish = choice.text("finish_reason")?;
            if let Some(finish) = finish.filter(|finish| !finish.is_empty()) {
                self.finish = Some(finish.to_owned());
            }
        }
        Ok(())
    }

    fn response_text(&self, provider: Provider, done: bool) -> Result<String, WireError> {
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
        let parts = self.parts.0.as_slice();
        let content = match self.is_list {
            None => JsonValue::Tree(Value::Null),
            Some(true) => parts.iter().map(written).collect(),
            Some(false) => parts.first().map_or("", |part| &part.text).into(),
        };
        let mut message = Vec::from([("role", "assistant".into()), ("content", content)]);
        message.extend(self.others.0.iter().map(other_members::written));
        let calls: JsonValue<'_> = self.calls.iter().map(TextCall::written).collect();
        let message = JsonValue::Object(message).with_some("tool_calls", calls);
        let choice = [
            ("message", message),
            ("finish_reason", (&self.finish).into()),
        ];
        let choices = JsonValue::list_of(choice.into());
        Ok(self.response.object_with(vec![("choices", choices)]))
    }
}

const RESPONSE: &[&str] = &["id", "model", "usage", "x_groq"];

impl ChatStream {
    fn delta(&mut self, delta: JsonNode<'_>, out: &mut StreamOutput) -> Result<(), WireError> {
        if let Some(thoughts) = message_thoughts(delta) {
            out.reasoning((0, 0), thoughts.string()?);
        }
        for (key, value) in delta.members() {
            match key {
                "role" => {}
                "tool_calls" => {
                    for call in value.list()? {
                        self.call(call, out)?;
                    }
                }
                "content" if value.is_list() => {
                    for part in value.list()? {
                        self.part(part, out)?;
                    }
                    self.is_list = (!self.parts.is_empty()).then_some(true);
                }
                "content" => {
                    self.is_list.get_or_insert(false);
                    self.more_text(value.string()?, out)?;
                }
                _ => {
                    if key == "refusal" && value.is_string() {
                        out.text(value.string()?);
                    }
                    self.others.push(key, value, out)?;
                }
            }
        }
        Ok(())
    }

    /// Adds a part of the content. Texts that follow each other become one part, and so do
    /// thoughts.
    fn part(&mut self, part: JsonNode<'_>, out: &mut StreamOutput) -> Result<(), WireError> {
        let kind = part.text("type")?;
        let has_only = |keys: &[&str]| part.entries().all(|(key, _)| keys.contains(&key));
        if kind == Some("text")
            && let Some(text) = part.text("text")?
        {
            if has_only(&["type", "text"]) {
                return self.more_text(text, out);
            }
            out.text(text);
        } else if kind == Some("thinking")
            && let Some(thoughts) = part.get("thinking")
        {
            if has_only(&["type", "thinking"])
                && let Some(text) = plain_text(thoughts)
            {
                return self.parts.push(PartKind::Thoughts, &text, out);
            }
            self.thoughts(thoughts, out);
        }
        self.parts.push(PartKind::Raw, part.raw(), out)
    }

    fn thoughts(&mut self, thoughts: JsonNode<'_>, out: &mut StreamOutput) {
        let place = self.parts.0.len() as u64 + 1;
        for (i, text) in thought_texts(thoughts) {
            out.reasoning((i, place), text);
        }
    }

    fn more_text(&mut self, more: &str, out: &mut StreamOutput) -> Result<(), WireError> {
        if more.is_empty() {
            return Ok(());
        }
        self.parts.push(PartKind::Text, more, out)
    }

    fn call(&mut self, call: JsonNode<'_>, out: &mut StreamOutput) -> Result<(), WireError> {
        let index = call.get("index").map(JsonNode::count).transpose()?;
        let id = call.id("id")?.map_or("", |id| id.text);
        let function = call.member("function")?;
        let other = other_type(call)?;
        let named = match other {
            Some(kind) => call.member(kind).ok().flatten(),
            None => function,
        };
        let name = match named {
            Some(named) => named.text("name")?.unwrap_or_default(),
            None => "",
        };
        let place = match self.slot(index, id, name) {
            Some(place) => place,
            None if id.is_empty() && name.is_empty() => {
                return Err(call.expected("the beginning of a call before this piece of it"));
            }
            None => {
                check_count(call.provider(), self.calls.len())?;
                out.keep(size_of::<TextCall>())?;
                let place = self.calls.len();
                self.start(place, out)?;
                self.calls.push(TextCall::new(other.is_some()));
                if let Some(index) = index {
                    self.indexes.insert(index, place);
                }
                place
            }
        };
        let slot = &mut self.calls[place];
        if slot.id.is_empty() && !id.is_empty() {
            out.append(&mut slot.id, id)?;
            let last = self.ids.entry(id.to_owned()).or_insert(place);
            *last = place.max(*last);
        }
        // Some hosts repeat the name in each chunk; others send it in pieces.
        if slot.name != name {
            out.append(&mut slot.name, name)?;
        }
        slot.keep_others(call, out)?;
        if slot.is_other {
            return Ok(());
        }
        let arguments = function.and_then(|one| one.get("arguments"));
        let begun = match arguments {
            Some(piece) if piece.is_string() => slot.push(piece.string()?, out)?,
            Some(object) => slot.push(object.raw(), out)?,
            None => false,
        };
        if begun {
            self.start(place + 1, out)?;
            self.calls[place].report(out);
        }
        Ok(())
    }

    /// Reports the start of the calls before a place. A call starts with its first arguments, or
    /// when the next one starts, since its name may come in pieces.
    fn start(&mut self, before: usize, out: &mut StreamOutput) -> Result<(), WireError> {
        while self.started < before {
            let slot = &mut self.calls[self.started];
            if !slot.is_other {
                slot.number = Some(out.start(Some(&slot.id), &slot.name)?);
            }
            self.started += 1;
        }
        Ok(())
    }

    /// Finds the call that a chunk belongs to. An index selects its call, unless the chunk has
    /// another id and a name, since some hosts send index 0 for all calls. Without an index, the id
    /// decides. Without both it is the last call, unless a name starts a new one.
    fn slot(&self, index: Option<u64>, id: &str, name: &str) -> Option<usize> {
        let begins = |slot: &TextCall| {
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

fn written(StreamPart { kind, text }: &StreamPart) -> JsonValue<'_> {
    match kind {
        PartKind::Text => text_part(text),
        PartKind::Thoughts => {
            let parts = JsonValue::list_of(text_part(text));
            JsonValue::from([("type", "thinking".into()), ("thinking", parts)])
        }
        PartKind::Raw => JsonValue::verbatim(text),
    }
}

fn text_part(text: &str) -> JsonValue<'_> {
    JsonValue::from([("type", "text".into()), ("text", text.into())])
}

fn plain_text(thoughts: JsonNode<'_>) -> Option<String> {
    let parts = thoughts.list().ok()?;
    let texts = parts.into_iter().map(|part| {
        let mut keys = part.entries().map(|(key, _)| key);
        let is_plain = keys.all(|key| matches!(key, "type" | "text"));
        part.text("text").ok()?.filter(|_| is_plain)
    });
    texts.collect()
}
