//! The formats of calls, results and messages, one file for each API.

pub(super) mod anthropic;
pub(super) mod bedrock;
mod chat;
pub(super) mod cohere;
mod contents;
pub(super) mod gemini;
mod interactions;
pub(super) mod mcp;
mod messages;
pub(super) mod ollama;
pub(super) mod responses;

pub use interactions::result_steps;

use alloc::boxed::Box;

use serde_json::Value;

use super::WireError;
use super::answers::Answers;
use super::choice::{Asked, Chosen};
use super::heard::Heard;
use super::neutral::{Given, Message};
use super::node::Node;
use super::said::Said;
use super::stream::gather::Gather;
use super::turn::Reader;
use crate::provider::Provider;

/// A provider's API format.
pub(super) trait Wire: Sync {
    /// Encodes the tool choice and the flag for parallel calls.
    fn choose(&self, asked: Asked<'_>) -> Result<Chosen, WireError>;

    /// Reads a complete response.
    fn read(&self, response: Node<'_>, into: &mut Reader) -> Result<(), WireError>;

    /// Reads one message of a conversation.
    fn hear(&self, message: &Value, into: &mut Heard) -> Result<(), WireError>;

    /// Writes one message of a conversation.
    fn say(&self, message: &Message, into: &mut Said);

    /// Writes the results of one turn's calls.
    fn give(&self, results: &[Given<'_>], into: &mut Said);

    /// Returns how a result refers to the call with this id.
    fn answers(&self, to: Provider, id: &str) -> Answers {
        let _ = (to, id);
        Answers::Id
    }

    /// Creates a decoder for a streamed response.
    fn gather(&self) -> Box<dyn Gather>;
}
