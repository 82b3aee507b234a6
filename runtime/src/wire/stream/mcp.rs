//! MCP messages; each event is complete.

use super::decoder::{RawList, StreamDecoder, unfinished};
use super::output::StreamOutput;
use crate::provider::Provider;
use crate::wire::WireError;
use crate::wire::node::JsonNode;
use crate::wire::turn::call_request;

#[derive(Debug, Default)]
pub(super) struct McpStream {
    requests: RawList,
}

impl StreamDecoder for McpStream {
    fn event(&mut self, event: JsonNode<'_>, out: &mut StreamOutput) -> Result<(), WireError> {
        out.call(call_request(event)?)?;
        self.requests.push(event, out)
    }

    fn response_text(&self, provider: Provider, _: bool) -> Result<String, WireError> {
        if self.requests.is_empty() {
            return Err(unfinished(provider, None));
        }
        Ok(self.requests.written().into_text())
    }
}
