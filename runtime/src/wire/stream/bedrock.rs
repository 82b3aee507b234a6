//! Streamed events of Bedrock's `ConverseStream`, as JSON objects: `{"contentBlockDelta":{..}}`, or
//! only the inner object.

use serde_json::Value;

use super::arguments::Input;
use super::decoder::{ResponseMembers, StreamDecoder, check_count, unfinished};
use super::other_members::{OtherMembers, keep_id, with_member};
use super::output::StreamOutput;
use super::slots::Slots;
use crate::message::JsonValue;
use crate::provider::Provider;
use crate::wire::WireError;
use crate::wire::model_parts::PROVIDERS_OWN;
use crate::wire::node::{JsonNode, OBJECT_SIZE};
use crate::wire::turn::{RawCall, error_in};

#[derive(Debug, Default)]
pub(super) struct BedrockStream {
    blocks: Slots<BedrockBlock>,
    stop_reason: Option<String>,
    /// The usage, which comes after the end of the message.
    metadata: ResponseMembers,
}

#[derive(Debug, Default)]
struct BedrockBlock {
    /// Its `toolUse`, `toolResult` and `image` so far, the texts, and the lists of citations and of
    /// the content of a `toolResult`.
    parts: OtherMembers,
    input: Input,
    stopped: bool,
}

/// The texts of reasoning: their keys in a delta, and in the parts of a block. Redacted reasoning
/// is encrypted.
const REASONING: [(&str, &str); 3] = [
    ("text", "thought"),
    ("signature", "signature"),
    ("redactedContent", "redactedContent"),
];

impl StreamDecoder for BedrockStream {
    fn event(&mut self, event: JsonNode<'_>, out: &mut StreamOutput) -> Result<(), WireError> {
        for (key, inner) in event.members() {
            if key.ends_with("Exception") {
                let inner = inner.object()?;
                let mut error = error_in(inner, "an exception's message");
                if let WireError::Api { code, .. } = &mut error {
                    *code = Some(key.to_owned());
                }
                return Err(error);
            }
            match key {
                "contentBlockStart" | "contentBlockDelta" | "contentBlockStop" | "messageStop" => {
                    self.inner(inner, out)?;
                }
                "metadata" => self.metadata.keep(inner.object()?, &["usage"], out)?,
                _ => {}
            }
        }
        if event.has("contentBlockIndex") || event.has("stopReason") {
            return self.inner(event, out);
        }
        self.metadata.keep(event, &["usage"], out)?;
        match event.get("message") {
            Some(_) => Err(error_in(event, "an event")),
            None => Ok(()),
        }
    }

    fn is_over(&self) -> bool {
        self.stop_reason.is_some() && !self.metadata.is_empty()
    }

    fn response_text(&self, provider: Provider, _: bool) -> Result<String, WireError> {
        // On some models, text blocks have no stop event; calls always have one.
        let mut open = self.blocks.iter().rev().filter(|block| !block.stopped);
        let call = open.find_map(|block| block.parts.0.get("toolUse"));
        if call.is_some() || self.stop_reason.is_none() {
            let name = call.and_then(|call| call["name"].as_str());
            return Err(unfinished(provider, name));
        }
        let content = self.blocks.iter().map(BedrockBlock::written).collect();
        let message = [("role", "assistant".into()), ("content", content)];
        Ok(self.metadata.object_with(vec![
            ("output", [("message", message.into())].into()),
            ("stopReason", (&self.stop_reason).into()),
        ]))
    }
}

impl BedrockStream {
    fn inner(&mut self, inner: JsonNode<'_>, out: &mut StreamOutput) -> Result<(), WireError> {
        if let Some(reason) = inner.text("stopReason")? {
            self.stop_reason = Some(reason.to_owned());
            return Ok(());
        }
        let number = inner.need("contentBlockIndex")?;
        let index = number.count()?;
        if self.blocks.get_mut(index).is_none() {
            check_count(number.provider(), self.blocks.len())?;
            out.keep(size_of::<BedrockBlock>() + OBJECT_SIZE)?;
            self.blocks.insert(index, BedrockBlock::default());
        }
        let Some(block) = self.blocks.get_mut(index) else {
            return Ok(());
        };
        if let Some(start) = inner.member("start")? {
            if block.is_call() || block.stopped {
                return Err(number.expected("a number that no other block has"));
            }
            block.start(start, out)
        } else if let Some(delta) = inner.member("delta")? {
            block.delta(index, delta, out)
        } else {
            block.stop(out)
        }
    }
}

