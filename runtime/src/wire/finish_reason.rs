//! The reason why a model stopped.

use core::fmt;

use serde::{Deserialize, Serialize};

/// The reason why a model stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
#[serde(rename_all = "snake_case")]
pub enum FinishReason {
    /// The response gives no reason.
    #[default]
    Unknown,
    /// The answer is complete.
    Stop,
    /// The model waits for the results of its calls; there is at least one.
    ToolCalls,
    /// A length limit was reached.
    Length,
    /// The model or its provider refused to answer.
    Refused,
    /// Another reason, as the provider names it.
    Other(String),
}

impl fmt::Display for FinishReason {
    /// Writes the name that serde writes, or the provider's.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FinishReason::Other(word) => f.pad(word),
            _ => self.serialize(f),
        }
    }
}
