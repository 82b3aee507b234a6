//! Requests of a conversation.

use alloc::borrow::ToOwned;
use alloc::string::ToString as _;
use alloc::vec::Vec;
use std::io;

use serde_json::{Map, Value, json};

use super::error::ConversationError;
use super::state::Conversation;
use crate::provider::{Layout, SystemText};
use crate::set::ToolSet;
use crate::wire::{Message, append, merge};

/// Maximum number of messages in a conversation.
pub(super) const MAX_MESSAGES: usize = 65_536;

/// Maximum number of bytes of the messages as JSON.
pub(super) const MAX_BYTES: usize = 256 << 20;

impl Conversation {
    /// Builds the body of the next request: model, messages, system text, options, and the tools.
    /// Until an answer is received, it returns the same body again, with what was added meanwhile.
    ///
    /// # Errors
    ///
    /// - [`ConversationError::NoChat`] if the provider has no chat API.
    /// - [`ConversationError::Unanswered`] if calls of the last answer have no result.
    /// - [`ConversationError::NothingToSend`] if there is nothing to answer.
    /// - [`ConversationError::Member`] if a [`member`](Self::member) would replace the messages.
    /// - [`ConversationError::TooLong`] if the messages exceed a limit.
    /// - [`ConversationError::Tools`] if the provider doesn't accept the tools or their options.
    ///
    /// The conversation can be continued after each of them.
    pub fn request(&mut self, tools: &ToolSet) -> Result<Value, ConversationError> {
        let layout = self.layout()?;
        self.write_unsent()?;
        self.check_length()?;
        let mut body = self.body(layout)?;
        let options = self.options.of_tools();
        tools
            .extend_request_with(self.provider, &mut body, &options)
            .map_err(ConversationError::Tools)?;
        Ok(body)
    }

    /// Writes the results and the user's messages behind the messages.
    fn write_unsent(&mut self) -> Result<(), ConversationError> {
        let unanswered: Vec<_> = self.open_calls().cloned().collect();
        if !unanswered.is_empty() {
            return Err(ConversationError::Unanswered { calls: unanswered });
        }
        let unsent = self.unsent();
        if unsent.is_empty() {
            return if self.awaiting {
                Ok(())
            } else {
                Err(ConversationError::NothingToSend)
            };
        }
        let messages = core::mem::take(&mut self.messages);
        (self.messages, _) = append(self.provider, messages, &unsent)?;
        self.open.clear();
        self.unsent.clear();
        self.awaiting = true;
        Ok(())
    }

    fn check_length(&self) -> Result<(), ConversationError> {
        let too_long = |what, limit| ConversationError::TooLong { what, limit };
        if self.messages.len() > MAX_MESSAGES {
            return Err(too_long("messages", MAX_MESSAGES));
        }
        let written = serde_json::to_writer(Room(MAX_BYTES), &self.messages);
        written.map_err(|_| too_long("bytes of messages", MAX_BYTES))
    }

    /// The body without the tools.
    fn body(&self, layout: &Layout) -> Result<Value, ConversationError> {
        let mut messages = Vec::new();
        let mut body = Map::new();
        if !self.system.trim().is_empty() {
            let text = &self.system;
            let (member, value) = match layout.system {
                SystemText::Message => {
                    let system = Message::System(text.clone());
                    (messages, _) = append(self.provider, Vec::new(), &[system])?;
                    ("", Value::Null)
                }
                SystemText::Text(member) => (member, json!(text)),
                SystemText::List(member) => (member, json!([{ "text": text }])),
                SystemText::Parts(member) => (member, json!({"parts": [{ "text": text }]})),
            };
            if !member.is_empty() {
                body.insert(member.to_owned(), value);
            }
        }
        if layout.model {
            body.insert("model".to_owned(), json!(self.model));
        }
        messages.extend_from_slice(&self.messages);
        body.insert(layout.messages.to_owned(), Value::Array(messages));
        if let Some(member) = layout.not_streamed {
            body.insert(member.to_owned(), json!(false));
        }
        let mut body = Value::Object(body);
        let max_tokens = self.options.max_tokens.or(layout.required_max_tokens);
        if let Some(max_tokens) = max_tokens {
            merge(&mut body, at(layout.max_tokens, json!(max_tokens)));
        }
        if let Some(temperature) = self.options.temperature {
            merge(&mut body, at(layout.temperature, json!(temperature)));
        }
        if self.options.members.contains_key(layout.messages) {
            return Err(ConversationError::Member {
                name: layout.messages.to_owned(),
            });
        }
        merge(&mut body, Value::Object(self.options.members.clone()));
        Ok(body)
    }
}

/// Wraps a value in objects: at `["a", "b"]` it is `{"a":{"b":value}}`.
fn at(path: &[&str], value: Value) -> Value {
    path.iter().rev().fold(value, |value, key| {
        Value::Object(Map::from_iter([(key.to_string(), value)]))
    })
}

/// Takes bytes until there is no room.
pub(super) struct Room(pub(super) usize);

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
    use alloc::vec::Vec;

    #[test]
    fn room_is_for_exactly_its_bytes() {
        let list: Vec<u8> = Vec::from([1, 22]);
        assert!(serde_json::to_writer(Room(6), &list).is_ok());
        assert!(serde_json::to_writer(Room(5), &list).is_err());
    }
}
