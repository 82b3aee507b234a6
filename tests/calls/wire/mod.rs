//! Requests and responses, provider by provider. `shapes` writes responses and streams in each
//! provider's format.

mod buffered_bytes;
mod convert;
mod deltas;
mod deviating_responses;
mod empty;
mod floats;
mod fuzzed;
mod hostile;
mod interactions;
mod other_members;
mod parse;
mod partial_json;
mod requests;
mod results;
mod sdk;
pub(crate) mod shapes;
mod streams;
mod unanswered;
mod unread_members;
mod usage;
