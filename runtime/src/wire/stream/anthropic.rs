//! Anthropic's streamed events.

use super::arguments::Input;
use super::decoder::{ResponseMembers, StreamDecoder, name_in, unfinished, with_members};
use super::other_members::OtherMembers;
use super::output::Output;
use super::slots::{OpenPart, Slot, Slots};
use crate::message::JsonValue;
use crate::provider::Provider;
use crate::wire::WireError;
use crate::wire::document::JsonDocument;
use crate::wire::node::{JsonNode, ObjectNode};
use crate::wire::turn::{RawCall, error_in};

#[derive(Debug, Default)]
pub(super) struct AnthropicStream {
    message: ResponseMembers,
    /// The counts of tokens. An event repeats only some of them.
    usage: ResponseMembers,
    blocks: Slots<Slot<Block>>,
    stop_reason: Option<String>,
    stopped: bool,
}

/// A block that is being written.
#[derive(Debug, Default)]
struct Block {
    number: u64,
    /// The text of the initial block.
    start: String,
    texts: Vec<(&'static str, String)>,
    citations: String,
    /// The members that deltas of unknown types may change, such as those of a compaction. `None`
    /// until the first of these deltas.
    others: Option<OtherMembers>,
    /// A call's input.
    input: Input,
}

impl OpenPart for Block {
    const NAMES: (&'static str, &'static str) = ("block", "stopped");
}

impl StreamDecoder for AnthropicStream {
    fn event(&mut self, event: JsonNode<'_>, out: &mut Output) -> Result<(), WireError> {
        let event = event.object()?;
        match event.need("type")?.string()? {
            "error" => return Err(error_in(&event, "an error's text")),
            "message_start" => {
                if let Some(message) = event.object("message")? {
                    // The blocks of two messages would be mixed.
                    if let (Some(known), Some(id)) = (self.message.get("id"), message.get("id"))
                        && known != id.raw()
                    {
                        return Err(id.expected("the id of the message that began before"));
                    }
                    self.message.keep(&message, &["id", "model"], out)?;
                    if let Some(usage) = message.object("usage")? {
                        self.usage.keep_all(&usage, out)?;
                    }
                }
            }
            "content_block_start" => self.start(&event, out)?,
            "content_block_delta" => {
                let delta = event.need("delta")?.object()?;
                self.blocks.open(event.need("index")?)?.delta(&delta, out)?;
            }
            "content_block_stop" => {
                let block = self.blocks.end(event.need("index")?)?;
                block.stop(event.node().provider(), out)?;
            }
            "message_delta" => {
                if let Some(delta) = event.object("delta")?
                    && let Some(reason) = delta.string("stop_reason")?
                {
                    self.stop_reason = Some(reason.to_owned());
                }
                if let Some(usage) = event.object("usage")? {
                    self.usage.keep_all(&usage, out)?;
                }
            }
            "message_stop" => self.stopped = true,
            _ => {}
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.stopped
    }

    fn response_text(&self, provider: Provider, _: bool) -> Result<String, WireError> {
        let open = self.blocks.last_open();
        if open.is_some() || !(self.stopped || self.stop_reason.is_some()) {
            let call = open
                .map(|block| name_in(provider, &block.start))
                .transpose()?;
            return Err(unfinished(provider, call.flatten().as_deref()));
        }
        let blocks = self.blocks.iter();
        let blocks = blocks.map(|slot| slot.part.written(provider).map(JsonValue::verbatim));
        let mut members = Vec::from([
            (
                "content",
                JsonValue::List(blocks.collect::<Result<_, _>>()?),
            ),
            ("stop_reason", (&self.stop_reason).into()),
        ]);
        if !self.usage.is_empty() {
            members.push(("usage", JsonValue::Object(self.usage.iter().collect())));
        }
        Ok(self.message.object_with(members))
    }
}

impl AnthropicStream {
    fn start(&mut self, event: &ObjectNode<'_>, out: &mut Output) -> Result<(), WireError> {
        let index = event.need("index")?;
        let number = index.count()?;
        let block = event.need("content_block")?.object()?;
        let start = block.node().raw();
        out.budget.take(start.len())?;
        let call = match block.string("type")? {
            Some("text") => {
                out.text(block.string("text")?.unwrap_or_default());
                None
            }
            Some("thinking") => {
                let thought = block.string("thinking")?.unwrap_or_default();
                out.reasoning((number, 0), thought);
                None
            }
            Some("tool_use") => Some(out.start_of(&block, "id")?),
            _ => None,
        };
        let block = Block {
            number,
            start: start.to_owned(),
            input: Input::of(call),
            ..Block::default()
        };
        self.blocks.begin(index, block, out)
    }
}

/// Members of blocks that only deltas of known types may change.
const KNOWN: [&str; 8] = [
    "citations",
    "id",
    "input",
    "name",
    "signature",
    "text",
    "thinking",
    "type",
];

impl Block {
    fn delta(&mut self, delta: &ObjectNode<'_>, out: &mut Output) -> Result<(), WireError> {
        let key = match delta.need("type")?.string()? {
            "input_json_delta" => {
                let piece = delta.need("partial_json")?.string()?;
                return self.input.push(piece, out);
            }
            "citations_delta" => {
                let citation = delta.need("citation")?;
                if !self.citations.is_empty() {
                    self.citations.push(',');
                }
                return out.append(&mut self.citations, citation.raw());
            }
            "text_delta" => "text",
            "thinking_delta" => "thinking",
            "signature_delta" => "signature",
            _ => return self.other_delta(delta, out),
        };
        let known = self.texts.iter().position(|(known, _)| *known == key);
        let place = known.unwrap_or_else(|| {
            self.texts.push((key, String::new()));
            self.texts.len() - 1
        });
        let piece = delta.need(key)?.string()?;
        match key {
            "text" => out.text(piece),
            "thinking" => out.reasoning((self.number, 0), piece),
            _ => {}
        }
        out.append(&mut self.texts[place].1, piece)
    }

    /// Adds the members of a delta of an unknown type to those of the block.
    fn other_delta(&mut self, delta: &ObjectNode<'_>, out: &mut Output) -> Result<(), WireError> {
        let others = if let Some(others) = &mut self.others {
            others
        } else {
            let doc = JsonDocument::parse(delta.node().provider(), &self.start)?;
            let others = self.others.insert(OtherMembers::default());
            others.push_all(&JsonNode::root(&doc).object()?, &KNOWN, out)?;
            others
        };
        others.push_all(delta, &KNOWN, out)
    }

    fn stop(&self, provider: Provider, out: &mut Output) -> Result<(), WireError> {
        let Some(call) = self.input.call else {
            return Ok(());
        };
        let written = self.written(provider)?;
        out.complete_from(call, &written, |block| RawCall::read(block, "id", "input"))
    }

    /// Returns the block's text. Its members keep their source text.
    fn written(&self, provider: Provider) -> Result<String, WireError> {
        let doc = JsonDocument::parse(provider, &self.start)?;
        let start = JsonNode::root(&doc).object()?;
        let mut members = Vec::new();
        for (key, text) in &self.texts {
            let first = start.string(key)?.unwrap_or_default();
            members.push((*key, JsonValue::Text([first, text].concat().into())));
        }
        members.extend(self.others.iter().flat_map(OtherMembers::iter));
        if !self.citations.is_empty() {
            let citations = format!("[{}]", self.citations);
            members.push(("citations", JsonValue::verbatim(citations)));
        }
        if !self.input.is_empty() {
            members.push(("input", self.input.value()));
        }
        if members.is_empty() {
            return Ok(self.start.clone());
        }
        Ok(with_members(&start, members))
    }
}
