//! The formats of calls, results and messages, one file for each API.

pub(super) mod anthropic;
pub(super) mod bedrock;
mod chat;
pub(super) mod cohere;
pub(super) mod gemini;
mod gemini_parts;
mod interactions;
pub(super) mod mcp;
mod messages;
pub(super) mod ollama;
pub(super) mod responses;

pub(crate) use gemini_parts::leave_out_signatures;
pub use interactions::result_steps;

use serde_json::Value;

use super::WireError;
use super::node::JsonNode;
use super::reader::MessageReader;
use super::turn::TurnReader;
use super::unanswered_calls::ResultLink;
use super::writer::MessageWriter;
use crate::message::{Message, ResultView};
use crate::provider::Provider;

pub(super) trait ChatApi: Sync {
    fn read_response(&self, response: JsonNode<'_>, into: &mut TurnReader)
    -> Result<(), WireError>;

    fn read_message(&self, message: &Value, into: &mut MessageReader) -> Result<(), WireError>;

    fn write_message(&self, message: &Message, into: &mut MessageWriter);

    fn write_results(&self, results: &[ResultView<'_>], into: &mut MessageWriter);

    /// Returns how a result refers to the call with this id.
    fn result_link(&self, to: Provider, id: &str) -> ResultLink {
        let _ = (to, id);
        ResultLink::Id
    }
}
