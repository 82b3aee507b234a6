//! MCP messages; each event is complete.

use super::decoder::{StreamDecoder, unfinished};
use super::output::Output;
use crate::provider::Provider;
use crate::wire::WireError;
use crate::wire::members::call_request;
use crate::wire::node::JsonNode;

#[derive(Debug, Default)]
pub(super) struct McpStream {
    /// The requests' texts, separated by commas.
    requests: String,
}

impl StreamDecoder for McpStream {
    fn event(&mut self, event: JsonNode<'_>, out: &mut Output) -> Result<(), WireError> {
        out.call(call_request(event)?)?;
        if !self.requests.is_empty() {
            self.requests.push(',');
        }
        out.append(&mut self.requests, event.raw())
    }

    fn response_text(&self, provider: Provider, _: bool) -> Result<String, WireError> {
        if self.requests.is_empty() {
            return Err(unfinished(provider, None));
        }
        Ok(format!("[{}]", self.requests))
    }
}
