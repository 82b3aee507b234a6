//! The limits of one conversation: requests, calls, tokens, time, failures, and its cancellation.

use core::fmt;
use core::time::Duration;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::failed_calls::FailedCalls;
use crate::call::{CancellationToken, OverBudget, ToolCall};
use crate::task::{lock, now};
#[cfg(feature = "chat")]
use crate::wire::Usage;

/// The limits of one conversation, and its counts so far. Create one per conversation, pass it
/// to every turn with [`CallOptions::budget`](super::CallOptions::budget), and call
/// [`start_request`](Self::start_request) before each request. A limit that isn't set is unlimited.
///
/// It also recognises a call that the model repeats although it has failed: with the same tool and
/// the same arguments, without a success in between. After three failures the error's text asks the
/// model to stop ([`warn_after_failures`](super::ToolSetBuilder::warn_after_failures)). It stores a
/// hash of the arguments only, and at most 256 calls.
///
/// Clones share the counts, the failed calls, the time and the cancellation. Each has its own
/// limits. Agents that share a budget also share the count of a repeated call.
///
/// ```
/// use toolcast::call::{OverBudget, ToolCall, ToolError};
/// use toolcast::set::{Budget, CallOptions};
/// use toolcast::{Provider, tool, toolset};
///
/// /// Look again.
/// #[tool]
/// fn look() {}
///
/// let tools = toolset![look].build()?;
/// let budget = Budget::new().max_requests(20).max_calls(1).max_tokens(100_000);
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
///
/// With serde, a budget is its limits and counts, and a conversation that is stored can go on with
/// them. The time in storage doesn't count, a stored budget isn't cancelled, and it has forgotten
/// which calls have failed.
///
/// ```
/// # use toolcast::set::Budget;
/// let budget = Budget::new().max_requests(20);
/// budget.start_request()?;
/// let stored = serde_json::to_string(&budget)?;
///
/// // Later, with a higher limit:
/// let budget: Budget = serde_json::from_str(&stored)?;
/// let budget = budget.max_requests(30);
/// assert_eq!(budget.requests(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Serialize, Deserialize)]
#[serde(from = "StoredBudget", into = "StoredBudget")]
pub struct Budget {
    limits: BudgetLimits,
    state: Arc<State>,
}

/// The maximum of each count. `None` means unlimited.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct BudgetLimits {
    requests: Option<u64>,
    calls: Option<u64>,
    tokens: Option<u64>,
    time: Option<Duration>,
    failures: Option<u64>,
}

/// The counts so far.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Counts {
    requests: u64,
    calls: u64,
    tokens: u64,
    time: Duration,
    failures: u64,
}

/// The parts that clones share.
struct State {
    /// `None` if the target has no clock.
    start: Option<Instant>,
    /// The time is the one before `start`.
    used: Mutex<Counts>,
    failed: FailedCalls,
    cancellation: CancellationToken,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct StoredBudget {
    limits: BudgetLimits,
    used: Counts,
}

impl From<StoredBudget> for Budget {
    fn from(stored: StoredBudget) -> Self {
        let state = State {
            start: now(),
            used: Mutex::new(stored.used),
            failed: FailedCalls::default(),
            cancellation: CancellationToken::new(),
        };
        Budget {
            limits: stored.limits,
            state: Arc::new(state),
        }
    }
}

impl From<Budget> for StoredBudget {
    fn from(budget: Budget) -> Self {
        StoredBudget {
            limits: budget.limits,
            used: budget.used(),
        }
    }
}

impl Default for Budget {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget")
            .field("limits", &self.limits)
            .field("used", &self.used())
            .finish_non_exhaustive()
    }
}

impl Budget {
    /// Creates the budget of a new conversation, without limits. Its time starts now.
    pub fn new() -> Self {
        StoredBudget::default().into()
    }

    /// Sets the maximum number of requests to the model.
    #[must_use]
    pub fn max_requests(mut self, max: u64) -> Self {
        self.limits.requests = Some(max);
        self
    }

    /// Sets the maximum number of calls of tools.
    #[must_use]
    pub fn max_calls(mut self, max: u64) -> Self {
        self.limits.calls = Some(max);
        self
    }

