//! One file a family of providers that share a shape. Adding a provider is a line in [`wire_of`], or a file and a line.

mod anthropic;
mod bedrock;
mod chat;
mod cohere;
mod gemini;
mod mcp;
mod mistral;
mod ollama;
mod responses;

use super::WireError;
use super::choice::{Chosen, ToolChoice};
use super::request::ToolsAt;
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
