//! How a tool says how far it is.

use alloc::string::String;
use alloc::sync::Arc;
use core::fmt;

use crate::task::catch_panic;

/// How far a call is.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Step {
    /// How much is done, in whatever the tool counts: files, bytes, percent. It grows with each report.
    pub done: f64,
    /// How much there is to do, where that is known.
    pub total: Option<f64>,
    /// What the tool is at, for people.
    pub message: Option<String>,
}

impl Step {
    /// So much is done.
    pub fn new(done: f64) -> Self {
        Step {
            done,
            ..Step::default()
        }
    }

    /// Out of so much.
    #[must_use]
    pub fn of(mut self, total: f64) -> Self {
        self.total = Some(total);
        self
    }

    /// With what the tool is at, for people.
    #[must_use]
    pub fn message(mut self, message: impl Into<String>) -> Self {
        self.message = Some(message.into());
        self
    }
}

/// By which a call says how far it is: a tool takes it by `#[tool(inject)] progress: &Progress`. Reports go to whoever listens to the request
/// ([`CallOptions::on_progress`](crate::set::CallOptions::on_progress)), and nowhere where nobody does.
///
/// ```
/// use std::sync::{Arc, Mutex};
/// use toolcast::call::{Progress, Step, ToolCall};
/// use toolcast::set::CallOptions;
/// use toolcast::{Provider, tool, toolset};
///
/// /// Copy files.
/// #[tool]
/// fn copy(files: Vec<String>, #[tool(inject)] progress: &Progress) -> usize {
///     for (i, file) in (1_u32..).zip(&files) {
///         progress.report(Step::new(f64::from(i)).message(file));
///     }
///     files.len()
/// }
///
/// let tools = toolset![copy].build()?;
/// let seen = Arc::new(Mutex::new(Vec::new()));
/// let listener = Arc::clone(&seen);
/// let options = CallOptions::new().on_progress(move |step: Step| listener.lock().unwrap().push(step.done));
/// let call = ToolCall::new("1", "copy", r#"{"files": ["a", "b"]}"#);
/// # let block_on = |future| futures_executor::block_on(future);
/// block_on(tools.call_with(Provider::OpenAi, call, &options));
/// assert_eq!(*seen.lock().unwrap(), [1.0, 2.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default)]
pub struct Progress(Option<Listener>);

type Listener = Arc<dyn Fn(Step) + Send + Sync>;

impl fmt::Debug for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Progress({})", self.is_wanted())
    }
}

impl Progress {
    /// One to which nobody listens.
    pub fn none() -> Self {
        Self::default()
    }

    /// One to which a function listens. It is called where the tool runs, and should be quick; a panic in it is lost.
    pub fn to(listener: impl Fn(Step) + Send + Sync + 'static) -> Self {
        Progress(Some(Arc::new(listener)))
    }

    /// Whether somebody listens: what is dear to work out need not be without.
    pub fn is_wanted(&self) -> bool {
        self.0.is_some()
    }

    /// Says how far the call is.
    pub fn report(&self, step: Step) {
        if let Some(listener) = &self.0 {
            // Whoever listens must not fail the tool.
            let _ = catch_panic(|| listener(step));
        }
    }
}
