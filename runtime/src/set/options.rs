//! Options for the calls of one turn.

use core::time::Duration;
use std::sync::Arc;

use super::Budget;
use super::observer::{CallObserver, Observers};
use crate::call::{
    CancellationToken, Extensions, ProgressListener, ProgressReporter, ProgressUpdate, ToolCall,
};
use crate::decode::DecodeOptions;

/// Settings of one turn's calls, which override the set's:
/// [`call_all_with`](super::ToolSet::call_all_with) takes them.
///
/// ```
/// use std::time::Duration;
/// use toolcast::{CancellationToken, Provider, ToolCall, set::CallOptions, tool, toolset};
///
/// /// Waits for an answer.
/// #[tool]
/// async fn wait() {
///     std::future::pending().await
/// }
///
/// let tools = toolset![wait].build()?;
/// let stop = CancellationToken::new();
/// let options = CallOptions::new().cancellation(&stop).timeout(Duration::from_secs(20));
/// stop.cancel();
/// let calls = [ToolCall::new("call_1", "wait", "{}")];
/// # let block_on = |future| futures_executor::block_on(future);
/// let results = block_on(tools.call_all_with(Provider::OpenAi, calls, &options));
/// assert!(results.iter().all(|result| result.is_error()));
/// # Ok::<(), toolcast::set::SetError>(())
/// ```
#[derive(Clone, Debug, Default)]
#[must_use = "the options have an effect only if they are passed"]
pub struct CallOptions {
    pub(crate) extensions: Option<Arc<Extensions>>,
    pub(crate) cancellation: Option<CancellationToken>,
    pub(crate) progress: ProgressListener,
    pub(crate) budget: Option<Budget>,
    pub(crate) observers: Observers,
    pub(crate) parallel: Option<usize>,
    pub(crate) timeout: Option<Duration>,
    pub(crate) decode: Option<DecodeOptions>,
}

impl CallOptions {
    /// Creates options that override nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a value for this request only, such as the current user. Tools find it by
    /// [`CallContext::extension`](crate::CallContext::extension).
    pub fn extension<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        Arc::make_mut(self.extensions.get_or_insert_default()).insert(value);
        self
    }

    /// Sets a token that cancels the calls. Cancelled calls end at once with an error.
    pub fn cancellation(mut self, cancellation: &CancellationToken) -> Self {
        self.cancellation = Some(cancellation.clone());
        self
    }

    /// Sets a function that receives the progress reports of tools, each with the call that it
    /// belongs to. It runs on the tool's thread and should be quick. A panic in it is discarded.
    pub fn on_progress(
        mut self,
        listener: impl Fn(&ToolCall, ProgressUpdate) + Send + Sync + 'static,
    ) -> Self {
        self.progress = ProgressListener::ByCall(Arc::new(listener));
        self
    }

    /// Sends the progress reports to an existing reporter, such as that of a tool that makes calls
    /// itself.
    pub fn progress(mut self, progress: ProgressReporter) -> Self {
        self.progress = ProgressListener::Shared(progress);
        self
    }

    /// Sets the budget of the conversation that the calls belong to. A call beyond it doesn't run.
    /// [`Budget::cancel`] cancels the calls, like their [`cancellation`](Self::cancellation).
    pub fn budget(mut self, budget: &Budget) -> Self {
        let cancellation = || budget.cancellation().clone();
        self.cancellation.get_or_insert_with(cancellation);
        self.budget = Some(budget.clone());
        self
    }

    /// Adds an observer of the calls of this request, in addition to the set's observers.
    pub fn observer(mut self, observer: impl CallObserver + 'static) -> Self {
        self.observers.add(observer);
        self
    }

    /// Sets how many calls may run at the same time, instead of the set's number. 0 counts as 1.
    pub fn max_concurrency(mut self, max: usize) -> Self {
        self.parallel = Some(max.max(1));
        self
    }

    /// Sets which mistakes in arguments are accepted and the size limits of one call's arguments,
    /// instead of the set's options: a limit that isn't set here is the default, not the set's.
    pub fn decode_options(mut self, options: DecodeOptions) -> Self {
        self.decode = Some(options);
        self
    }

    /// Sets the timeout of tools that set none, instead of the set's timeout. It applies to
    /// functions that are `async` or `blocking`.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }
}
