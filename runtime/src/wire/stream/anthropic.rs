//! Anthropic's streamed events.

use super::arguments::Input;
use super::decoder::{ResponseMembers, StreamDecoder, unfinished};
use super::other_members::{OtherMembers, keep_id, with_member};
use super::output::StreamOutput;
use super::slots::{OpenPart, Slot, Slots};
use crate::message::JsonValue;
use crate::provider::Provider;
use crate::wire::WireError;
use crate::wire::node::JsonNode;
use crate::wire::turn::{RawCall, error_in};

#[derive(Debug, Default)]
pub(super) struct AnthropicStream {
    message: ResponseMembers,
    /// The counts of tokens. An event repeats only some of them.
    usage: ResponseMembers,
    blocks: Slots<Slot<AnthropicBlock>>,
    stop_reason: Option<String>,
    stopped: bool,
}

#[derive(Debug)]
struct AnthropicBlock {
    number: u64,
    /// The members of the initial block with all deltas applied, but for a call's input.
    members: OtherMembers,
    input: Input,
}

impl OpenPart for AnthropicBlock {
    const NAMES: (&'static str, &'static str) = ("block", "stopped");
}

impl StreamDecoder for AnthropicStream {
    fn event(&mut self, event: JsonNode<'_>, out: &mut StreamOutput) -> Result<(), WireError> {
        match event.need("type")?.string()? {
            "error" => return Err(error_in(event, "an error's text")),
            "message_start" => {
                if let Some(message) = event.member("message")? {
                    // The blocks of two messages would be mixed.
                    if let (Some(known), Some(id)) = (self.message.get("id"), message.get("id"))
                        && known != id.raw()
                    {
                        return Err(id.expected("the id of the message that began before"));
                    }
                    self.message.keep(message, &["id", "model"], out)?;
                    if let Some(usage) = message.member("usage")? {
                        self.usage.keep_all(usage, out)?;
                    }
                }
            }
            "content_block_start" => self.start(event, out)?,
            "content_block_delta" => {
                let delta = event.need("delta")?.object()?;
                self.blocks.open(event.need("index")?)?.delta(delta, out)?;
            }
            "content_block_stop" => self.blocks.end(event.need("index")?)?.stop(out)?,
            "message_delta" => {
                if let Some(delta) = event.member("delta")?
                    && let Some(reason) = delta.text("stop_reason")?
                {
                    self.stop_reason = Some(reason.to_owned());
                }
                if let Some(usage) = event.member("usage")? {
                    self.usage.keep_all(usage, out)?;
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
            let call = open.and_then(|block| block.members.text("name"));
            return Err(unfinished(provider, call));
        }
        let blocks = self.blocks.iter().map(|slot| slot.part.written());
        let mut members = Vec::from([
            ("content", blocks.collect()),
            ("stop_reason", (&self.stop_reason).into()),
        ]);
        if !self.usage.is_empty() {
            members.push(("usage", JsonValue::Object(self.usage.iter().collect())));
        }
        Ok(self.message.object_with(members))
    }
}

impl AnthropicStream {
    fn start(&mut self, event: JsonNode<'_>, out: &mut StreamOutput) -> Result<(), WireError> {
        let index = event.need("index")?;
        let number = index.count()?;
        let block = event.need("content_block")?.object()?;
        let mut members = OtherMembers::of(block, out)?;
        let call = match block.text("type")? {
            Some("text") => {
                out.text(block.text("text")?.unwrap_or_default());
                None
            }
            Some("thinking") => {
                let thought = block.text("thinking")?.unwrap_or_default();
                out.reasoning((number, 0), thought);
                None
            }
            Some("tool_use") => {
                keep_id(&mut members.0, "id", block)?;
                Some(out.start_of(block, "id")?)
            }
            _ => None,
        };
        let input = block.get("input").map_or("", JsonNode::raw);
        let block = AnthropicBlock {
            number,
            members,
            input: Input::of(call, input),
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

impl AnthropicBlock {
    fn delta(&mut self, delta: JsonNode<'_>, out: &mut StreamOutput) -> Result<(), WireError> {
        let key = match delta.need("type")?.string()? {
            "input_json_delta" => {
                let piece = delta.need("partial_json")?.string()?;
                return self.input.push(piece, out);
            }
            "citations_delta" => {
                let citation = delta.need("citation")?;
                return self.members.push_item("citations", citation, out);
            }
            "text_delta" => "text",
            "thinking_delta" => "thinking",
            "signature_delta" => "signature",
            _ => return self.members.push_all(delta, &KNOWN, out),
        };
        let piece = delta.need(key)?;
        match key {
            "text" => out.text(piece.string()?),
            "thinking" => out.reasoning((self.number, 0), piece.string()?),
            _ => {}
        }
        self.members.append(key, piece, out)
    }

    fn stop(&self, out: &mut StreamOutput) -> Result<(), WireError> {
        let Some(call) = self.input.call else {
            return Ok(());
        };
        let written = self.written().into_text();
        out.complete_from(call, &written, |block| RawCall::read(block, "id", "input"))
    }

    fn written(&self) -> JsonValue<'_> {
        with_member(&self.members.0, "input", self.input.value())
    }
}
