//! Reads a complete response.

use super::limits::Budget;
use super::node::Node;
use super::registry::wire_of;
use super::tape::Doc;
use super::turn::{Finish, Reader, Turn};
use super::{Limits, WireError};
use crate::provider::Provider;

/// Reads a complete response.
pub(super) fn read(
    provider: Provider,
    response: &str,
    limits: Limits,
    history: bool,
) -> Result<Turn, WireError> {
    let wire = wire_of(provider)?;
    Budget::new(provider, limits).check(response.len())?;
    let mut reader = Reader::new(provider, limits, history);
    let doc = Doc::parse(provider, response)?;
    let response = Node::root(&doc);
    wire.read(response, &mut reader)?;
    reader.metadata(response);
    if !reader.turn.calls.is_empty() && matches!(reader.turn.finish, Finish::Stop | Finish::Unknown)
    {
        // Gemini and Ollama have no separate finish reason for calls.
        reader.turn.finish = Finish::Calls;
    }
    Ok(reader.turn)
}
