//! A conversation's state.

use core::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::error::ConversationError;
use super::options::Options;
use crate::call::{ToolCall, WaitingCall};
use crate::provider::{Layout, Provider};
use crate::wire::{Message, Part, ToolResultMessage, Usage, append};

/// A conversation with a model. It builds the requests, reads the answers and keeps the messages;
/// the program sends them.
///
/// It is plain data: clone it to try something, store it with serde and continue in another
/// process. It has no key and no connection.
///
/// ```
/// use toolcast::{Conversation, Next, Provider, toolset};
///
/// # fn send(request: &serde_json::Value) -> String {
/// #     assert_eq!(request["messages"][0]["content"][0]["text"], "Which crate parses TOML?");
/// #     r#"{"content":[{"type":"text","text":"toml"}],"stop_reason":"end_turn"}"#.to_owned()
/// # }
/// let tools = toolset![].build()?;
/// let mut chat = Conversation::new(Provider::Anthropic, "model-name");
/// chat.system("You are a careful assistant.");
/// chat.user("Which crate parses TOML?");
/// let answer = loop {
///     let request = chat.request(&tools)?;
///     let response = send(&request); // with any HTTP client
///     match chat.receive(&response)? {
///         Next::Calls(turn) => {
///             let results = tools.call_all(chat.provider(), turn.calls);
///             chat.results(futures_executor::block_on(results))?;
///         }
///         Next::Done(turn) => break turn.text,
///         Next::Limit(_) => break "the model made calls in twenty turns".to_owned(),
///     }
/// };
/// assert_eq!(answer, "toml");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq)]
pub struct Conversation {
    pub(super) provider: Provider,
    pub(super) model: String,
    /// Empty if there is none.
    pub(super) system: String,
    pub(super) options: Options,
    pub(super) max_steps: u32,
    /// The answers since the last message of the user.
    pub(super) steps: u32,
    /// The tokens of all answers.
    pub(super) usage: Usage,
    /// The messages in the provider's format that were sent or received.
    pub(super) messages: Vec<Value>,
    /// The calls of the last answer, until their results are in `messages`.
    pub(super) open: Vec<OpenCall>,
    /// Messages of the user that follow the results of `open` and weren't sent.
    pub(super) unsent: Vec<Vec<Part>>,
    /// `messages` waits for an answer.
    pub(super) awaiting: bool,
}

/// A call whose result isn't in the messages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OpenCall {
    /// The call as the program has it.
    pub(super) call: ToolCall,
    /// Its id in the messages, which a change of provider may change.
    pub(super) id: String,
    /// Its tool's name in the messages.
    pub(super) name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) result: Option<ToolResultMessage>,
    /// The call as another process resumes it, if it waits for a decision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) waiting: Option<WaitingCall>,
}

impl fmt::Debug for Conversation {
    // Prints no texts, because they may be private, and no members, because they may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Conversation")
            .field("provider", &self.provider)
            .field("model", &self.model)
            .field("messages", &self.messages.len())
            .field("open_calls", &self.open.len())
            .field("steps", &self.steps)
            .finish_non_exhaustive()
    }
}

impl Conversation {
    /// The number of answers after a user's message, unless the program sets another.
    pub const DEFAULT_MAX_STEPS: u32 = 20;

    /// Creates an empty conversation with a model of a provider.
    pub fn new(provider: Provider, model: impl Into<String>) -> Self {
        Conversation {
            provider,
            model: model.into(),
            system: String::new(),
            options: Options::default(),
            max_steps: Self::DEFAULT_MAX_STEPS,
            steps: 0,
            usage: Usage::default(),
            messages: Vec::new(),
            open: Vec::new(),
            unsent: Vec::new(),
            awaiting: false,
        }
    }

    /// Sets the system text. It isn't a message: it is in every request, and a change of provider
    /// keeps it.
    pub fn system(&mut self, text: impl Into<String>) -> &mut Self {
        self.system = text.into();
        self
    }

    /// Adds a message of the user. The steps are counted from here. If calls are open, the message
    /// follows their results.
    pub fn user(&mut self, text: impl Into<String>) -> &mut Self {
        self.unsent.push(Vec::from([Part::Text(text.into())]));
        self.steps = 0;
        self
    }

