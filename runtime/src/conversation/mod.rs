//! Conversations: requests to a model, its answers, and the messages between them.
#![cfg_attr(doc, doc = include_str!("../../docs/agent.md"))]

mod error;
mod limits;
mod messages;
mod options;
mod receive;
mod request;
mod setters;
mod shorten;
#[cfg(feature = "tracing")]
mod span;
mod state;
mod stored;
mod switch;

pub use error::ConversationError;
pub use receive::Next;
pub use state::Conversation;
