//! The limit of a conversation that is reached.

use core::fmt;
use core::time::Duration;

use serde::Serialize;

/// The reason why a conversation may not continue: a limit of its
/// [`Budget`](crate::set::Budget) is reached, or it was cancelled. Each variant has the limit's
/// value. The `Display` text is written for the model.
///
/// ```
/// use toolcast::{call::OverBudget, set::Budget};
///
/// let budget = Budget::new().max_requests(1);
/// assert!(budget.start_request().is_ok());
/// assert_eq!(budget.start_request(), Err(OverBudget::Requests(1)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
#[serde(rename_all = "snake_case")]
pub enum OverBudget {
    /// The number of requests to the model is reached.
    Requests(u64),
    /// The number of calls of tools is reached.
    Calls(u64),
    /// The number of tokens is reached.
    Tokens(u64),
    /// The time since the budget was created is reached.
    Time(Duration),
    /// The number of calls that failed in a row is reached.
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
