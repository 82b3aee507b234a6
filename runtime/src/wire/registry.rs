//! The format of each API.

use super::WireError;
use super::api::{ChatApi, anthropic, bedrock, cohere, gemini, mcp, ollama, responses};
use crate::provider::{Api, Provider};

/// Returns the provider's format.
pub(super) fn chat_api(provider: Provider) -> Result<&'static dyn ChatApi, WireError> {
    Ok(match &provider.request().api {
        Api::Chat(chat) => chat,
        Api::Responses => &responses::Responses,
        Api::Anthropic => &anthropic::Anthropic,
        Api::Gemini => &gemini::Gemini,
        Api::Bedrock => &bedrock::Bedrock,
        Api::Cohere => &cohere::Cohere,
        Api::Ollama => &ollama::Ollama,
        Api::Mcp => &mcp::Mcp,
        Api::None => return Err(WireError::NotAnApi { provider }),
    })
}
