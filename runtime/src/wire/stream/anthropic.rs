//! Anthropic's streamed events.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::{Value, json};

use super::chat::append;
use super::gather::{Gather, as_value, check_count, list, object, unfinished, with_member};
use super::slots::Slots;
use crate::provider::Provider;
use crate::wire::WireError;
use crate::wire::limits::Budget;
use crate::wire::node::{Node, Object};
use crate::wire::tape::Doc;
use crate::wire::turn::error_in;

#[derive(Debug, Default)]
pub(in crate::wire) struct AnthropicStream {
    blocks: Slots<Block>,
    stop_reason: Option<String>,
    stopped: bool,
}

/// A block that is being written.
#[derive(Debug)]
struct Block {
    /// The initial block, with added texts.
    value: Value,
    texts: Vec<(&'static str, String)>,
    citations: String,
    /// A call's input as text.
    input: String,
    stopped: bool,
}

impl Gather for AnthropicStream {
    fn event(&mut self, event: Node<'_>, budget: &mut Budget) -> Result<(), WireError> {
        let event = event.object()?;
        let provider = event.node().provider();
        match event.need("type")?.string()? {
            "error" => return Err(error_in(&event, "an error's text")),
            "content_block_start" => {
                let index = event.need("index")?.count()?;
                let block = event.need("content_block")?;
                budget.take(block.raw().len() + size_of::<Block>())?;
                check_count(provider, self.blocks.len())?;
                self.blocks.insert(
                    index,
                    Block {
                        value: block.object()?.node().value()?,
                        texts: Vec::new(),
                        citations: String::new(),
                        input: String::new(),
                        stopped: false,
                    },
                );
            }
            "content_block_delta" => {
                let delta = event.need("delta")?.object()?;
                self.block(&event)?.delta(&delta, budget)?;
            }
            "content_block_stop" => self.block(&event)?.stopped = true,
            "message_delta" => {
                if let Some(delta) = event.object("delta")?
                    && let Some(reason) = delta.string("stop_reason")?
                {
                    self.stop_reason = Some(reason.to_owned());
                }
            }
            "message_stop" => self.stopped = true,
            _ => {}
        }
        Ok(())
    }

    fn whole(&mut self, provider: Provider, _: bool) -> Result<String, WireError> {
        let open = self.blocks.iter().rev().find(|block| !block.stopped);
        if open.is_some() || !(self.stopped || self.stop_reason.is_some()) {
            let call = open.and_then(|block| block.value["name"].as_str());
            return Err(unfinished(provider, call));
        }
        let mut blocks = Vec::with_capacity(self.blocks.len());
        self.blocks.each_mut(|block| {
            blocks.push(block.written(provider)?);
            Ok(())
        })?;
        let content = list(blocks);
        let reason = json!(self.stop_reason).to_string();
        Ok(object(&[("content", &content), ("stop_reason", &reason)]))
    }
}

impl AnthropicStream {
    fn block(&mut self, event: &Object<'_>) -> Result<&mut Block, WireError> {
        let index = event.need("index")?;
        self.blocks
            .get_mut(index.count()?)
            .ok_or_else(|| index.expected("the number of a block that began"))
    }
}

impl Block {
    fn delta(&mut self, delta: &Object<'_>, budget: &mut Budget) -> Result<(), WireError> {
        let key = match delta.need("type")?.string()? {
            "input_json_delta" => {
                let piece = delta.need("partial_json")?.string()?;
                return append(&mut self.input, piece, budget);
            }
            "citations_delta" => {
                let citation = delta.need("citation")?;
                budget.take(citation.raw().len())?;
                if !self.citations.is_empty() {
                    self.citations.push(',');
                }
                self.citations.push_str(citation.raw());
                return Ok(());
            }
            "text_delta" => "text",
            "thinking_delta" => "thinking",
            "signature_delta" => "signature",
            _ => return Ok(()),
        };
        let known = self.texts.iter().position(|(known, _)| *known == key);
        let place = known.unwrap_or_else(|| {
            self.texts.push((key, String::new()));
            self.texts.len() - 1
        });
        let (_, text) = &mut self.texts[place];
        append(text, delta.need(key)?.string()?, budget)
    }

    /// Returns the block's text. The input keeps its source text.
    fn written(&mut self, provider: Provider) -> Result<String, WireError> {
        for (key, text) in &self.texts {
            let whole = self.value[*key].as_str().unwrap_or_default();
            self.value[*key] = json!(alloc::format!("{whole}{text}"));
        }
        if !self.citations.is_empty() {
            let list = alloc::format!("[{}]", self.citations);
            let doc = Doc::parse(provider, &list)?;
            self.value["citations"] = Node::root(&doc).value()?;
        }
        if self.input.trim().is_empty() {
            return Ok(self.value.to_string());
        }
        Ok(with_member(&self.value, "input", &as_value(&self.input)))
    }
}