    /// Sets the maximum number of tokens, as far as the program reports them.
    #[must_use]
    pub fn max_tokens(mut self, max: u64) -> Self {
        self.limits.tokens = Some(max);
        self
    }

    /// Sets the maximum time, from the creation of the budget. A call that is still running then
    /// ends with [`OverBudget::Time`]. A hook that waits for a person isn't ended.
    #[must_use]
    pub fn max_time(mut self, max: Duration) -> Self {
        self.limits.time = Some(max);
        self
    }

    /// Sets the maximum number of calls of any tools that fail in a row.
    #[must_use]
    pub fn max_failures(mut self, max: u64) -> Self {
        self.limits.failures = Some(max);
        self
    }

    /// The requests to the model so far.
    pub fn requests(&self) -> u64 {
        self.lock().requests
    }

    /// The calls of tools so far, including those that wait.
    pub fn calls(&self) -> u64 {
        self.lock().calls
    }

    /// The tokens that the program has reported.
    pub fn tokens(&self) -> u64 {
        self.lock().tokens
    }

    /// Running time so far, including the time before the budget was stored.
    pub fn time(&self) -> Duration {
        self.used().time
    }

    /// The calls that failed since the last one that succeeded.
    pub fn failures(&self) -> u64 {
        self.lock().failures
    }

    /// Number of failures of this call with these arguments since its last success.
    pub fn failures_of(&self, call: &ToolCall) -> u32 {
        self.state.failed.times(call)
    }

    /// Forgets which calls have failed, and how many in a row.
    pub fn forget_failures(&self) {
        self.state.failed.clear();
        self.lock().failures = 0;
    }

    fn used(&self) -> Counts {
        let mut used = *self.lock();
        let since = self.state.start;
        let since = since.map_or(Duration::ZERO, |start| start.elapsed());
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
        let max = self.limits.requests;
        if let Some(max) = max.filter(|max| used.requests >= *max) {
            return Err(OverBudget::Requests(max));
        }
        used.requests = used.requests.saturating_add(1);
        Ok(())
    }

    /// Adds the tokens of one response to the budget: prompt tokens plus answer tokens.
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
        let (limits, used) = (&self.limits, self.used());
        if self.state.cancellation.is_cancelled() {
            return Err(OverBudget::Cancelled);
        }
        if let Some(max) = limits.tokens.filter(|max| used.tokens >= *max) {
            return Err(OverBudget::Tokens(max));
        }
        if let Some(max) = limits.time.filter(|max| used.time >= *max) {
            return Err(OverBudget::Time(max));
        }
        if let Some(max) = limits.failures.filter(|max| used.failures >= *max) {
            return Err(OverBudget::Failures(max));
        }
        Ok(())
    }

    /// Cancels the conversation: its running calls, and all further ones.
    pub fn cancel(&self) {
        self.state.cancellation.cancel();
    }

    /// The token that [`cancel`](Self::cancel) cancels; use a
    /// [child](CancellationToken::child_token) for one turn.
    pub fn cancellation(&self) -> &CancellationToken {
        &self.state.cancellation
    }

    /// Counts a call of a tool.
    pub(crate) fn start_call(&self) -> Result<(), OverBudget> {
        self.check()?;
        let mut used = self.lock();
        if let Some(max) = self.limits.calls.filter(|max| used.calls >= *max) {
            return Err(OverBudget::Calls(max));
        }
        used.calls = used.calls.saturating_add(1);
        Ok(())
    }

    /// Records the end of a call. Returns how often the same call has failed in a row.
    pub(crate) fn ended(&self, call: &ToolCall, failed: bool) -> u32 {
        let mut used = self.lock();
        if failed {
            used.failures = used.failures.saturating_add(1);
            drop(used);
            self.state.failed.failed(call)
        } else {
            used.failures = 0;
            drop(used);
            self.state.failed.succeeded(call);
            0
        }
    }

    /// The maximum time.
    pub(crate) fn limit_of_time(&self) -> Option<Duration> {
        self.limits.time
    }

    /// The time that is left. `None` if there is no limit, or no clock.
    pub(crate) fn time_left(&self) -> Option<Duration> {
        self.state.start?;
        let max = self.limits.time?;
        Some(max.saturating_sub(self.used().time))
    }

    fn lock(&self) -> MutexGuard<'_, Counts> {
        lock(&self.state.used)
    }
}
