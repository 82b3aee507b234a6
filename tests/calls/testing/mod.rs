//! The test kit: what its model writes is read as it was scripted, its server is bounded, and its
//! arguments are accepted.

mod arguments;
mod assertions;
mod declarations;
mod model;
mod scripted;
mod server;

use toolcast::Provider;

/// The providers that a model answers behind.
fn chats() -> impl Iterator<Item = Provider> {
    let is_chat = |provider: &Provider| !matches!(provider, Provider::Mcp | Provider::JsonSchema);
    Provider::ALL.iter().copied().filter(is_chat)
}
