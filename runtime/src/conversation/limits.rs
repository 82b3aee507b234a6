//! Limits of a conversation.

use core::fmt::{self, Write as _};

use serde_json::Value;

use super::error::ConversationError;
use crate::json_index::is_deeper;

/// Maximum number of messages in a conversation.
const MAX_MESSAGES: usize = 65_536;

/// Maximum number of bytes of the messages as JSON.
const MAX_BYTES: usize = 256 << 20;

/// Maximum number of nested lists and objects of a value. `serde_json` reads 128, of which the
/// stored form of the conversation needs some.
const MAX_DEPTH: usize = 100;

/// Checks the length of the messages, before they become those of a conversation.
pub(super) fn check_length(messages: &[Value]) -> Result<(), ConversationError> {
    let too_long = |what, limit| ConversationError::TooLong { what, limit };
    if messages.len() > MAX_MESSAGES {
        return Err(too_long("messages", MAX_MESSAGES));
    }
    let written = write_list(&mut Room(MAX_BYTES), messages);
    written.map_err(|_| too_long("bytes of messages", MAX_BYTES))
}

/// Writes the messages as a JSON list. `Display` of a value is compiled in `serde_json`, and its
/// writers are compiled anew for each place that they write to.
fn write_list(room: &mut Room, messages: &[Value]) -> fmt::Result {
    room.write_str("[")?;
    for (i, message) in messages.iter().enumerate() {
        let comma = if i == 0 { "" } else { "," };
        write!(room, "{comma}{message}")?;
    }
    room.write_str("]")
}

/// Checks the levels of values, before they become those of a conversation. `what` names them.
pub(super) fn check_depth(values: &[Value], what: &'static str) -> Result<(), ConversationError> {
    if values.iter().any(|value| is_deeper(value, MAX_DEPTH)) {
        Err(too_deep(what))
    } else {
        Ok(())
    }
}

/// The error for a value with too many levels.
pub(super) fn too_deep(what: &'static str) -> ConversationError {
    ConversationError::TooLong {
        what,
        limit: MAX_DEPTH,
    }
}

/// Takes bytes until there is no room.
struct Room(usize);

impl fmt::Write for Room {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 = self.0.checked_sub(text.len()).ok_or(fmt::Error)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Room, write_list};

    #[test]
    fn room_is_for_exactly_its_bytes() {
        let list = [json!(1), json!(22)];
        assert!(write_list(&mut Room(6), &list).is_ok());
        assert!(write_list(&mut Room(5), &list).is_err());
    }
}
