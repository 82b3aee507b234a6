//! Answers of the model, and the results of its calls.

use super::error::ConversationError;
use super::limits::check_depth;
use super::state::{Conversation, OpenCall};
use crate::call::{ToolError, ToolResult, ToolResults, WaitingCall};
use crate::wire::{FinishReason, Part, ToolResultMessage, Turn};

/// The next step after a response: run its calls, finish, or stop at the limit.
///
/// ```
/// use toolcast::testing::{Answer, ScriptedModel};
/// use toolcast::{Conversation, Next, Provider, toolset};
///
/// let mut model = ScriptedModel::new(Provider::Anthropic, [Answer::from("18 C")]);
/// let tools = toolset![].build()?;
/// let mut chat = Conversation::new(Provider::Anthropic, "a-model");
/// chat.user("How warm is it in Oslo?");
/// let request = chat.request(&tools)?.to_string();
/// match chat.receive(&model.answer(&request))? {
///     Next::Calls(turn) | Next::Limit(turn) => panic!("{:?}", turn.calls),
///     Next::Done(turn) => assert_eq!(turn.text, "18 C"),
/// }
/// # Ok::<(), toolcast::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use = "the calls have to run, or the turn has the answer"]
pub enum Next {
    /// Run [`Turn::calls`], give their results to [`Conversation::results`], and send the next
    /// request. The turn has the text beside the calls too. It has no calls if the provider paused
    /// its answer, which goes on after the next request.
    Calls(Turn),
    /// The model made no call. [`Turn::finish_reason`] distinguishes an answer that was cut or
    /// refused from a complete one.
    Done(Turn),
    /// Like [`Next::Calls`], in the last step that [`max_steps`](Conversation::max_steps) allows.
    /// Run the calls too, or close them by [`Conversation::decline_calls`].
    Limit(Turn),
}

impl Conversation {
    /// Reads the answer to the last request, adds it to the conversation, and returns what to do
    /// next. The text is the body of a complete (not streamed) response.
    ///
    /// # Errors
    ///
    /// - [`ConversationError::NotAwaiting`] if no request waits for an answer.
    /// - [`ConversationError::Wire`] if the provider answered with an error, or the response can't
    ///   be read.
    /// - [`ConversationError::TooLong`] if the answer's JSON is nested in more than 100 levels: the
    ///   conversation couldn't be stored.
    ///
    /// After an error the conversation is unchanged, so the same request can be sent again.
    pub fn receive(&mut self, response: &str) -> Result<Next, ConversationError> {
        self.check_awaiting()?;
        let turn = self.provider.parse_turn(response);
        #[cfg(feature = "tracing")]
        if turn.is_err() {
            super::span::record_error("invalid_response");
        }
        self.receive_turn(turn?)
    }

    /// Takes the answer to the last request as a turn that the program has read itself: that of
    /// [`TurnStream::finish`](crate::wire::TurnStream::finish), or one beyond the default limits.
    ///
    /// # Errors
    ///
    /// - [`ConversationError::NotAwaiting`] if no request waits for an answer.
    /// - [`ConversationError::TooLong`] if the answer's JSON is nested in more than 100 levels.
    pub fn receive_turn(&mut self, turn: Turn) -> Result<Next, ConversationError> {
        self.check_awaiting()?;
        check_depth(&turn.messages, "levels of an answer's JSON")?;
        Ok(self.accept(turn))
    }

    fn check_awaiting(&self) -> Result<(), ConversationError> {
        if self.awaiting {
            Ok(())
        } else {
            Err(ConversationError::NotAwaiting)
        }
    }

    fn accept(&mut self, turn: Turn) -> Next {
        #[cfg(feature = "tracing")]
        super::span::record(&turn);
        self.messages.extend_from_slice(&turn.messages);
        self.steps = self.steps.saturating_add(1);
        self.usage += turn.usage.unwrap_or_default();
        let calls = turn.calls.iter();
        self.open = calls.map(|call| OpenCall::of(call, call.clone())).collect();
        self.awaiting = turn.calls.is_empty() && self.is_paused(&turn);
        if turn.calls.is_empty() && !self.awaiting {
            Next::Done(turn)
        } else if self.steps >= self.max_steps {
            Next::Limit(turn)
        } else {
            Next::Calls(turn)
        }
    }

    fn is_paused(&self, turn: &Turn) -> bool {
        let paused = self.layout().map_or(&[][..], |layout| layout.paused);
        matches!(&turn.finish_reason, FinishReason::Other(word) if paused.contains(&word.as_str()))
    }

