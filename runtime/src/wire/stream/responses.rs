//! Streamed events of OpenAI's Responses API.

use core::mem::take;

use super::decoder::{StreamDecoder, check_count, response_with, unfinished};
use super::output::{StreamOutput, rest_of};
use super::slots::Slots;
use crate::message::JsonValue;
use crate::provider::Provider;
use crate::wire::WireError;
use crate::wire::model_parts::{item_thoughts, thought_texts};
use crate::wire::node::JsonNode;
use crate::wire::turn::{RawCall, error_in};

/// Assembles finished items. They arrive complete, so deltas are only reported.
#[derive(Debug, Default)]
pub(super) struct ResponsesStream {
    items: Slots<Item>,
    last: Option<String>,
}

#[derive(Debug, Default)]
struct Item {
    number: u64,
    done: Option<String>,
    name: Option<String>,
    call: Option<usize>,
    /// Blank arguments, which are reported with what follows them.
    blank: Option<String>,
    reported: usize,
    thought: Option<&'static str>,
}

impl StreamDecoder for ResponsesStream {
    fn event(&mut self, event: JsonNode<'_>, out: &mut StreamOutput) -> Result<(), WireError> {
        match event.need("type")?.string()? {
            "response.output_item.added" => {
                let item = event.need("item")?.object()?;
                self.insert(event.need("output_index")?, Item::start(item, out)?, out)?;
            }
            "response.output_text.delta" | "response.refusal.delta" => {
                if let Some(item) = self.item(event)? {
                    let delta = event.need("delta")?.string()?;
                    item.reported += delta.len();
                    out.text(delta);
                }
            }
            "response.reasoning_text.delta" => self.thought("content", event, out)?,
            "response.reasoning_summary_text.delta" => {
                self.thought("summary", event, out)?;
            }
            "response.function_call_arguments.delta" => {
                if let Some(item) = self.item(event)? {
                    item.arguments(event.need("delta")?.string()?, out)?;
                }
            }
            "response.output_item.done" => {
                let item = event.need("item")?.object()?;
                if self.item(event)?.is_none_or(|item| item.done.is_some()) {
                    self.insert(event.need("output_index")?, Item::start(item, out)?, out)?;
                }
                out.keep(item.raw().len())?;
                if let Some(known) = self.item(event)? {
                    known.finish(item, out)?;
                }
            }
            "response.completed" | "response.incomplete" => {
                let response = event.need("response")?;
                out.keep(response.raw().len())?;
                self.last = Some(response.raw().into());
            }
            "response.failed" => {
                let response = event.need("response")?.object()?;
                return Err(error_in(response, "an error in a failed response"));
            }
            "error" => return Err(error_in(event, "an error's text")),
            _ => {}
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.last.is_some()
    }

    fn response_text(&self, provider: Provider, _: bool) -> Result<String, WireError> {
        let Some(last) = &self.last else {
            let mut open = self.items.iter().filter(|item| item.done.is_none());
            let call = open.find_map(|item| item.name.as_deref());
            return Err(unfinished(provider, call));
        };
        let items = self.items.iter().filter_map(|item| item.done.as_deref());
        let items = items.map(JsonValue::verbatim).collect();
        response_with(provider, last, "output", items)
    }
}

impl ResponsesStream {
    fn insert(
        &mut self,
        index: JsonNode<'_>,
        mut item: Item,
        out: &mut StreamOutput,
    ) -> Result<(), WireError> {
        item.number = index.count()?;
        let name = item.name.as_ref().map_or(0, String::len);
        out.keep(size_of::<Item>() + name)?;
        check_count(index.provider(), self.items.len())?;
        // Some hosts use one number for all items.
        self.items.insert(item.number, item);
        Ok(())
    }

    fn thought(
        &mut self,
        key: &'static str,
        event: JsonNode<'_>,
        out: &mut StreamOutput,
    ) -> Result<(), WireError> {
        let Some(item) = self.item(event)? else {
            return Ok(());
        };
        if *item.thought.get_or_insert(key) == key {
            let delta = event.need("delta")?.string()?;
            let part = event
                .get(&format!("{key}_index"))
                .map(JsonNode::count)
                .transpose()?;
            item.reported += delta.len();
            out.reasoning((item.number, part.unwrap_or_default()), delta);
        }
        Ok(())
    }

    fn item(&mut self, event: JsonNode<'_>) -> Result<Option<&mut Item>, WireError> {
        match event.get("output_index") {
            Some(index) => Ok(self.items.get_mut(index.count()?)),
            None => Ok(None),
        }
    }
}

impl Item {
    fn start(item: JsonNode<'_>, out: &mut StreamOutput) -> Result<Self, WireError> {
        let name = item.text("name")?;
        let call = match name {
            Some(_) if item.text("type")? == Some("function_call") => {
                Some(out.start_of(item, "call_id")?)
            }
            _ => None,
        };
        Ok(Item {
            name: name.map(ToOwned::to_owned),
            call,
            blank: Some(String::new()),
            ..Item::default()
        })
    }

    fn arguments(&mut self, delta: &str, out: &mut StreamOutput) -> Result<(), WireError> {
        let Some(call) = self.call else {
            return Ok(());
        };
        if let Some(blank) = &mut self.blank {
            if delta.trim().is_empty() {
                return out.append(blank, delta);
            }
            out.arguments(call, &take(blank));
            self.blank = None;
        }
        out.arguments(call, delta);
        Ok(())
    }

    fn finish(&mut self, item: JsonNode<'_>, out: &mut StreamOutput) -> Result<(), WireError> {
        self.done = Some(item.raw().to_owned());
        match (item.text("type")?, self.call) {
            (Some("function_call"), Some(call)) => {
                out.complete(call, RawCall::read(item, "call_id", "arguments")?);
            }
            (Some("message"), _) => {
                for part in item.items("content")? {
                    let text = match part.text("type")? {
                        Some("output_text") => part.text("text")?,
                        Some("refusal") => part.text("refusal")?,
                        _ => None,
                    };
                    out.text(self.rest(text.unwrap_or_default()));
                }
            }
            (Some("reasoning"), _) => {
                let (key, thoughts) = item_thoughts(item);
                if self.thought.is_some_and(|reported| reported != key) {
                    return Ok(());
                }
                for (i, text) in thoughts.map(thought_texts).unwrap_or_default() {
                    out.reasoning((self.number, i), self.rest(text));
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn rest<'t>(&mut self, text: &'t str) -> &'t str {
        let reported = self.reported.min(text.len());
        self.reported -= reported;
        rest_of(text, reported)
    }
}
