//! Reads a complete response.

use super::limits::Budget;
use super::node::Node;
use super::registry::wire_of;
use super::tape::Doc;
use super::turn::{FinishReason, Reader, Turn};
use super::{ResponseLimits, WireError};
use crate::provider::Provider;

/// Reads a complete response.
pub(super) fn read(
    provider: Provider,
    response: &str,
    limits: ResponseLimits,
    history: bool,
) -> Result<Turn, WireError> {
    let wire = wire_of(provider)?;
    Budget::new(provider, limits).check(response.len())?;
    let mut reader = Reader::new(provider, limits, history);
    let doc = Doc::parse(provider, response)?;
    let response = Node::root(&doc);
    // Before the content: a list of chunks has its metadata inside, which its reader sets.
    reader.metadata(response);
    wire.read(response, &mut reader)?;
    if !reader.turn.calls.is_empty()
        && matches!(
            reader.turn.finish,
            FinishReason::Stop | FinishReason::Unknown
        )
    {
        // Gemini and Ollama have no separate finish reason for calls.
        reader.turn.finish = FinishReason::ToolCalls;
    }
    Ok(reader.turn)
}
