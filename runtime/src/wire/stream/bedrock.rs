//! Streamed events of Bedrock's `ConverseStream`, as JSON objects: `{"contentBlockDelta":{..}}`, or
//! only the inner object.

use serde_json::json;

use super::arguments::Input;
use super::decoder::{
    ResponseMembers, StreamDecoder, check_count, name_in, unfinished, with_members,
};
use super::other_members::OtherMembers;
use super::output::Output;
use super::slots::Slots;
use crate::message::JsonValue;
use crate::provider::Provider;
use crate::wire::WireError;
use crate::wire::document::JsonDocument;
use crate::wire::model_parts::PROVIDERS_OWN;
use crate::wire::node::{JsonNode, ObjectNode};
use crate::wire::turn::{RawCall, error_in};

#[derive(Debug, Default)]
pub(super) struct BedrockStream {
    blocks: Slots<Block>,
    stop_reason: Option<String>,
    /// The usage, which comes after the end of the message.
    metadata: ResponseMembers,
}

/// A block that is being written.
#[derive(Debug, Default)]
struct Block {
    /// The text of a `toolUse` without its input.
    start: Option<String>,
    input: Input,
    /// The text of a `toolResult` of a provider-executed tool. Its content is the next field: texts
    /// separated by commas.
    result: Option<String>,
    content: String,
    text: String,
    thought: String,
    signature: String,
    /// Redacted reasoning, which is encrypted.
    redacted: String,
    /// The texts of citations, separated by commas. The block's text is what they are about.
    citations: String,
    image: OtherMembers,
    stopped: bool,
}

impl StreamDecoder for BedrockStream {
    fn event(&mut self, event: JsonNode<'_>, out: &mut Output) -> Result<(), WireError> {
        let event = event.object()?;
        for (key, inner) in event.members() {
            if key.ends_with("Exception") {
                let inner = inner.object()?;
                let mut error = error_in(&inner, "an exception's message");
                if let WireError::Api { code, .. } = &mut error {
                    *code = Some(key.to_owned());
                }
                return Err(error);
            }
            match key {
                "contentBlockStart" | "contentBlockDelta" | "contentBlockStop" | "messageStop" => {
                    self.inner(&inner.object()?, out)?;
                }
                "metadata" => self.metadata.keep(&inner.object()?, &["usage"], out)?,
                _ => {}
            }
        }
        if event.has("contentBlockIndex") || event.has("stopReason") {
            return self.inner(&event, out);
        }
        self.metadata.keep(&event, &["usage"], out)?;
        match event.get("message") {
            Some(_) => Err(error_in(&event, "an event")),
            None => Ok(()),
        }
    }

    fn is_over(&self) -> bool {
        self.stop_reason.is_some() && !self.metadata.is_empty()
    }

    fn response_text(&self, provider: Provider, _: bool) -> Result<String, WireError> {
        // On some models, text blocks have no stop event; calls always have one.
        let mut open = self.blocks.iter().rev().filter(|block| !block.stopped);
        let open = open.find_map(|block| block.start.as_deref());
        if open.is_some() || self.stop_reason.is_none() {
            let call = open.map(|start| name_in(provider, start)).transpose()?;
            return Err(unfinished(provider, call.flatten().as_deref()));
        }
        let blocks = self.blocks.iter();
        let blocks = blocks.map(|block| block.written(provider).map(JsonValue::verbatim));
        let content: JsonValue<'_> = blocks.collect::<Result<_, _>>()?;
        let message = [("role", "assistant".into()), ("content", content)];
        Ok(self.metadata.object_with([
            ("output", [("message", message.into())].into()),
            ("stopReason", (&self.stop_reason).into()),
        ]))
    }
}

impl BedrockStream {
    fn inner(&mut self, inner: &ObjectNode<'_>, out: &mut Output) -> Result<(), WireError> {
        if let Some(reason) = inner.string("stopReason")? {
            self.stop_reason = Some(reason.to_owned());
            return Ok(());
        }
        let provider = inner.node().provider();
        let number = inner.need("contentBlockIndex")?;
        let index = number.count()?;
        if self.blocks.get_mut(index).is_none() {
            check_count(provider, self.blocks.len())?;
            out.budget.take(size_of::<Block>())?;
            self.blocks.insert(index, Block::default());
        }
        let Some(block) = self.blocks.get_mut(index) else {
            return Ok(());
        };
        if let Some(start) = inner.object("start")? {
            if block.start.is_some() || block.stopped {
                return Err(number.expected("a number that no other block has"));
            }
            block.start(&start, out)
        } else if let Some(delta) = inner.object("delta")? {
            block.delta(index, &delta, out)
        } else {
            block.stop(provider, out)
        }
    }
}

