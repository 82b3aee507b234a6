//! Messages that the program adds, in addition to those of the user.

use alloc::string::String;
use alloc::vec::Vec;

use super::error::ConversationError;
use super::request::check_length;
use super::state::{Conversation, OpenCall};
use super::switch::last_calls;
use crate::call::ToolCall;
use crate::wire::{ConversionLoss, Message, write_with_open_calls};

impl Conversation {
    /// Adds an answer of the model as a text: an example, or the part of a stream that arrived
    /// before the user stopped it. It ends the wait for an answer. An empty text adds nothing.
    ///
    /// ```
    /// use toolcast::{Conversation, Provider, toolset};
    ///
    /// let mut chat = Conversation::new(Provider::OpenAi, "model-name");
    /// chat.user("2 + 2").assistant("4")?.user("3 + 4");
    /// let request = chat.request(&toolset![].build()?)?;
    /// assert_eq!(request["messages"][1]["content"], "4");
    /// # Ok::<(), toolcast::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`add_messages`](Self::add_messages).
    pub fn assistant(&mut self, text: impl Into<String>) -> Result<&mut Self, ConversationError> {
        let text: String = text.into();
        if !text.trim().is_empty() {
            let calls = Vec::new();
            // Text is never lost.
            self.add_messages([Message::Assistant { text, calls }])?;
        }
        Ok(self)
    }

    /// Adds messages of an earlier conversation: those of a database, or examples. Returns the
    /// content that the provider can't express.
    ///
    /// The next request has them. If the last one is the user's or has results, the model answers
    /// it; if it has calls, they are open. System texts are added to the
    /// [`system`](Self::system) text.
    ///
    /// ```
    /// use toolcast::call::ToolCall;
    /// use toolcast::wire::{Message, Part};
    /// use toolcast::{Conversation, Provider};
    ///
    /// let mut chat = Conversation::new(Provider::GeminiJsonSchema, "model-name");
    /// let lost = chat.add_messages([
    ///     Message::User(vec![Part::text("How warm is it in Oslo?")]),
    ///     Message::Assistant {
    ///         text: String::new(),
    ///         calls: vec![ToolCall::new("call_1", "weather", r#"{"place":"Oslo"}"#)],
    ///     },
    /// ])?;
    /// assert!(lost.is_empty());
    /// assert_eq!(chat.open_calls().count(), 1);
    /// # Ok::<(), toolcast::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// - [`ConversationError::NoChat`] if the provider has no chat API.
    /// - [`ConversationError::Unanswered`] if calls are open, or if the last message has results
    ///   for a part of the calls only. Earlier calls without a result get an error as their result,
    ///   which is listed.
    /// - [`ConversationError::NotOpen`] if a result belongs to no call before it.
    /// - [`ConversationError::TooLong`] if the messages exceed a limit.
    ///
    /// The conversation is unchanged then.
    pub fn add_messages(
        &mut self,
        messages: impl IntoIterator<Item = Message>,
    ) -> Result<Vec<ConversionLoss>, ConversationError> {
        self.layout()?;
        let mut all = match self.next_messages() {
            Ok(next) => next.unwrap_or_else(|| self.messages.clone()),
            Err(ConversationError::NothingToSend) => self.messages.clone(),
            Err(error) => return Err(error),
        };
        let mut system = self.system.clone();
        let mut new = Vec::new();
        for message in messages {
            if let Message::System(text) | Message::Developer(text) = &message {
                let separator = if system.is_empty() { "" } else { "\n\n" };
                system.extend([separator, text]);
            } else {
                new.push(message);
            }
        }
        check_results(&new)?;
        let added = write_with_open_calls(&new, self.provider)?;
        all.extend(added.messages);
        check_length(&all)?;
        self.system = system;
        if let Some(last) = new.last() {
            let calls = match last {
                Message::Assistant { calls, .. } => calls.as_slice(),
                _ => &[],
            };
            let sent = last_calls(&all, self.provider, calls.len())?;
            let open = calls.iter().zip(sent);
            self.open = open.map(|(call, sent)| OpenCall::of(call, sent)).collect();
            self.awaiting = !matches!(last, Message::Assistant { .. });
            self.messages = all;
            self.unsent.clear();
        }
        Ok(added.lost)
    }
}

/// Checks that each result has a call before it, and that the results at the end answer all calls.
fn check_results(messages: &[Message]) -> Result<(), ConversationError> {
    let mut unanswered: Vec<&ToolCall> = Vec::new();
    let mut ends_with_results = false;
    for message in messages {
        ends_with_results = false;
        match message {
            Message::Assistant { calls, .. } => unanswered = calls.iter().collect(),
            Message::Results(results) => {
                ends_with_results = true;
                for result in results {
                    let call = unanswered.iter().position(|call| call.id == result.id);
                    let Some(call) = call else {
                        let call = ToolCall::new(result.id.clone(), &*result.name, "{}");
                        return Err(ConversationError::NotOpen { call });
                    };
                    unanswered.remove(call);
                }
            }
            _ => {}
        }
    }
    if ends_with_results && !unanswered.is_empty() {
        let calls = unanswered.into_iter().cloned().collect();
        return Err(ConversationError::Unanswered { calls, waiting: 0 });
    }
    Ok(())
}
