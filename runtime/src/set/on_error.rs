//! The functions of a program for errors of calls: the text that the model receives, and the errors
//! after which it isn't asked again.

use std::sync::Arc;

use super::{Settings, ToolSetBuilder};
use crate::call::{ToolCall, ToolError};
use crate::task::catch_panic;

impl ToolSetBuilder {
    /// Sets the text that the model receives for an error that it can't correct: returned errors,
    /// panics, timeouts and cancellations. The default is the error's own text, which never has the
    /// message of a panic. If the function panics, the error's own text is sent.
    ///
    /// An error with content ([`ToolError::FailedWith`]) arrives as [`ToolError::Failed`]. If the
    /// function returns its text unchanged, the content is sent.
    ///
    /// ```
    /// use toolcast::{ToolError, toolset};
    ///
    /// let tools = toolset![].on_error(|error, call| match error {
    ///     ToolError::TimedOut(_) => format!("{} is busy", call.name),
    ///     other => other.to_string(),
    /// });
    /// # let _ = tools.build();
    /// ```
    pub fn on_error(
        mut self,
        text: impl Fn(&ToolError, &ToolCall) -> String + Send + Sync + 'static,
    ) -> Self {
        self.settings.on_error = Some(Arc::new(text));
        self
    }

    /// Sets the text that the model receives for an error that it can correct: invalid arguments
    /// and unknown tools. The default text explains the correction, and is sent if the function
    /// panics.
    pub fn on_invalid_call(
        mut self,
        text: impl Fn(&ToolError, &ToolCall) -> String + Send + Sync + 'static,
    ) -> Self {
        self.settings.on_invalid_call = Some(Arc::new(text));
        self
    }

    /// Marks the calls with these errors for
    /// [`ToolResults::stopped_by`](crate::call::ToolResults::stopped_by): the program should not
    /// ask the model again. By default only a limit of a [`Budget`](super::Budget) does so. A call
    /// that is denied or waits never does. If the function panics, the call isn't marked.
    ///
    /// ```
    /// use toolcast::{ToolError, toolset};
    ///
    /// let tools = toolset![].stop_on_error(|error, _| matches!(error, ToolError::Panicked(_)));
    /// # let _ = tools.build();
    /// ```
    pub fn stop_on_error(
        mut self,
        stops: impl Fn(&ToolError, &ToolCall) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.settings.stop_on_error = Some(Arc::new(stops));
        self
    }

    /// Sets after how many failures of the same call under one [`Budget`](super::Budget) the error
    /// text asks the model to stop repeating it; `None` is never, and 0 counts as 1. The default is
    /// 3.
    pub fn warn_after_failures(mut self, times: Option<u32>) -> Self {
        self.settings.repeats = times;
        self
    }
}

/// Returns the text that the program has for the error, or the message of a panic. `None` is the
/// error's own text.
pub(super) fn text_for_model(
    settings: &Settings,
    error: &ToolError,
    call: &ToolCall,
) -> Option<Result<String, String>> {
    let text = match error {
        // The program has chosen these.
        ToolError::Denied(_) | ToolError::Waiting | ToolError::OverBudget(_) => return None,
        ToolError::UnknownTool { .. } | ToolError::Arguments(_) => &settings.on_invalid_call,
        _ => &settings.on_error,
    };
    let text = text.as_ref()?;
    Some(catch_panic(|| text(error, call)))
}

/// Returns true if the program should not ask the model again.
pub(super) fn stops(settings: &Settings, error: &ToolError, call: &ToolCall) -> bool {
    match error {
        ToolError::OverBudget(_) => true,
        ToolError::Denied(_) | ToolError::Waiting => false,
        _ => settings
            .stop_on_error
            .as_ref()
            .is_some_and(|stops| catch_panic(|| stops(error, call)).unwrap_or(false)),
    }
}
