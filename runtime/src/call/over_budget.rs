//! The limit of a conversation that is reached.

use core::fmt;
use core::time::Duration;

/// The limit that a conversation has reached. Its `Display` text is written for the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OverBudget {
    /// There were as many requests.
    Requests(u64),
    /// There were as many calls.
    Calls(u64),
    /// As many tokens were used.
    Tokens(u64),
    /// As much time has passed.
    Time(Duration),
    /// As many calls failed in a row.
    Failures(u64),
    /// The whole conversation was cancelled.
    Cancelled,
}

impl fmt::Display for OverBudget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OverBudget::Requests(max) => write!(f, "the limit of {max} requests is reached"),
            OverBudget::Calls(max) => write!(f, "the limit of {max} tool calls is reached"),
            OverBudget::Tokens(max) => write!(f, "the limit of {max} tokens is reached"),
            OverBudget::Time(max) => write!(f, "the time limit of {max:?} is reached"),
            OverBudget::Failures(max) => write!(f, "{max} calls failed in a row"),
            OverBudget::Cancelled => f.write_str("the conversation was cancelled"),
        }
    }
}

impl core::error::Error for OverBudget {}
