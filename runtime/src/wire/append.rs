//! Messages of the program behind those that a conversation has already.

use alloc::vec::Vec;

use serde_json::Value;

use super::registry::wire_of;
use super::said::{ConversionLoss, Said};
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
    let wire = wire_of(provider)?;
    let mut said = Said::new(provider);
    let first = messages.len();
    said.messages = core::mem::take(messages);
    for (i, message) in new.iter().enumerate() {
        said.at = first + i;
        wire.say(message, &mut said);
    }
    *messages = said.messages;
    Ok(said.lost)
}
