//! Streamed events of OpenAI's Responses API.

use alloc::string::String;

use super::gather::{Gather, check_count, list, unfinished, with_text};
use super::slots::Slots;
use crate::provider::Provider;
use crate::wire::WireError;
use crate::wire::limits::Budget;
use crate::wire::node::{Node, Object};
use crate::wire::tape::Doc;
use crate::wire::turn::error_in;

/// Assembles finished items. They arrive complete, so deltas are ignored.
#[derive(Debug, Default)]
pub(in crate::wire) struct ResponsesStream {
    /// The texts of finished items.
    items: Slots<String>,
    /// The tool's name by item, if the item is an unfinished call.
    open: Slots<Option<String>>,
    /// The response in the last event, and the event's status.
    last: Option<String>,
}

impl Gather for ResponsesStream {
    fn event(&mut self, event: Node<'_>, budget: &mut Budget) -> Result<(), WireError> {
        let event = event.object()?;
        let kind = event.need("type")?.string()?;
        match kind {
            "response.output_item.added" => {
                let (index, item) = item_of(&event)?;
                let name = item.string("name")?;
                budget.take(64 + name.as_ref().map_or(0, |name| name.len()))?;
                check_count(event.node().provider(), self.open.len())?;
                self.open.insert(index, name.map(Into::into));
            }
            "response.output_item.done" => {
                let (index, item) = item_of(&event)?;
                let raw = item.node().raw();
                budget.take(64 + raw.len())?;
                check_count(event.node().provider(), self.items.len())?;
                if let Some(name) = self.open.get_mut(index) {
                    *name = None;
                }
                self.items.insert(index, raw.into());
            }
            "response.completed" | "response.incomplete" => {
                let response = event.need("response")?;
                budget.take(response.raw().len())?;
                self.last = Some(response.raw().into());
            }
            "response.failed" => {
                let response = event.need("response")?.object()?;
                return Err(error_in(&response, "an error in a failed response"));
            }
            "error" => return Err(error_in(&event, "an error's text")),
            _ => {}
        }
        Ok(())
    }

    fn whole(&mut self, provider: Provider, _: bool) -> Result<String, WireError> {
        let Some(last) = self.last.take() else {
            let call = self.open.iter().flatten().next();
            return Err(unfinished(provider, call.map(String::as_str)));
        };
        let doc = Doc::parse(provider, &last)?;
        let response = Node::root(&doc).object()?;
        let outputs = match response.get("output") {
            Some(output) => output.list()?.len(),
            None => 0,
        };
        if outputs > 0 || self.items.is_empty() {
            return Ok(last);
        }
        // Some hosts omit the items from the last event.
        Ok(with_text(&response, "output", &list(self.items.iter())))
    }
}

fn item_of<'r>(event: &Object<'r>) -> Result<(u64, Object<'r>), WireError> {
    let index = event.need("output_index")?.count()?;
    Ok((index, event.need("item")?.object()?))
}
