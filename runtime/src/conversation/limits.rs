//! Limits of a conversation.

use std::io;

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
    let written = serde_json::to_writer(Room(MAX_BYTES), messages);
    written.map_err(|_| too_long("bytes of messages", MAX_BYTES))
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

impl io::Write for Room {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.0.checked_sub(bytes.len()) {
            Some(rest) => self.0 = rest,
            None => return Err(io::ErrorKind::OutOfMemory.into()),
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Room;

    #[test]
    fn room_is_for_exactly_its_bytes() {
        let list: Vec<u8> = Vec::from([1, 22]);
        assert!(serde_json::to_writer(Room(6), &list).is_ok());
        assert!(serde_json::to_writer(Room(5), &list).is_err());
    }
}