impl Block {
    fn start(&mut self, start: &ObjectNode<'_>, out: &mut Output) -> Result<(), WireError> {
        if let Some(call) = start.object("toolUse")? {
            out.budget.take(call.node().raw().len())?;
            self.start = Some(call.node().raw().to_owned());
            if call.string("type")? != Some(PROVIDERS_OWN) {
                self.input.call = Some(out.start_of(&call, "toolUseId")?);
            }
        }
        if let Some(image) = start.get("image") {
            self.image.push("image", image, out)?;
        }
        if let Some(result) = start.object("toolResult")? {
            out.budget.take(result.node().raw().len())?;
            self.result = Some(result.node().raw().to_owned());
        }
        Ok(())
    }

    fn delta(
        &mut self,
        index: u64,
        delta: &ObjectNode<'_>,
        out: &mut Output,
    ) -> Result<(), WireError> {
        if let Some(text) = delta.string("text")? {
            out.text(text);
            out.append(&mut self.text, text)?;
        }
        if let Some(call) = delta.object("toolUse")? {
            if self.start.is_none() || self.stopped {
                return Err(call
                    .node()
                    .expected("the beginning of a call before this piece of it"));
            }
            if let Some(input) = call.string("input")? {
                self.input.push(input, out)?;
            }
        }
        for piece in delta.list("toolResult")? {
            if !self.content.is_empty() {
                self.content.push(',');
            }
            out.append(&mut self.content, piece.raw())?;
        }
        if let Some(citation) = delta.get("citation") {
            if !self.citations.is_empty() {
                self.citations.push(',');
            }
            out.append(&mut self.citations, citation.raw())?;
        }
        if let Some(image) = delta.get("image") {
            self.image.push("image", image, out)?;
        }
        if let Some(thought) = delta.object("reasoningContent")? {
            for (key, text) in [
                ("text", &mut self.thought),
                ("signature", &mut self.signature),
                ("redactedContent", &mut self.redacted),
            ] {
                let Some(piece) = thought.string(key)? else {
                    continue;
                };
                if key == "text" {
                    out.reasoning((index, 0), piece);
                }
                out.append(text, piece)?;
            }
        }
        Ok(())
    }

    fn stop(&mut self, provider: Provider, out: &mut Output) -> Result<(), WireError> {
        let was_stopped = core::mem::replace(&mut self.stopped, true);
        let Some(call) = self.input.call.filter(|_| !was_stopped) else {
            return Ok(());
        };
        out.complete_from(call, &self.written(provider)?, |block| {
            RawCall::read(block.need("toolUse")?.object()?, "toolUseId", "input")
        })
    }

    fn written(&self, provider: Provider) -> Result<String, WireError> {
        let with = |key: &str, start: &str, member: (&str, JsonValue<'_>)| {
            let doc = JsonDocument::parse(provider, start)?;
            let start = JsonNode::root(&doc).object()?;
            let value = JsonValue::verbatim(with_members(&start, [member]));
            Ok(JsonValue::from([(key, value)]).into_text())
        };
        if let Some(start) = &self.start {
            return with("toolUse", start, ("input", self.input.value()));
        }
        if let Some(result) = &self.result {
            let content = JsonValue::verbatim(format!("[{}]", self.content));
            return with("toolResult", result, ("content", content));
        }
        if !self.image.is_empty() {
            return Ok(JsonValue::Object(self.image.iter().collect()).into_text());
        }
        if !self.citations.is_empty() {
            let text = JsonValue::list_of([("text", (&self.text).into())].into());
            let citations = JsonValue::verbatim(format!("[{}]", self.citations));
            let block = JsonValue::from([("content", text), ("citations", citations)]);
            return Ok(JsonValue::from([("citationsContent", block)]).into_text());
        }
        let value = if !self.redacted.is_empty() {
            json!({"reasoningContent": {"redactedContent": self.redacted}})
        } else if !self.thought.is_empty() || !self.signature.is_empty() {
            let mut text = json!({ "text": self.thought });
            if !self.signature.is_empty() {
                text["signature"] = json!(self.signature);
            }
            json!({"reasoningContent": {"reasoningText": text}})
        } else {
            json!({ "text": self.text })
        };
        Ok(value.to_string())
    }
}
