//! A call that waits for an approval or an answer: plain data that can be stored.

use core::fmt;

use serde::{Deserialize, Serialize};

use super::{Content, ToolCall};
use crate::provider::Provider;

/// A call that waits for an approval or an answer, as plain data. It has no state of the program
/// and no values of the request, so it can be stored and shown to a user.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct WaitingCall {
    /// The call as the model wrote it. Its arguments fit the tool.
    pub call: ToolCall,
    /// The tool's name in the set. The model may have been shown another one.
    pub tool: String,
    /// The provider whose model made the call.
    pub provider: Provider,
    /// The [fingerprint](crate::set::ToolInfo::fingerprint_for) of the tool at the time of the
    /// call.
    pub fingerprint: String,
    /// The arguments that a hook put in place of the model's, as JSON text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub modified: Option<String>,
}

impl WaitingCall {
    /// The call's id.
    pub fn id(&self) -> &str {
        &self.call.id
    }

    /// The arguments that an approval runs, as JSON text: the model's, or those of a hook that
    /// modified them.
    pub fn arguments(&self) -> &str {
        self.modified.as_ref().unwrap_or(&self.call.arguments)
    }
}

/// The decision about a call that waits.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Resolution {
    /// Run the call.
    Approve,
    /// Run the call with these arguments, as JSON text. They are decoded as if the model had
    /// written them. The [`ToolResult`](super::ToolResult) keeps the model's own arguments.
    ApproveWith(String),
    /// Reject the call. The model receives the text.
    Deny(String),
    /// Another system executed the call. This is its answer.
    Answer(#[serde(with = "super::stored::contents")] Vec<Content>),
    /// Another system executed the call, and it failed with this text.
    Fail(String),
}

impl fmt::Debug for Resolution {
    // Prints no content, because it may be long or secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Resolution::Approve => "Approve",
            Resolution::ApproveWith(_) => "ApproveWith(..)",
            Resolution::Deny(_) => "Deny(..)",
            Resolution::Answer(_) => "Answer(..)",
            Resolution::Fail(_) => "Fail(..)",
        })
    }
}

impl Resolution {
    /// Creates a [`Deny`](Self::Deny) with a text.
    pub fn deny(text: impl Into<String>) -> Self {
        Resolution::Deny(text.into())
    }

    /// Creates an [`Answer`](Self::Answer) with a text.
    pub fn answer(text: impl Into<String>) -> Self {
        Resolution::Answer(Vec::from([Content::Text(text.into())]))
    }
}
