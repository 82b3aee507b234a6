//! Progress reports of a tool.

use core::fmt;
use std::sync::Arc;

use super::ToolCall;
use crate::task::catch_panic;

/// A progress report.
///
/// ```
/// use toolcast::call::ProgressUpdate;
///
/// let update = ProgressUpdate::new(3.0).with_total(12.0).with_message("page 3 of 12");
/// assert_eq!((update.done, update.total), (3.0, Some(12.0)));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ProgressUpdate {
    /// The amount done, in any unit: files, bytes, percent. It increases with each report.
    pub done: f64,
    /// The total amount, if it is known.
    pub total: Option<f64>,
    /// A description of the current step, for people.
    pub message: Option<String>,
}

impl ProgressUpdate {
    /// Creates a report with the amount done.
    pub fn new(done: f64) -> Self {
        ProgressUpdate {
            done,
            ..ProgressUpdate::default()
        }
    }

    /// Sets the total amount.
    #[must_use]
    pub fn with_total(mut self, total: f64) -> Self {
        self.total = Some(total);
        self
    }

    /// Sets a description of the current step, for people.
    #[must_use]
    pub fn with_message(mut self, message: impl Into<String>) -> Self {
        self.message = Some(message.into());
        self
    }
}

/// The progress reporter of a call. A tool receives it with
/// `#[tool(inject)] progress: &ProgressReporter`. Reports go to the request's listener
/// ([`CallOptions::on_progress`](crate::set::CallOptions::on_progress)), and are discarded if there
/// is none.
///
/// ```
/// use std::sync::{Arc, Mutex};
/// use toolcast::call::{ProgressReporter, ProgressUpdate, ToolCall};
/// use toolcast::set::CallOptions;
/// use toolcast::{Provider, tool, toolset};
///
/// /// Copy files.
/// #[tool]
/// fn copy(files: Vec<String>, #[tool(inject)] progress: &ProgressReporter) -> usize {
///     for (i, file) in (1_u32..).zip(&files) {
///         progress.report(ProgressUpdate::new(f64::from(i)).with_message(file));
///     }
///     files.len()
/// }
///
/// let tools = toolset![copy].build()?;
/// let seen = Arc::new(Mutex::new(Vec::new()));
/// let listener = Arc::clone(&seen);
/// let options = CallOptions::new().on_progress(move |call: &ToolCall, step: ProgressUpdate| {
///     listener.lock().unwrap().push((call.id.clone(), step.done));
/// });
/// let call = ToolCall::new("1", "copy", r#"{"files": ["a", "b"]}"#);
/// # let block_on = |future| futures_executor::block_on(future);
/// let result = block_on(tools.call_with(Provider::OpenAi, call, &options));
/// assert!(!result.is_error());
/// assert_eq!(*seen.lock().unwrap(), [("1".to_owned(), 1.0), ("1".to_owned(), 2.0)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default)]
pub struct ProgressReporter(Option<Listener>);

type Listener = Arc<dyn Fn(ProgressUpdate) + Send + Sync>;

impl fmt::Debug for ProgressReporter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ProgressReporter({})", self.is_observed())
    }
}

impl ProgressReporter {
    /// Creates a reporter without a listener.
    pub fn none() -> Self {
        Self::default()
    }

    /// Creates a reporter with a listener. The function runs on the tool's thread and should be
    /// quick. A panic in it is discarded.
    pub fn new(listener: impl Fn(ProgressUpdate) + Send + Sync + 'static) -> Self {
        ProgressReporter(Some(Arc::new(listener)))
    }

    /// Returns true if there is a listener. Use it to skip reports that are expensive to compute.
    pub fn is_observed(&self) -> bool {
        self.0.is_some()
    }

    /// Sends a report to the listener.
    pub fn report(&self, step: ProgressUpdate) {
        if let Some(listener) = &self.0 {
            // A panic in the listener must not fail the tool.
            let _ = catch_panic(|| listener(step));
        }
    }
}

type CallListener = Arc<dyn Fn(&ToolCall, ProgressUpdate) + Send + Sync>;

/// The receiver of the progress reports of several calls.
#[derive(Clone)]
pub(crate) enum ProgressListener {
    /// All reports go to one reporter.
    Shared(ProgressReporter),
    /// The listener gets the call of each report.
    ByCall(CallListener),
}

impl Default for ProgressListener {
    fn default() -> Self {
        ProgressListener::Shared(ProgressReporter::none())
    }
}

impl fmt::Debug for ProgressListener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ProgressListener::Shared(reporter) if !reporter.is_observed() => "None",
            _ => "Some(..)",
        })
    }
}

impl ProgressListener {
    /// The reporter that a call gets.
    pub(crate) fn reporter(&self, call: &ToolCall) -> ProgressReporter {
        match self {
            ProgressListener::Shared(reporter) => reporter.clone(),
            ProgressListener::ByCall(listener) => {
                let (listener, call) = (Arc::clone(listener), call.clone());
                ProgressReporter::new(move |step| listener(&call, step))
            }
        }
    }
}
