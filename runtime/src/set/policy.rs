//! What the model is told of an error, and when the program stops.

use alloc::string::{String, ToString};
use alloc::sync::Arc;
use core::fmt;

use crate::call::{ToolCall, ToolError};
use crate::task::catch_panic;

/// What becomes of an error of a call.
#[derive(Clone, Default)]
#[non_exhaustive]
pub enum OnError {
    /// The model is sent the error's text.
    #[default]
    SendText,
    /// The model is sent this text.
    Fixed(String),
    /// The model is sent what the function says.
    With(Describe),
    /// The model is sent the error's text, and [`ToolResults::stop`](crate::call::ToolResults::stop) has the call: the program should not ask the model
    /// again.
    Stop,
}

/// A function from an error to a text for the model.
pub type Describe = Arc<dyn Fn(&ToolError, &ToolCall) -> String + Send + Sync>;

impl fmt::Debug for OnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OnError::SendText => f.write_str("SendText"),
            OnError::Fixed(text) => f.debug_tuple("Fixed").field(text).finish(),
            OnError::With(_) => f.write_str("With(..)"),
            OnError::Stop => f.write_str("Stop"),
        }
    }
}

impl OnError {
    /// [`With`](Self::With) a function.
    pub fn with(
        describe: impl Fn(&ToolError, &ToolCall) -> String + Send + Sync + 'static,
    ) -> Self {
        OnError::With(Arc::new(describe))
    }

    /// The text for the model.
    pub(crate) fn text(&self, error: &ToolError, call: &ToolCall) -> String {
        match self {
            OnError::SendText | OnError::Stop => error.to_string(),
            OnError::Fixed(text) => text.clone(),
            // A panic in it loses its text, not the error's.
            OnError::With(describe) => {
                catch_panic(|| describe(error, call)).unwrap_or_else(|_| error.to_string())
            }
        }
    }

    pub(crate) fn stops(&self) -> bool {
        matches!(self, OnError::Stop)
    }
}

/// Whether the model can put it right by calling otherwise.
pub(crate) fn is_bad_call(error: &ToolError) -> bool {
    matches!(
        error,
        ToolError::UnknownTool { .. } | ToolError::Arguments(_)
    )
}
