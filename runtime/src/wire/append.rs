//! Messages of the program behind those that a conversation has already.

use alloc::vec::Vec;

use serde_json::Value;

use super::registry::wire_of;
use super::said::{ConversionLoss, Said};
use super::{Message, WireError};
use crate::provider::Provider;

/// Writes messages behind those of a conversation, and returns all of them with what the format
/// can't express. Each loss has the index that its message would have behind the old ones. If the
/// provider wants alternating roles, the first may become a part of the last old message.
pub(crate) fn append(
    provider: Provider,
    messages: Vec<Value>,
    new: &[Message],
) -> Result<(Vec<Value>, Vec<ConversionLoss>), WireError> {
    let wire = wire_of(provider)?;
    let mut said = Said::new(provider);
    let first = messages.len();
    said.messages = messages;
    for (i, message) in new.iter().enumerate() {
        said.at = first + i;
        wire.say(message, &mut said);
    }
    Ok((said.messages, said.lost))
}
