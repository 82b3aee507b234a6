//! Requests of a conversation.

use serde_json::{Map, Value, json};

use super::error::ConversationError;
use super::limits::check_length;
use super::state::Conversation;
use crate::json_index::object;
use crate::provider::SystemText;
use crate::request::{WireError, merge};
use crate::set::{RequestReport, SetError, ToolSet};
use crate::wire::{Message, append};

impl Conversation {
    /// Builds the body of the next request for a complete answer: model, messages, system text,
    /// options, and the tools. Until an answer is received, it returns the same body again, with
    /// what was added meanwhile. [`request_report`](Self::request_report) lists the tools of other
    /// programs that are left out.
    ///
    /// # Errors
    ///
    /// - [`ConversationError::NoChat`] if the provider has no chat API.
    /// - [`ConversationError::Unanswered`] if calls of the last answer have no result.
    /// - [`ConversationError::NothingToSend`] if there is nothing to answer.
    /// - [`ConversationError::Member`] if an [`extra`](Self::extra) member would replace the
    ///   messages.
    /// - [`ConversationError::TooLong`] if the messages exceed a limit.
    /// - [`ConversationError::Tools`] if the provider doesn't accept the tools or their options.
    ///
    /// The conversation is unchanged then.
    pub fn request(&mut self, tools: &ToolSet) -> Result<Value, ConversationError> {
        self.build(tools, self.layout()?.complete)
    }

    /// Builds the body of the next request for a streamed answer, otherwise as
    /// [`request`](Self::request). Read the answer with
    /// [`Provider::stream`](crate::Provider::stream), and give the turn to
    /// [`receive_turn`](Self::receive_turn). If the URL makes the answer a stream (Gemini, Vertex,
    /// Bedrock), the body is the same.
    ///
    /// # Errors
    ///
    /// The errors of [`request`](Self::request).
    pub fn stream_request(&mut self, tools: &ToolSet) -> Result<Value, ConversationError> {
        self.build(tools, self.layout()?.streamed)
    }

    /// Reports how the next request handles each tool: strict, not strict because of the provider's
    /// limits, renamed, deferred, or left out. The response format and the members of the
    /// conversation count, unlike in [`ToolSet::request_report`]. Nothing changes.
    ///
    /// # Errors
    ///
    /// The errors of [`request`](Self::request).
    pub fn request_report(&self, tools: &ToolSet) -> Result<RequestReport, ConversationError> {
        let next = self.next_messages()?;
        Ok(self
            .whole(next.as_deref(), tools, self.layout()?.complete)?
            .1)
    }

    /// Returns the body with these members, a JSON object, and with the tools.
    fn whole(
        &self,
        next: Option<&[Value]>,
        tools: &ToolSet,
        members: &str,
    ) -> Result<(Value, RequestReport), ConversationError> {
        let mut body = self.body(next.unwrap_or(&self.messages), members)?;
        let options = self.options.of_tools();
        let report = tools
            .extend_request_with(self.provider, &mut body, &options)
            .map_err(ConversationError::Tools)?;
        self.check_tools(&body)?;
        Ok((body, report))
    }

    /// Builds a body. Nothing changes before all of it is built.
    fn build(&mut self, tools: &ToolSet, members: &str) -> Result<Value, ConversationError> {
        let next = self.next_messages()?;
        let (body, _) = self.whole(next.as_deref(), tools, members)?;
        if let Some(next) = next {
            self.messages = next;
            self.open.clear();
            self.unsent.clear();
            self.awaiting = true;
        }
        Ok(body)
    }

    /// Returns an error if the body has calls and no tools, and the provider rejects that.
    fn check_tools(&self, body: &Value) -> Result<(), ConversationError> {
        let layout = self.layout()?;
        let has_tools = body.get(self.provider.request().tools.key()).is_some();
        if has_tools || !layout.calls_need_tools {
            return Ok(());
        }
        let messages = body.get(layout.messages).and_then(Value::as_array);
        let contents = messages.into_iter().flatten();
        let mut blocks = contents
            .filter_map(|one| one["content"].as_array())
            .flatten();
        if !blocks.any(|block| block.get("toolUse").is_some() || block.get("toolResult").is_some())
        {
            return Ok(());
        }
        let what =
            "a request without tools whose messages have calls: keep the tools that were called";
        let error = WireError::Unsupported {
            provider: self.provider,
            feature: what.to_owned(),
        };
        let provider = self.provider;
        Err(ConversationError::Tools(SetError::Request {
            provider,
            error,
        }))
    }

    /// The messages with the results and the user's messages that weren't sent. `None` if there are
    /// none of these, and the messages wait for an answer.
    pub(super) fn next_messages(&self) -> Result<Option<Vec<Value>>, ConversationError> {
        let unanswered: Vec<_> = self.open_calls().cloned().collect();
        if !unanswered.is_empty() {
            return Err(ConversationError::Unanswered {
                calls: unanswered,
                waiting: self.waiting_calls().count(),
            });
        }
        let unsent = self.unsent();
        if unsent.is_empty() {
            return if self.awaiting {
                Ok(None)
            } else {
                Err(ConversationError::NothingToSend)
            };
        }
        let mut messages = self.messages.clone();
        append(self.provider, &mut messages, &unsent)?;
        check_length(&messages)?;
        Ok(Some(messages))
    }

    /// The body without the tools.
    fn body(&self, messages: &[Value], members: &str) -> Result<Value, ConversationError> {
        let layout = self.layout()?;
        let mut all = Vec::with_capacity(1 + messages.len());
        let mut body = Map::new();
        if !self.system.trim().is_empty() {
            let text = &self.system;
            let (member, value) = match layout.system {
                SystemText::Message => {
                    append(self.provider, &mut all, &[Message::System(text.clone())])?;
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
        all.extend_from_slice(messages);
        body.insert(layout.messages.to_owned(), Value::Array(all));
        let mut body = Value::Object(body);
        if let Ok(members) = serde_json::from_str(members) {
            merge(&mut body, members);
        }
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
        for members in [&self.options.response_format, &self.options.members] {
            merge(&mut body, Value::Object(members.clone()));
        }
        Ok(body)
    }
}

/// Wraps a value in objects: at `["a", "b"]` it is `{"a":{"b":value}}`.
fn at(path: &[&str], value: Value) -> Value {
    let keys = path.iter().rev();
    keys.fold(value, |value, key| object([((*key).into(), value)]))
}
