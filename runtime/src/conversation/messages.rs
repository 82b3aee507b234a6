//! Messages that the program adds, in addition to those of the user.

use std::collections::HashSet;

use super::error::ConversationError;
use super::limits::check_length;
use super::state::{Conversation, OpenCall};
use super::switch::open_calls;
use crate::call::ToolCall;
use crate::provider::Provider;
use crate::wire::{
    ConversionLoss, Message, Part, accepted_id, append, calls_of_messages, write_behind,
};

impl Conversation {
    /// Adds an answer of the model as a text: an example, or the part of a stream that arrived
    /// before the user stopped it. It ends the wait for an answer. An empty text adds nothing.
    ///
    /// ```
    /// use toolcast::{Conversation, Provider, ToolSet};
    ///
    /// let mut chat = Conversation::new(Provider::OpenAi, "model-name");
    /// chat.user("2 + 2").assistant("4")?.user("3 + 4");
    /// let request = chat.request(&ToolSet::default())?;
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
    /// content that the provider can't express, with the index of its message in the list.
    ///
    /// The next request has them. Messages of the user at the end are like those of
    /// [`user_parts`](Self::user_parts), and calls without a result there are open. An id that
    /// repeats gets a suffix. System texts are added to the [`system`](Self::system) text.
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
    /// - [`ConversationError::Unanswered`] if calls are open, or if the list ends with results for
    ///   a part of the calls only. Earlier calls without a result get an error as their result,
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
        let mut added = SortedMessages::new(messages, self.system.clone());
        let mut earlier = Vec::new();
        if added.has_calls() {
            // The program may have put messages into a stored conversation that can't be read.
            earlier = calls_of_messages(&self.messages, self.provider).unwrap_or_default();
        }
        let used = earlier.into_iter().flatten().map(|call| call.id).collect();
        unique_ids(&mut added.messages, used, self.provider)?;
        // The next request has them behind the results of open calls, like those of `user`.
        let mut lost_of_users = Vec::new();
        for (place, parts) in (added.messages.len()..).zip(&added.users) {
            let message = [Message::User(parts.clone())];
            for lost in append(self.provider, &mut Vec::new(), &message)? {
                lost_of_users.push(ConversionLoss {
                    message: Some(place),
                    ..lost
                });
            }
        }
        let mut lost = Vec::new();
        if let Some(last) = added.messages.last() {
            let old = match self.next_messages() {
                Ok(next) => next.unwrap_or_else(|| self.messages.clone()),
                Err(ConversationError::NothingToSend) => self.messages.clone(),
                Err(error) => return Err(error),
            };
            let written = write_behind(old, &added.messages, self.provider)?;
            check_length(&written.messages)?;
            let calls = match last {
                Message::Assistant { calls, .. } => calls.as_slice(),
                _ => &[],
            };
            let sent = open_calls(&written.messages, self.provider, calls.len())?;
            let open = calls.iter().zip(sent);
            self.open = open.map(|(call, sent)| OpenCall::of(call, sent)).collect();
            self.awaiting = !matches!(last, Message::Assistant { .. });
            self.messages = written.messages;
            self.unsent.clear();
            lost = written.losses;
        }
        lost.extend(lost_of_users);
        self.unsent.extend(added.users);
        self.system = added.system;
        if added.asks {
            self.steps = 0;
        }
        for one in &mut lost {
            let place = |at: usize| added.places.get(at).copied().unwrap_or(at);
            one.message = one.message.map(place);
        }
        Ok(lost)
    }
}

/// The messages of a list, sorted.
struct SortedMessages {
    /// The system text with those of the list.
    system: String,
    messages: Vec<Message>,
    /// The messages of the user at the end.
    users: Vec<Vec<Part>>,
    /// The index of each message in the list.
    places: Vec<usize>,
    /// The list has a message of the user.
    asks: bool,
}

impl SortedMessages {
    fn new(list: impl IntoIterator<Item = Message>, mut system: String) -> Self {
        let (mut messages, mut places) = (Vec::new(), Vec::new());
        for (place, message) in list.into_iter().enumerate() {
            match message {
                Message::System(text) | Message::Developer(text) => {
                    if !text.trim().is_empty() {
                        Conversation::add_system(&mut system, &text);
                    }
                    continue;
                }
                Message::Assistant { text, calls } if text.is_empty() && calls.is_empty() => {
                    continue;
                }
                Message::Results(results) if results.is_empty() => continue,
                // A database may have a row for each result.
                Message::Results(results) => match messages.last_mut() {
                    Some(Message::Results(earlier)) => {
                        earlier.extend(results);
                        continue;
                    }
                    _ => messages.push(Message::Results(results)),
                },
                message => messages.push(message),
            }
            places.push(place);
        }
        let is_user = |message: &Message| matches!(message, Message::User(_));
        let asks = messages.iter().any(is_user);
        let mut users = Vec::new();
        while let Some(Message::User(parts)) = messages.pop_if(|last| is_user(last)) {
            users.push(parts);
        }
        users.reverse();
        SortedMessages {
            system,
            messages,
            users,
            places,
            asks,
        }
    }

    /// Returns `true` if an id of a call may repeat an earlier one.
    fn has_calls(&self) -> bool {
        let mut messages = self.messages.iter();
        messages.any(|one| matches!(one, Message::Assistant { calls, .. } if !calls.is_empty()))
    }
}

/// Gives a suffix to ids that repeat or are used, and checks that each result has a call before it,
/// and that results at the end answer all calls.
fn unique_ids(
    messages: &mut [Message],
    mut used: HashSet<String>,
    provider: Provider,
) -> Result<(), ConversationError> {
    // The calls of the last answer, with the ids that they had.
    let mut unanswered: Vec<(String, ToolCall)> = Vec::new();
    let mut ends_with_results = false;
    for message in messages {
        ends_with_results = false;
        match message {
            Message::Assistant { calls, .. } => {
                unanswered.clear();
                for call in calls {
                    let given = call.id.clone();
                    let mut n = 1;
                    while !used.insert(accepted_id(provider, &call.id)) {
                        n += 1;
                        call.id = format!("{given}-{n}");
                    }
                    unanswered.push((given, call.clone()));
                }
            }
            Message::Results(results) => {
                ends_with_results = true;
                for result in results {
                    let call = unanswered.iter().position(|(given, _)| *given == result.id);
                    let Some(call) = call else {
                        let call = ToolCall::new(result.id.clone(), &*result.name, "{}");
                        return Err(ConversationError::NotOpen { call });
                    };
                    result.id = unanswered.remove(call).1.id;
                }
            }
            _ => {}
        }
    }
    if ends_with_results && !unanswered.is_empty() {
        let calls = unanswered.into_iter().map(|(_, call)| call).collect();
        return Err(ConversationError::Unanswered { calls, waiting: 0 });
    }
    Ok(())
}
