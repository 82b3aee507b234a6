//! The limits of one conversation: requests, calls, tokens, time, failures, and its cancellation.

use core::fmt;
use core::time::Duration;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

use serde::{Deserialize, Serialize};

use crate::call::{CancellationToken, OverBudget};
use crate::task::{lock, now};
#[cfg(feature = "chat")]
use crate::wire::Usage;

/// The limits of a [`Budget`]. `None` means unlimited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct BudgetLimits {
    /// Maximum number of requests to the model.
    pub max_requests: Option<u64>,
    /// Maximum number of calls of tools.
    pub max_calls: Option<u64>,
    /// Maximum number of tokens, as far as the program reports them.
    pub max_tokens: Option<u64>,
    /// Maximum time, from the creation of the budget.
    pub max_time: Option<Duration>,
    /// Maximum number of calls of any tools that fail in a row.
    pub max_failures: Option<u64>,
}

impl BudgetLimits {
    /// Creates limits that limit nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the maximum number of requests to the model.
    #[must_use]
    pub fn max_requests(mut self, max: u64) -> Self {
        self.max_requests = Some(max);
        self
    }

    /// Sets the maximum number of calls of tools.
    #[must_use]
    pub fn max_calls(mut self, max: u64) -> Self {
        self.max_calls = Some(max);
        self
    }

    /// Sets the maximum number of tokens.
    #[must_use]
    pub fn max_tokens(mut self, max: u64) -> Self {
        self.max_tokens = Some(max);
        self
    }

    /// Sets the maximum time. A call that is still running then ends with [`OverBudget::Time`]. A
    /// hook that waits for a person isn't ended.
    #[must_use]
    pub fn max_time(mut self, max: Duration) -> Self {
        self.max_time = Some(max);
        self
    }

    /// Sets the maximum number of calls that fail in a row.
    #[must_use]
    pub fn max_failures(mut self, max: u64) -> Self {
        self.max_failures = Some(max);
        self
    }
}

/// The use of a [`Budget`] so far, as plain data that can be stored with the conversation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct BudgetUse {
    /// The requests to the model.
    pub requests: u64,
    /// The calls of tools, including those that wait.
    pub calls: u64,
    /// The tokens that the program reported.
    pub tokens: u64,
    /// The time since the creation.
    pub time: Duration,
    /// The calls that failed since the last one that succeeded.
    pub failures: u64,
}

/// The limits of one conversation, and what is left of them. Create one per conversation, pass it
/// to every turn with [`CallOptions::budget`](super::CallOptions::budget), and call
/// [`start_request`](Self::start_request) before each request. Clones share everything.
///
/// ```
/// use toolcast::call::{OverBudget, ToolCall, ToolError};
/// use toolcast::set::{Budget, BudgetLimits, CallOptions};
/// use toolcast::{Provider, tool, toolset};
///
/// /// Look again.
/// #[tool]
/// fn look() {}
///
/// let tools = toolset![look].build()?;
/// let budget = Budget::new(BudgetLimits::new().max_requests(20).max_calls(1).max_tokens(100_000));
/// let options = CallOptions::new().budget(&budget);
///
/// budget.start_request()?;
/// budget.add_tokens(812);
/// let calls = ["a", "b"].map(|id| ToolCall::new(id, "look", "{}"));
/// # let block_on = |future| futures_executor::block_on(future);
/// let results = block_on(tools.call_all_with(Provider::OpenAi, calls, &options));
/// assert!(!results[0].is_error());
/// assert_eq!(results[1].error, Some(ToolError::OverBudget(OverBudget::Calls(1))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Budget(Arc<BudgetState>);

struct BudgetState {
    limits: BudgetLimits,
    /// `None` if the target has no clock.
    start: Option<Instant>,
    used: Mutex<BudgetUse>,
    cancellation: CancellationToken,
}

impl fmt::Debug for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget")
            .field("limits", &self.0.limits)
            .field("used", &self.used())
            .finish_non_exhaustive()
    }
}

impl Budget {
    /// Creates the budget of a new conversation. Its time starts now.
    pub fn new(limits: BudgetLimits) -> Self {
        Self::with_use(limits, BudgetUse::default())
    }

