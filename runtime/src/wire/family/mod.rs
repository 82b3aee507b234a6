//! One file a family of providers that share a shape. Adding a provider is a line in [`wire_of`], or a file and a line.

mod anthropic;
mod bedrock;
mod chat;
mod cohere;
mod contents;
mod gemini;
mod interactions;
mod mcp;
mod messages;
mod mistral;
mod ollama;
mod responses;

pub use interactions::result_steps;
#[cfg(feature = "mcp")]
pub(crate) use mcp::name_of;

use alloc::borrow::Cow;
use alloc::boxed::Box;

use serde_json::Value;

use super::WireError;
use super::answers::Answers;
use super::choice::{Chosen, ToolChoice};
use super::heard::Heard;
use super::neutral::{Given, Message};
use super::node::Node;
use super::request::ToolsAt;
use super::said::Said;
use super::stream::Gather;
use super::turn::Reader;
use crate::provider::Provider;

/// How a provider writes what goes over the wire.
pub(super) trait Wire: Sync {
    /// Where the tools stand in a request.
    fn tools_at(&self) -> ToolsAt;

    /// The choice and the flag for several calls in one turn in the provider's words.
    fn choose(
        &self,
        provider: Provider,
        choice: Option<&ToolChoice>,
        parallel: Option<bool>,
    ) -> Result<Chosen, WireError>;

    /// An id that the provider takes: the same for the same id, and that id itself where it can be.
    fn fit<'i>(&self, id: &'i str) -> Cow<'i, str> {
        Cow::Borrowed(id)
    }

    /// Reads a whole response.
    fn read(&self, response: Node<'_>, into: &mut Reader) -> Result<(), WireError>;

    /// Reads one message of a conversation.
    fn hear(&self, message: &Value, into: &mut Heard) -> Result<(), WireError>;

    /// Writes one message of a conversation.
    fn say(&self, message: &Message, into: &mut Said);

    /// Writes what the calls of one turn gave.
    fn give(&self, results: &[Given<'_>], into: &mut Said);

    /// How a result for the call of that id says which call it answers.
    fn answers(&self, to: Provider, id: &str) -> Answers {
        let _ = (to, id);
        Answers::Id
    }

    /// Whether messages of the one can be sent to the other as they are.
    fn same_messages(&self, from: Provider, to: Provider) -> bool {
        let _ = (from, to);
        false
    }

    /// Gathers a streamed response.
    fn gather(&self) -> Box<dyn Gather>;
}

/// How this provider writes.
pub(super) fn wire_of(provider: Provider) -> Result<&'static dyn Wire, WireError> {
    Ok(match provider {
        Provider::OpenAi | Provider::AzureOpenAi => &chat::OPENAI,
        Provider::XAi | Provider::Groq | Provider::Portable => &chat::LIKE_OPENAI,
        Provider::DeepSeek => &chat::DEEPSEEK,
        Provider::OpenAiResponses => &responses::Responses,
        Provider::Anthropic => &anthropic::Anthropic,
        Provider::Gemini | Provider::GeminiJsonSchema | Provider::Vertex => &gemini::Gemini,
        Provider::Bedrock => &bedrock::Bedrock,
        Provider::Mistral => &mistral::Mistral,
        Provider::Cohere => &cohere::Cohere,
        Provider::Ollama => &ollama::Ollama,
        Provider::Mcp => &mcp::Mcp,
        Provider::JsonSchema => return Err(WireError::NoCalls { provider }),
    })
}

/// A plain list under `tools`, its entries named as OpenAI's.
const NESTED: ToolsAt = ToolsAt {
    key: "tools",
    around: ("[", "]"),
    name: &["function", "name"],
};

/// A plain list under `tools`, its entries named outside.
const FLAT: ToolsAt = ToolsAt {
    name: &["name"],
    ..NESTED
};
