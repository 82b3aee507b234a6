//! A change of provider or model.

use super::error::ConversationError;
use super::state::{Conversation, OpenCall, layout_of};
use crate::call::ToolCall;
use crate::provider::{Api, Provider};
use crate::wire::{
    ConversionLoss, append, calls_of_messages, convert_with_open_calls, leave_out_signatures,
};

impl Conversation {
    /// Changes the provider and the model. The messages are converted, open calls stay open and are
    /// answered by the ids that the program has. The system text, the options and the counts stay.
    /// Returns what the new provider can't express: reasoning and signatures, files that it doesn't
    /// accept, with the index of the old message, and the members of [`extra`](Self::extra) and
    /// [`response_format`](Self::response_format), which belong to no message. Providers with the
    /// same format, and another model of the same provider, lose nothing but Gemini's signatures,
    /// which are valid for one model and route.
    ///
    /// ```
    /// use toolcast::{Conversation, Provider};
    ///
    /// let mut chat = Conversation::new(Provider::Anthropic, "one-model");
    /// chat.user("Hello");
    /// let losses = chat.switch(Provider::OpenAi, "another-model")?;
    /// for lost in &losses {
    ///     println!("{lost}"); // message 3: the thought signature of a call
    /// }
    /// assert!(losses.is_empty());
    /// # Ok::<(), toolcast::conversation::ConversationError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`ConversationError::NoChat`] if the provider has no chat API, [`ConversationError::Wire`]
    /// if a message isn't in the format of the old one. The conversation is unchanged.
    pub fn switch(
        &mut self,
        provider: Provider,
        model: impl Into<String>,
    ) -> Result<Vec<ConversionLoss>, ConversationError> {
        layout_of(provider)?;
        let mut losses = Vec::new();
        let newest = self.messages.last();
        let ends_with_answer = newest.is_some_and(|newest| newest["role"] == "assistant");
        if self.provider.message_format() != provider.message_format() {
            let converted = convert_with_open_calls(&self.messages, self.provider, provider)?;
            losses = converted.losses;
            let calls = open_calls(&converted.messages, provider, self.open.len())?;
            // The ids of the results make no difference to what is lost.
            let mut messages = converted.messages.clone();
            let lost = append(provider, &mut messages, &self.unsent())?;
            losses.extend(lost);
            // Nothing fails from here, and nothing has changed before.
            let renamed = self.open.iter().zip(calls).map(|(open, call)| OpenCall {
                id: call.id,
                name: call.name,
                ..open.clone()
            });
            self.open = renamed.collect();
            self.messages = converted.messages;
            for text in converted.system {
                // Messages that the program has put into a stored conversation.
                Self::add_system(&mut self.system, &text);
            }
            let options = &mut self.options;
            let members = [&mut options.response_format, &mut options.members];
            let members = members.into_iter().flat_map(core::mem::take);
            losses.extend(members.map(|(name, _)| ConversionLoss {
                message: None,
                content: format!("the request's member `{name}`"),
            }));
        }
        let model = model.into();
        let is_same = self.provider.message_format() == provider.message_format();
        if is_same && self.model != model && matches!(provider.request().api, Api::Gemini) {
            losses = leave_out_signatures(provider, &mut self.messages);
        }
        // Only the provider that has paused an answer can continue it.
        self.awaiting &= is_same || !ends_with_answer;
        self.provider = provider;
        self.model = model;
        Ok(losses)
    }
}

/// The calls of the last message of the model, as many as are open.
pub(super) fn open_calls(
    messages: &[serde_json::Value],
    provider: Provider,
    open: usize,
) -> Result<Vec<ToolCall>, ConversationError> {
    if open == 0 {
        return Ok(Vec::new());
    }
    let calls = calls_of_messages(messages, provider)?
        .pop()
        .unwrap_or_default();
    if calls.len() == open {
        Ok(calls)
    } else {
        Err(ConversationError::Stored {
            reason: "the open calls aren't those of the last message".to_owned(),
        })
    }
}