    /// Creates the budget of a stored conversation that goes on.
    pub fn with_use(limits: BudgetLimits, used: BudgetUse) -> Self {
        Budget(Arc::new(BudgetState {
            limits,
            start: now(),
            used: Mutex::new(used),
            cancellation: CancellationToken::new(),
        }))
    }

    /// The limits.
    pub fn limits(&self) -> BudgetLimits {
        self.0.limits
    }

    /// The use so far.
    pub fn used(&self) -> BudgetUse {
        let mut used = *self.lock();
        let since = self.0.start.map_or(Duration::ZERO, |start| start.elapsed());
        // A stored use may be any value.
        used.time = used.time.saturating_add(since);
        used
    }

    /// Counts a request to the model.
    ///
    /// # Errors
    ///
    /// Returns the limit that is reached; the request is not counted then. Show it to the user, or
    /// send one last request with [`ToolChoice::None`](crate::ToolChoice::None) for an answer.
    pub fn start_request(&self) -> Result<(), OverBudget> {
        self.check()?;
        let mut used = self.lock();
        if let Some(max) = self
            .0
            .limits
            .max_requests
            .filter(|max| used.requests >= *max)
        {
            return Err(OverBudget::Requests(max));
        }
        used.requests = used.requests.saturating_add(1);
        Ok(())
    }

    /// Adds tokens of a response, those of the prompt and of the answer.
    pub fn add_tokens(&self, tokens: u64) {
        let mut used = self.lock();
        used.tokens = used.tokens.saturating_add(tokens);
    }

    /// Adds the tokens that a provider reported for a response: those of the prompt and of the
    /// answer, which include cached and reasoning tokens. [`Turn::usage`](crate::Turn::usage) has
    /// them.
    #[cfg(feature = "chat")]
    pub fn add_usage(&self, usage: &Usage) {
        let counts = [usage.input_tokens, usage.output_tokens];
        self.add_tokens(counts.into_iter().flatten().fold(0, u64::saturating_add));
    }

    /// Checks all limits but those of requests and calls.
    ///
    /// # Errors
    ///
    /// Returns the limit that is reached.
    pub fn check(&self) -> Result<(), OverBudget> {
        let (limits, used) = (&self.0.limits, self.used());
        if self.0.cancellation.is_cancelled() {
            return Err(OverBudget::Cancelled);
        }
        if let Some(max) = limits.max_tokens.filter(|max| used.tokens >= *max) {
            return Err(OverBudget::Tokens(max));
        }
        if let Some(max) = limits.max_time.filter(|max| used.time >= *max) {
            return Err(OverBudget::Time(max));
        }
        if let Some(max) = limits.max_failures.filter(|max| used.failures >= *max) {
            return Err(OverBudget::Failures(max));
        }
        Ok(())
    }

    /// Cancels the conversation: its running calls, and all further ones.
    pub fn cancel(&self) {
        self.0.cancellation.cancel();
    }

    /// The handle that [`cancel`](Self::cancel) uses. A handle of one turn can be its
    /// [child](CancellationToken::child).
    pub fn cancellation(&self) -> &CancellationToken {
        &self.0.cancellation
    }

    /// Counts a call of a tool.
    pub(crate) fn start_call(&self) -> Result<(), OverBudget> {
        self.check()?;
        let mut used = self.lock();
        if let Some(max) = self.0.limits.max_calls.filter(|max| used.calls >= *max) {
            return Err(OverBudget::Calls(max));
        }
        used.calls = used.calls.saturating_add(1);
        Ok(())
    }

    /// Records the end of a call.
    pub(crate) fn ended(&self, failed: bool) {
        let mut used = self.lock();
        used.failures = if failed {
            used.failures.saturating_add(1)
        } else {
            0
        };
    }

    /// The time that is left. `None` if there is no limit, or no clock.
    pub(crate) fn time_left(&self) -> Option<Duration> {
        self.0.start?;
        let max = self.0.limits.max_time?;
        Some(max.saturating_sub(self.used().time))
    }

    fn lock(&self) -> MutexGuard<'_, BudgetUse> {
        lock(&self.0.used)
    }
}