    /// Adds the results of calls. They may come in any order, and in several parts; the next
    /// request needs the results of all open calls. A call whose result is that it
    /// [waits](ToolResults::waiting) stays open, and is stored with the conversation. The tools
    /// that a search has [found](ToolResult::loaded) are loaded.
    ///
    /// # Errors
    ///
    /// [`ConversationError::NotOpen`] if a call isn't open: it was answered already, or belongs to
    /// another conversation. No result is added.
    pub fn results(
        &mut self,
        results: impl IntoIterator<Item = ToolResult>,
    ) -> Result<(), ConversationError> {
        let results: Vec<ToolResult> = results.into_iter().collect();
        // All places are found before anything changes.
        let mut answered: Vec<bool> = self.open.iter().map(|open| open.result.is_some()).collect();
        let mut places = Vec::with_capacity(results.len());
        for result in &results {
            let mut open = self.open.iter().zip(&answered);
            let place =
                open.position(|(open, answered)| !answered && open.call.id == result.call.id);
            let Some(place) = place else {
                let call = result.call.clone();
                return Err(ConversationError::NotOpen { call });
            };
            answered[place] = result.waiting.is_none();
            places.push(place);
        }
        for (place, result) in places.into_iter().zip(results) {
            let open = &mut self.open[place];
            if result.waiting.is_none() {
                open.result = Some(ToolResultMessage::from(&result));
            }
            open.waiting = result.waiting;
            self.options.loaded.extend(result.loaded);
        }
        Ok(())
    }

    /// Takes the calls that wait out of the conversation, as results for
    /// [`ToolSet::resume`](crate::ToolSet::resume). They stay open: give the results to
    /// [`results`](Self::results) afterwards, also those that still wait. A second call of this
    /// method returns none of them, so that no call runs twice.
    ///
    /// ```
    /// use toolcast::{Conversation, Next, Provider, Verdict, tool, toolset};
    ///
    /// /// Delete a branch.
    /// #[tool(approve)]
    /// fn delete_branch(name: &str) -> String {
    ///     format!("{name} is deleted")
    /// }
    ///
    /// let tools = toolset![delete_branch].build()?;
    /// let mut chat = Conversation::new(Provider::Anthropic, "model-name");
    /// chat.user("Delete the old branch.");
    /// # let block_on = |future| futures_executor::block_on(future);
    /// # let response = r#"{"stop_reason":"tool_use","content":[{"type":"tool_use","id":"toolu_1","name":"delete_branch","input":{"name":"old"}}]}"#;
    /// # chat.request(&tools)?;
    /// # let Next::Calls(turn) = chat.receive(response)? else { unreachable!() };
    /// // After a request and an answer with calls:
    /// chat.results(block_on(tools.call_all(chat.provider(), turn.calls)))?;
    /// assert_eq!(chat.waiting_calls().count(), 1);
    /// let stored = serde_json::to_string(&chat)?;
    ///
    /// // Days later, in another process:
    /// let mut chat: Conversation = serde_json::from_str(&stored)?;
    /// let mut results = chat.take_waiting();
    /// let decision = ("toolu_1".into(), Verdict::Allow);
    /// futures_executor::block_on(tools.resume(&mut results, [decision]))?;
    /// chat.results(results)?;
    /// let request = chat.request(&tools)?;
    /// assert_eq!(request["messages"][2]["content"][0]["content"], "old is deleted");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use = "the calls are no longer in the conversation"]
    pub fn take_waiting(&mut self) -> ToolResults {
        let open = self.open.iter_mut().filter(|open| open.result.is_none());
        let waiting = open.filter_map(|open| open.waiting.take());
        ToolResults(waiting.map(waiting_result).collect())
    }

    /// Closes all open calls by an error with this text for the model: at the limit of steps, or if
    /// the user has interrupted them. Those that wait are closed too.
    pub fn decline_calls(&mut self, reason: impl Into<String>) -> &mut Self {
        let reason = reason.into();
        let unanswered = |open: &&mut OpenCall| open.result.is_none();
        for open in self.open.iter_mut().filter(unanswered) {
            open.waiting = None;
            open.result = Some(ToolResultMessage {
                id: open.id.clone(),
                name: open.name.clone(),
                parts: Vec::from([Part::Text(reason.clone())]),
                is_error: true,
            });
        }
        self
    }
}

/// The result of a call that waits.
fn waiting_result(waiting: WaitingCall) -> ToolResult {
    let mut result = ToolResult::of_error(waiting.call.clone(), ToolError::Waiting);
    result.waiting = Some(waiting);
    result
}
