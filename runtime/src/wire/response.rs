//! Reads a complete response.

use super::api::responses;
use super::document::JsonDocument;
use super::limits::ByteBudget;
use super::node::JsonNode;
use super::registry::chat_api;
use super::turn::{FinishReason, Turn, TurnReader};
use super::{ResponseLimits, WireError};
use crate::provider::{Api, Provider};

/// Reads a complete response.
pub(super) fn read(
    provider: Provider,
    response: &str,
    limits: ResponseLimits,
    history: bool,
) -> Result<Turn, WireError> {
    let wire = chat_api(provider)?;
    ByteBudget::new(provider, limits).check(response.len())?;
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
