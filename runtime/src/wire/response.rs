//! The format of each API, and the reading of a complete response.

use super::api::{ChatApi, anthropic, bedrock, cohere, gemini, mcp, ollama, responses};
use super::limits::check;
use super::node::{JsonDocument, JsonNode};
use super::turn::{Turn, TurnReader};
use super::{FinishReason, ResponseLimits, WireError};
use crate::provider::{Api, Provider};

pub(super) fn read(
    provider: Provider,
    response: &str,
    limits: ResponseLimits,
    history: bool,
) -> Result<Turn, WireError> {
    let wire = chat_api(provider)?;
    check(provider, "bytes", response.len(), limits.max_bytes)?;
    let mut reader = TurnReader::new(provider, limits, history);
    let doc = JsonDocument::parse(provider, response)?;
    let response = JsonNode::root(&doc);
    // Before the content: a list of chunks has its metadata inside, which its reader sets.
    reader.metadata(response);
    wire.read_response(response, &mut reader)?;
    if !reader.turn.calls.is_empty()
        && matches!(
            reader.turn.finish_reason,
            FinishReason::Stop | FinishReason::Unknown
        )
    {
        // Gemini and Ollama have no separate finish reason for calls.
        reader.turn.finish_reason = FinishReason::ToolCalls;
    }
    if matches!(provider.request().api, Api::Responses) {
        responses::leave_out_last_thoughts(&mut reader.turn.messages);
    }
    Ok(reader.turn)
}

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
        Api::None => return Err(WireError::NoCalls { provider }),
    })
}
