//! Error policy: the text that the model receives for an error, and whether the program should
//! stop.

use core::fmt;
use std::sync::Arc;

use crate::call::{ToolCall, ToolError};
use crate::task::catch_panic;

/// Decides what a set does with the error of a call: the text that the model receives, and whether
/// the program should stop.
#[derive(Clone, Default)]
#[non_exhaustive]
pub enum ErrorPolicy {
    /// Sends the error's text to the model.
    #[default]
    SendText,
    /// Sends this text to the model.
    SendFixed(String),
    /// Sends the text that the function returns.
    With(Describe),
    /// Sends the error's text to the model, and marks the call for
    /// [`ToolResults::stopped_by`](crate::call::ToolResults::stopped_by): the program should not
    /// ask the model again.
    Stop,
}

/// A function from an error to a text for the model.
pub type Describe = Arc<dyn Fn(&ToolError, &ToolCall) -> String + Send + Sync>;

impl fmt::Debug for ErrorPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ErrorPolicy::SendText => f.write_str("SendText"),
            ErrorPolicy::SendFixed(text) => f.debug_tuple("SendFixed").field(text).finish(),
            ErrorPolicy::With(_) => f.write_str("With(..)"),
            ErrorPolicy::Stop => f.write_str("Stop"),
        }
    }
}

impl ErrorPolicy {
    /// Creates a [`With`](Self::With) from a function.
    pub fn with(
        describe: impl Fn(&ToolError, &ToolCall) -> String + Send + Sync + 'static,
    ) -> Self {
        ErrorPolicy::With(Arc::new(describe))
    }

    /// The text for the model.
    pub(crate) fn text(&self, error: &ToolError, call: &ToolCall) -> String {
        match self {
            ErrorPolicy::SendText | ErrorPolicy::Stop => error.to_string(),
            ErrorPolicy::SendFixed(text) => text.clone(),
            // If the function panics, send the error's own text.
            ErrorPolicy::With(describe) => {
                catch_panic(|| describe(error, call)).unwrap_or_else(|_| error.to_string())
            }
        }
    }

    /// Returns true if the model receives the error's own text.
    pub(crate) fn sends_error(&self) -> bool {
        matches!(self, ErrorPolicy::SendText | ErrorPolicy::Stop)
    }

    pub(crate) fn stops(&self) -> bool {
        matches!(self, ErrorPolicy::Stop)
    }
}

/// Returns true if the model can correct the error with another call.
pub(crate) fn is_bad_call(error: &ToolError) -> bool {
    matches!(
        error,
        ToolError::UnknownTool { .. } | ToolError::Arguments(_)
    )
}