impl BedrockBlock {
    fn is_call(&self) -> bool {
        self.parts.0.contains_key("toolUse")
    }

    fn start(&mut self, start: JsonNode<'_>, out: &mut StreamOutput) -> Result<(), WireError> {
        for key in ["toolUse", "toolResult"] {
            if let Some(begun) = start.member(key)? {
                self.parts.0.remove(key);
                self.parts.push(key, begun, out)?;
            }
        }
        if let Some(call) = start.member("toolUse")?
            && call.text("type")? != Some(PROVIDERS_OWN)
        {
            if let Some(Value::Object(kept)) = self.parts.0.get_mut("toolUse") {
                keep_id(kept, "toolUseId", call)?;
            }
            self.input.call = Some(out.start_of(call, "toolUseId")?);
        }
        match start.get("image") {
            Some(image) => self.parts.push("image", image, out),
            None => Ok(()),
        }
    }

    fn delta(
        &mut self,
        index: u64,
        delta: JsonNode<'_>,
        out: &mut StreamOutput,
    ) -> Result<(), WireError> {
        if let Some(text) = delta.get("text") {
            out.text(text.string()?);
            self.parts.append("text", text, out)?;
        }
        if let Some(call) = delta.member("toolUse")? {
            if !self.is_call() || self.stopped {
                return Err(call.expected("the beginning of a call before this piece of it"));
            }
            if let Some(input) = call.text("input")? {
                self.input.push(input, out)?;
            }
        }
        for piece in delta.items("toolResult")? {
            self.parts.push_item("content", piece, out)?;
        }
        if let Some(citation) = delta.get("citation") {
            self.parts.push_item("citations", citation, out)?;
        }
        if let Some(image) = delta.get("image") {
            self.parts.push("image", image, out)?;
        }
        if let Some(thought) = delta.member("reasoningContent")? {
            for (key, kept) in REASONING {
                let Some(piece) = thought.get(key) else {
                    continue;
                };
                if key == "text" {
                    out.reasoning((index, 0), piece.string()?);
                }
                self.parts.append(kept, piece, out)?;
            }
        }
        Ok(())
    }

    fn stop(&mut self, out: &mut StreamOutput) -> Result<(), WireError> {
        let was_stopped = core::mem::replace(&mut self.stopped, true);
        let Some(call) = self.input.call.filter(|_| !was_stopped) else {
            return Ok(());
        };
        out.complete_from(call, &self.written().into_text(), |block| {
            RawCall::read(block.need("toolUse")?.object()?, "toolUseId", "input")
        })
    }

    fn written(&self) -> JsonValue<'_> {
        let part = |key: &str| self.parts.0.get(key).cloned().map(JsonValue::Tree);
        let text = |key: &str| self.parts.text(key).unwrap_or_default();
        let list = |key: &str| part(key).unwrap_or_else(|| JsonValue::verbatim("[]"));
        let object = |key: &str| self.parts.0.get(key).and_then(Value::as_object);
        let (key, value) = if let Some(call) = object("toolUse") {
            let input = self.input.value();
            let input = input.unwrap_or_else(|| JsonValue::verbatim("{}"));
            ("toolUse", with_member(call, "input", Some(input)))
        } else if let Some(result) = object("toolResult") {
            let content = Some(list("content"));
            ("toolResult", with_member(result, "content", content))
        } else if let Some(image) = part("image") {
            ("image", image)
        } else if let Some(citations) = part("citations") {
            let content = JsonValue::list_of([("text", text("text").into())].into());
            let block = [("content", content), ("citations", citations)];
            ("citationsContent", block.into())
        } else if !text("redactedContent").is_empty() {
            let redacted = [("redactedContent", text("redactedContent").into())];
            ("reasoningContent", redacted.into())
        } else if !text("thought").is_empty() || !text("signature").is_empty() {
            let thoughts = JsonValue::from([("text", text("thought").into())])
                .with_some("signature", text("signature"));
            ("reasoningContent", [("reasoningText", thoughts)].into())
        } else {
            ("text", text("text").into())
        };
        [(key, value)].into()
    }
}
