//! A conversation that has become too long for the model.

use super::error::ConversationError;
use super::state::Conversation;
use crate::wire::{clear_results, user_messages};

impl Conversation {
    /// Removes the oldest messages. The last `count` messages of the user stay, with everything
    /// that follows each: answers, calls and results. Those that weren't sent count too. Open calls
    /// and a request that waits for its answer keep their messages. Returns the number of removed
    /// messages.
    ///
    /// Call it if a provider answers that the conversation is too long
    /// (`http::ErrorKind::ContextTooLong`), and build the request again. The system text stays.
    ///
    /// ```
    /// use toolcast::{Conversation, Provider, toolset};
    ///
    /// let tools = toolset![].build()?;
    /// let mut chat = Conversation::new(Provider::Anthropic, "model-name");
    /// # let answer = r#"{"content":[{"type":"text","text":"toml"}],"stop_reason":"end_turn"}"#;
    /// for question in ["Which crate parses TOML?", "And JSON?", "And YAML?"] {
    ///     chat.user(question);
    ///     chat.request(&tools)?;
    ///     chat.receive(answer)?; // of the provider
    /// }
    /// assert_eq!(chat.keep_last_user_messages(1)?, 4);
    /// assert_eq!(chat.messages().len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`ConversationError::Wire`] if a message isn't in the provider's format, which only a stored
    /// form can have. The conversation is unchanged.
    pub fn keep_last_user_messages(&mut self, count: usize) -> Result<usize, ConversationError> {
        let count = count.saturating_sub(self.unsent.len());
        // The last answer's calls, or the request's own message.
        let count = count.max(usize::from(self.awaiting || !self.open.is_empty()));
        let users = user_messages(&self.messages, self.provider)?;
        let removed = match users.len().checked_sub(count) {
            None => 0,
            Some(first) => users.get(first).copied().unwrap_or(self.messages.len()),
        };
        self.messages.drain(..removed);
        Ok(removed)
    }

    /// Replaces the content of old results by a short text that asks the model to call the tool
    /// again. The last `keep` results stay, and so do those that weren't sent. Calls and results
    /// stay in pairs, as each API demands. Returns the number of results that were replaced.
    ///
    /// It makes room in a long run of calls for one message of the user. A provider that caches
    /// the beginning of a conversation reads the changed part again.
    ///
    /// A content that is shorter than the text stays. So do images that the provider's format has
    /// in a message of their own, and a result beside a message of the user that interrupted it.
    ///
    /// # Errors
    ///
    /// As [`keep_last_user_messages`](Self::keep_last_user_messages).
    pub fn clear_old_results(&mut self, keep: usize) -> Result<usize, ConversationError> {
        Ok(clear_results(&mut self.messages, self.provider, keep)?)
    }
}
