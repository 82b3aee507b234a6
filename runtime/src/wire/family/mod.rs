//! The formats of calls, results and messages, one file for each API.

mod anthropic;
mod bedrock;
mod chat;
mod cohere;
mod contents;
mod gemini;
mod interactions;
mod mcp;
mod messages;
mod ollama;
mod responses;

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
use super::stream::Gather;
use super::turn::Reader;
use crate::provider::{Api, Provider};

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

/// Returns the provider's format.
pub(super) fn wire_of(provider: Provider) -> Result<&'static dyn Wire, WireError> {
    Ok(match &provider.request().api {
        Api::Chat(chat) => chat,
        Api::Responses => &responses::Responses,
        Api::Anthropic => &anthropic::Anthropic,
        Api::Gemini => &gemini::Gemini,
        Api::Bedrock => &bedrock::Bedrock,
        Api::Cohere => &cohere::Cohere,
        Api::Ollama => &ollama::Ollama,
        Api::Mcp => &mcp::Mcp,
        Api::None => return Err(WireError::NoCalls { provider }),
    })
}
