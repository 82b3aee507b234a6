//! Errors of a conversation.

use core::fmt;

use crate::call::{ShownName, ToolCall};
use crate::provider::Provider;
use crate::render::Report;
use crate::request::WireError;
use crate::set::SetError;

/// The error of a method of [`Conversation`](super::Conversation). The conversation is unchanged
/// then.
///
/// ```
/// use toolcast::conversation::ConversationError;
/// use toolcast::{Conversation, Provider, toolset};
///
/// let mut chat = Conversation::new(Provider::OpenAi, "a-model");
/// let error = chat.request(&toolset![].build()?).unwrap_err();
/// assert_eq!(error, ConversationError::NothingToSend);
/// # Ok::<(), toolcast::SetError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ConversationError {
    /// The provider has no chat API.
    NoChat {
        /// The provider.
        provider: Provider,
    },
    /// The provider doesn't accept a part of a user's message.
    Media {
        /// The provider.
        provider: Provider,
        /// The part.
        what: String,
        /// The media that it accepts.
        accepted: &'static str,
    },
    /// Calls have no result.
    Unanswered {
        /// The calls.
        calls: Vec<ToolCall>,
        /// The number of those that wait for a decision.
        waiting: usize,
    },
    /// The call of a result isn't open.
    NotOpen {
        /// The call.
        call: ToolCall,
    },
    /// There is nothing that the model could answer.
    NothingToSend,
    /// No request waits for an answer.
    NotAwaiting,
    /// A member would replace the messages.
    Member {
        /// Its name.
        name: String,
    },
    /// The messages exceed a limit.
    TooLong {
        /// The unit of the limit.
        what: &'static str,
        /// The limit.
        limit: usize,
    },
    /// The stored form is invalid.
    Stored {
        /// The reason.
        reason: String,
    },
    /// The provider has no response format for the type.
    ResponseFormat(Report),
    /// The tools can't be declared.
    Tools(SetError),
    /// A response can't be read, or the provider answered with an error.
    Wire(WireError),
}

impl fmt::Display for ConversationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConversationError::NoChat { provider } => write!(
                f,
                "{provider} has no chat API that takes messages; for a host with OpenAI's API use `portable`"
            ),
            ConversationError::Media {
                provider,
                what,
                accepted,
            } => write!(
                f,
                "{provider} can't take {what}: a message may have {accepted}"
            ),
            ConversationError::Unanswered { calls, waiting } => {
                f.write_str("calls have no result:")?;
                for (i, call) in calls.iter().take(SHOWN).enumerate() {
                    let comma = if i == 0 { "" } else { "," };
                    let (id, name) = (ShownName(call.id.as_str()), ShownName(&call.name));
                    write!(f, "{comma} `{id}` of `{name}`")?;
                }
                if calls.len() > SHOWN {
                    write!(f, " and {} more", calls.len() - SHOWN)?;
                }
                if *waiting > 0 {
                    write!(
                        f,
                        "; {waiting} of them wait for a decision: `take_waiting` has them for `ToolSet::resume`"
                    )?;
                }
                f.write_str("; give them by `results`, or close them by `decline_calls`")
            }
            ConversationError::NotOpen { call } => write!(
                f,
                "the call `{}` of `{}` waits for no result: it was answered already, or belongs to another conversation",
                ShownName(call.id.as_str()),
                ShownName(&call.name)
            ),
            ConversationError::NothingToSend => {
                f.write_str("there is nothing to answer: add a message by `user`")
            }
            ConversationError::NotAwaiting => {
                f.write_str("no request waits for an answer: build one by `request` first")
            }
            ConversationError::Member { name } => write!(
                f,
                "the member `{name}` would replace the messages: add them by `user` and `results`"
            ),
            ConversationError::TooLong { what, limit } => {
                write!(f, "the conversation has more than {limit} {what}")
            }
            ConversationError::Stored { reason } => {
                write!(f, "the stored conversation can't be read: {reason}")
            }
            ConversationError::ResponseFormat(report) => {
                write!(f, "the answer can't have this type: {report}")
            }
            ConversationError::Tools(error) => error.fmt(f),
            ConversationError::Wire(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ConversationError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            ConversationError::Tools(error) => core::error::Error::source(error),
            ConversationError::Wire(error) => core::error::Error::source(error),
            _ => None,
        }
    }
}

impl From<WireError> for ConversationError {
    fn from(error: WireError) -> Self {
        ConversationError::Wire(error)
    }
}

/// Maximum number of calls listed by id.
const SHOWN: usize = 10;
