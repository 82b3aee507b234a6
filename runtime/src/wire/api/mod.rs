//! The formats of calls, results and messages, one file for each API.

pub(super) mod anthropic;
pub(super) mod bedrock;
mod chat;
pub(super) mod cohere;
pub(super) mod gemini;
mod gemini_parts;
mod gemini_signatures;
mod interactions;
pub(super) mod mcp;
mod messages;
pub(super) mod ollama;
pub(super) mod responses;

pub(crate) use gemini_signatures::leave_out_signatures;
pub use interactions::result_steps;

use serde_json::Value;

use super::WireError;
use super::node::JsonNode;
use super::reader::MessageReader;
use super::result_link::ResultLink;
use super::turn::TurnReader;
use super::writer::MessageWriter;
use crate::message::{Message, ResultView};
use crate::provider::Provider;

/// A provider's API format.
pub(super) trait ChatApi: Sync {
    /// Reads a complete response.
    fn read_response(&self, response: JsonNode<'_>, into: &mut TurnReader)
    -> Result<(), WireError>;

    /// Reads one message of a conversation.
    fn read_message(&self, message: &Value, into: &mut MessageReader) -> Result<(), WireError>;

    /// Writes one message of a conversation.
    fn write_message(&self, message: &Message, into: &mut MessageWriter);

    /// Writes the results of one turn's calls.
    fn write_results(&self, results: &[ResultView<'_>], into: &mut MessageWriter);

    /// Returns how a result refers to the call with this id.
    fn result_link(&self, to: Provider, id: &str) -> ResultLink {
        let _ = (to, id);
        ResultLink::Id
    }
}