    /// Adds a message of the user that has images or files.
    ///
    /// ```
    /// use toolcast::wire::Part;
    /// use toolcast::{Conversation, Provider};
    ///
    /// let mut chat = Conversation::new(Provider::OpenAi, "model-name");
    /// chat.user_parts([
    ///     Part::text("What is this?"),
    ///     Part::image_at("https://example.com/cat.png"),
    ///     Part::file("application/pdf", "report.pdf", b"%PDF-1.7"),
    /// ])?;
    ///
    /// let mut chat = Conversation::new(Provider::DeepSeek, "model-name");
    /// let error = chat.user_parts([Part::image("image/png", b"..")]).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "deepseek can't take an image of type image/png as bytes: a message may have text only",
    /// );
    /// # Ok::<(), toolcast::conversation::ConversationError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`ConversationError::Media`] if the provider doesn't accept a part. Nothing is added.
    pub fn user_parts(
        &mut self,
        parts: impl IntoIterator<Item = Part>,
    ) -> Result<&mut Self, ConversationError> {
        let parts: Vec<Part> = parts.into_iter().collect();
        let media = self.layout()?.media;
        for part in &parts {
            let Part::Media(file) = part else { continue };
            let message = Message::User(Vec::from([part.clone()]));
            let lost = append(self.provider, &mut Vec::new(), &[message])?;
            if !lost.is_empty() {
                return Err(ConversationError::Media {
                    provider: self.provider,
                    what: file.in_words(),
                    accepted: media,
                });
            }
        }
        self.unsent.push(parts);
        self.steps = 0;
        Ok(self)
    }

    /// Sets the number of answers after a user's message; 20 by default. If the last of them has
    /// calls, [`receive`](Self::receive) returns [`Next::Limit`](super::Next::Limit). 0 counts as
    /// 1, because the answer to a request is always received.
    pub fn max_steps(&mut self, max_steps: u32) -> &mut Self {
        self.max_steps = max_steps;
        self
    }

    /// The provider.
    pub fn provider(&self) -> Provider {
        self.provider
    }

    /// The model's name.
    pub fn model(&self) -> &str {
        &self.model
    }

    /// The messages (or items, or contents) that were sent or received, in the provider's format.
    /// The system text isn't one of them.
    pub fn messages(&self) -> &[Value] {
        &self.messages
    }

    /// The calls that wait for a result, in order.
    pub fn open_calls(&self) -> impl Iterator<Item = &ToolCall> {
        let open = self.open.iter().filter(|open| open.result.is_none());
        open.map(|open| &open.call)
    }

    /// The calls that wait for an approval or an answer, in order. They are open calls too. See
    /// [`take_waiting`](Self::take_waiting).
    pub fn waiting_calls(&self) -> impl Iterator<Item = &WaitingCall> {
        let open = self.open.iter().filter(|open| open.result.is_none());
        open.filter_map(|open| open.waiting.as_ref())
    }

    /// The tokens of all answers together, as far as the providers report them.
    pub fn usage(&self) -> Usage {
        self.usage
    }

    /// The number of answers since the last message of the user.
    pub fn steps(&self) -> u32 {
        self.steps
    }

    /// Adds a system text of messages to that of the conversation.
    pub(super) fn add_system(system: &mut String, text: &str) {
        let separator = if system.is_empty() { "" } else { "\n\n" };
        system.extend([separator, text]);
    }

    /// The layout of the provider's requests.
    pub(super) fn layout(&self) -> Result<&'static Layout, ConversationError> {
        layout_of(self.provider)
    }

    /// The messages that weren't sent: the results of the open calls, and those of the user.
    pub(super) fn unsent(&self) -> Vec<Message> {
        let mut unsent = Vec::with_capacity(1 + self.unsent.len());
        let results: Vec<ToolResultMessage> =
            self.open.iter().filter_map(OpenCall::to_send).collect();
        if !results.is_empty() {
            unsent.push(Message::Results(results));
        }
        unsent.extend(self.unsent.iter().cloned().map(Message::User));
        unsent
    }
}

impl OpenCall {
    /// A call without a result, which the messages have under this id and name.
    pub(super) fn of(call: &ToolCall, sent: ToolCall) -> Self {
        OpenCall {
            call: call.clone(),
            id: sent.id,
            name: sent.name,
            result: None,
            waiting: None,
        }
    }

    /// The result, as an answer to the call that is in the messages.
    fn to_send(&self) -> Option<ToolResultMessage> {
        let result = self.result.as_ref()?;
        Some(ToolResultMessage {
            id: self.id.clone(),
            name: self.name.clone(),
            ..result.clone()
        })
    }
}

/// The layout of a provider's requests.
pub(super) fn layout_of(provider: Provider) -> Result<&'static Layout, ConversationError> {
    let layout = provider.request().layout.as_ref();
    layout.ok_or(ConversationError::NoChat { provider })
}
