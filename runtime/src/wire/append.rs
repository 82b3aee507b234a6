//! Messages of the program behind those that a conversation has already.

use serde_json::Value;

use super::registry::chat_api;
use super::writer::{ConversionLoss, MessageWriter};
use super::{Message, WireError};
use crate::provider::Provider;

/// Writes messages behind those of a conversation, and returns what the format can't express. Each
/// loss has the index that its message would have behind the old ones. If the provider requires
/// alternating roles, the first may become a part of the last old message. An error changes
/// nothing.
pub(crate) fn append(
    provider: Provider,
    messages: &mut Vec<Value>,
    new: &[Message],
) -> Result<Vec<ConversionLoss>, WireError> {
    let wire = chat_api(provider)?;
    let mut out = MessageWriter::new(provider);
    let first = messages.len();
    out.messages = core::mem::take(messages);
    for (i, message) in new.iter().enumerate() {
        out.at = first + i;
        wire.write_message(message, &mut out);
    }
    *messages = out.messages;
    Ok(out.lost)
}
