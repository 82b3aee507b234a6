//! Streamed events of Bedrock's `ConverseStream`, as JSON objects: `{"contentBlockDelta":{..}}`, or
//! only the inner object.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::{Value, json};

use super::chat::append;
use super::gather::{Gather, as_value, check_count, list, object, unfinished};
use super::slots::Slots;
use crate::provider::Provider;
use crate::wire::WireError;
use crate::wire::limits::Budget;
use crate::wire::node::{Node, Object};
use crate::wire::turn::error_in;

#[derive(Debug, Default)]
pub(in crate::wire) struct BedrockStream {
    blocks: Slots<Block>,
    stop_reason: Option<String>,
}

/// A block that is being written.
#[derive(Debug, Default)]
struct Block {
    /// `toolUse` without its input.
    call: Option<Value>,
    /// A `toolResult` of a provider-executed tool; its content is the next field.
    result: Option<Value>,
    content: Vec<Value>,
    input: String,
    text: String,
    thought: String,
    signature: String,
    /// Redacted reasoning, which is encrypted.
    redacted: String,
    stopped: bool,
}

impl Gather for BedrockStream {
    fn event(&mut self, event: Node<'_>, budget: &mut Budget) -> Result<(), WireError> {
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
            let wrapped = matches!(
                key,
                "contentBlockStart" | "contentBlockDelta" | "contentBlockStop" | "messageStop"
            );
            if wrapped {
                self.inner(&inner.object()?, budget)?;
            }
        }
        if event.has("contentBlockIndex") || event.has("stopReason") {
            return self.inner(&event, budget);
        }
        match event.get("message") {
            Some(_) => Err(error_in(&event, "an event")),
            None => Ok(()),
        }
    }

    fn whole(&mut self, provider: Provider, _: bool) -> Result<String, WireError> {
        // On some models, text blocks have no stop event; calls always have one.
        let open = self.blocks.iter().rev();
        let mut open = open.filter(|block| !block.stopped).filter_map(Block::name);
        let open = open.next();
        if open.is_some() || self.stop_reason.is_none() {
            return Err(unfinished(provider, open));
        }
        let content = list(self.blocks.iter().map(Block::written));
        let message = object(&[("role", r#""assistant""#), ("content", &content)]);
        let output = object(&[("message", &message)]);
        let reason = json!(self.stop_reason).to_string();
        Ok(object(&[("output", &output), ("stopReason", &reason)]))
    }
}

impl BedrockStream {
    fn inner(&mut self, inner: &Object<'_>, budget: &mut Budget) -> Result<(), WireError> {
        if let Some(reason) = inner.string("stopReason")? {
            self.stop_reason = Some(reason.to_owned());
            return Ok(());
        }
        let index = inner.need("contentBlockIndex")?.count()?;
        if self.blocks.get_mut(index).is_none() {
            check_count(inner.node().provider(), self.blocks.len())?;
            budget.take(size_of::<Block>())?;
            self.blocks.insert(index, Block::default());
        }
        let Some(block) = self.blocks.get_mut(index) else {
            return Ok(());
        };
        if let Some(start) = inner.object("start")? {
            if let Some(call) = start.object("toolUse")? {
                budget.take(call.node().raw().len())?;
                block.call = Some(call.node().value()?);
            }
            if let Some(result) = start.object("toolResult")? {
                budget.take(result.node().raw().len())?;
                block.result = Some(result.node().value()?);
            }
        } else if let Some(delta) = inner.object("delta")? {
            block.delta(&delta, budget)?;
        } else {
            block.stopped = true;
        }
        Ok(())
    }
}

impl Block {
    fn name(&self) -> Option<&str> {
        self.call.as_ref()?["name"].as_str()
    }

    fn delta(&mut self, delta: &Object<'_>, budget: &mut Budget) -> Result<(), WireError> {
        if let Some(text) = delta.string("text")? {
            append(&mut self.text, text, budget)?;
        }
        if let Some(call) = delta.object("toolUse")? {
            if self.call.is_none() {
                return Err(call
                    .node()
                    .expected("the beginning of a call before this piece of it"));
            }
            if let Some(input) = call.string("input")? {
                append(&mut self.input, input, budget)?;
            }
        }
        for piece in delta.list("toolResult")? {
            budget.take(piece.raw().len() + size_of::<Value>())?;
            self.content.push(piece.value()?);
        }
        if let Some(thought) = delta.object("reasoningContent")? {
            for (key, text) in [
                ("text", &mut self.thought),
                ("signature", &mut self.signature),
                ("redactedContent", &mut self.redacted),
            ] {
                if let Some(piece) = thought.string(key)? {
                    append(text, piece, budget)?;
                }
            }
        }
        Ok(())
    }

    fn written(&self) -> String {
        if let Some(call) = &self.call {
            let input = as_value(&self.input);
            let members = ["toolUseId", "name", "type"]
                .into_iter()
                .filter_map(|key| Some((key, call.get(key)?.to_string())));
            let members: Vec<_> = members.chain([("input", input)]).collect();
            let members: Vec<_> = members.iter().map(|(k, v)| (*k, v.as_str())).collect();
            return object(&[("toolUse", &object(&members))]);
        }
        if let Some(result) = &self.result {
            let mut result = result.clone();
            result["content"] = json!(self.content);
            return json!({ "toolResult": result }).to_string();
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
        value.to_string()
    }
}
