//! Requests and responses, provider by provider. `shapes` writes responses and streams in each
//! provider's format.

mod accepted_history;
mod buffered_bytes;
mod convert;
mod damaged;
mod deltas;
mod deviating_hosts;
mod deviating_responses;
mod empty;
mod floats;
mod fuzzed;
pub(crate) mod grouped;
mod hostile;
mod interactions;
mod mcp_results;
mod other_members;
mod own_parts;
mod parse;
mod partial_json;
mod partial_json_texts;
mod requests;
mod results;
mod sdk;
pub(crate) mod shapes;
mod snake_case;
mod streams;
mod unanswered;
mod unread_members;
mod usage;
mod written;
