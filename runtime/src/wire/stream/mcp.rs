//! MCP messages; each event is complete.

use alloc::string::String;

use super::chat::append;
use super::gather::{Gather, unfinished};
use crate::provider::Provider;
use crate::wire::WireError;
use crate::wire::limits::Budget;
use crate::wire::node::Node;

#[derive(Debug, Default)]
pub(in crate::wire) struct McpStream {
    /// The requests' texts, separated by commas.
    requests: String,
}

impl Gather for McpStream {
    fn event(&mut self, event: Node<'_>, budget: &mut Budget) -> Result<(), WireError> {
        if !self.requests.is_empty() {
            self.requests.push(',');
        }
        append(&mut self.requests, event.raw(), budget)
    }

    fn whole(&mut self, provider: Provider, _: bool) -> Result<String, WireError> {
        if self.requests.is_empty() {
            return Err(unfinished(provider, None));
        }
        Ok(alloc::format!("[{}]", self.requests))
    }
}
