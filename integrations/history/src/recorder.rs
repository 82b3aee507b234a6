//! Buffers messages and calls until they are sent.

use std::collections::VecDeque;
use std::fmt;
use std::future::poll_fn;
#[cfg(feature = "tracing")]
use std::sync::PoisonError;
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Context, Poll, Waker};
use std::time::SystemTime;

use serde_json::Value;

use super::read::{History, Ids, ReadOptions, ToolUse, read_after};
use super::record::{Record, Role, call_text};
use super::sink::{Batch, HistorySink, SendReport, SinkError};
use super::time;
use toolcast::Provider;
use toolcast::call::{ToolCall, ToolResult};
use toolcast::integration::{lock, result_text};
use toolcast::set::CallObserver;

/// Default maximum number of waiting records.
const MAX_RECORDS: usize = 10_000;

/// Minimum number of recent ids to remember, even if fewer records may wait.
const MIN_IDS: usize = 1_000;

/// Buffers the records of one conversation until they are sent. It observes calls as a
/// [`CallObserver`] and receives messages through [`messages`](Self::messages). Clones share one
/// recorder.
///
/// Unsent records are kept for the next [`flush`](Self::flush), by default at most 10,000. The
/// oldest are dropped first, and the next batch has their number under `dropped`. With the feature
/// `tracing`, dropping the last clone logs a warning with the number of unsent records.
#[derive(Clone)]
pub struct Recorder(Arc<RecorderInner>);

struct RecorderInner {
    conversation: Option<String>,
    max: usize,
    clock: fn() -> Option<SystemTime>,
    state: Mutex<RecorderState>,
}

#[derive(Default)]
struct RecorderState {
    waiting: VecDeque<Record>,
    ids: Ids,
    /// `true` while a batch is being sent.
    sending: bool,
    /// Wakers of flushes that wait for its end.
    next: Vec<Waker>,
    /// The number of messages read so far.
    read: usize,
    /// The number of call records so far, for synthetic ids.
    called: usize,
    dropped: u64,
}

impl Default for Recorder {
    fn default() -> Self {
        Self::with(None, MAX_RECORDS, time::now)
    }
}

impl fmt::Debug for Recorder {
    // The contents may be confidential.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let waiting = self.lock().waiting.len();
        f.debug_struct("Recorder")
            .field("conversation", &self.0.conversation)
            .field("waiting", &waiting)
            .finish_non_exhaustive()
    }
}

impl Recorder {
    /// Creates a recorder for a conversation without a name.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates a recorder for a named conversation.
    pub fn for_conversation(conversation: impl Into<String>) -> Self {
        Self::with(Some(conversation.into()), MAX_RECORDS, time::now)
    }

    /// Sets how many records are kept at most; 0 counts as 1. Call it before the first record: the
    /// returned recorder is empty.
    #[must_use]
    pub fn max_records(self, max: usize) -> Self {
        Self::with(self.0.conversation.clone(), max.max(1), self.0.clock)
    }

    /// Sets the clock, instead of the system's. On wasm without an operating system, records
    /// otherwise have no time. Call it before the first record: the returned recorder is empty.
    #[must_use]
    pub fn clock(self, clock: fn() -> Option<SystemTime>) -> Self {
        Self::with(self.0.conversation.clone(), self.0.max, clock)
    }

    fn with(conversation: Option<String>, max: usize, clock: fn() -> Option<SystemTime>) -> Self {
        let state = RecorderState {
            ids: Ids::of(max.max(MIN_IDS)),
            ..RecorderState::default()
        };
        Recorder(Arc::new(RecorderInner {
            conversation,
            max,
            clock,
            state: Mutex::new(state),
        }))
    }

    /// Reads new messages of the conversation; pass each message once. Calls and results of your
    /// tools are skipped, because a tool set reports them through
    /// [`CallOptions::observer`](toolcast::set::CallOptions::observer). Those of tools that the
    /// provider runs are records.
    ///
    /// Returns the records that were read. Indices refer to this list.
    pub fn messages(&self, messages: &[Value]) -> History {
        let mut options = ReadOptions::new().tool_use(ToolUse::All);
        options.observed = true;
        self.read(messages, options)
    }

    /// Reads new messages of a conversation without an observed tool set, with the given tool use.
    /// Otherwise as [`messages`](Self::messages).
    pub fn messages_with(&self, messages: &[Value], tools: ToolUse) -> History {
        self.read(messages, ReadOptions::new().tool_use(tools))
    }

    fn read(&self, messages: &[Value], mut options: ReadOptions) -> History {
        if let Some(now) = (self.0.clock)() {
            options = options.default_time(now);
        }
        let mut state = self.lock();
        let history = read_after(state.read, messages, &options, &mut state.ids);
        state.read += messages.len();
        self.keep(&mut state, history.records.iter().cloned());
        history
    }

    /// Adds a record.
    pub fn record(&self, record: Record) {
        self.keep(&mut self.lock(), [record]);
    }

    /// Returns the records that aren't sent yet.
    pub fn unsent(&self) -> Vec<Record> {
        self.lock().waiting.iter().cloned().collect()
    }

    /// Sends all waiting records, even if there are none. If sending fails, or the future is
    /// dropped early, the recorder is as before: the records continue to wait, before those that
    /// were added meanwhile. The next flush sends them again, even if the receiver refuses them for
    /// their content.
    ///
    /// Batches are sent one at a time so that records arrive in order. A second `flush` starts when
    /// the first has ended or is dropped.
    ///
    /// # Errors
    ///
    /// The sink's error.
    pub async fn flush(&self, sink: &(impl HistorySink + ?Sized)) -> Result<SendReport, SinkError> {
        let mut taken = poll_fn(|context| self.poll_take(context)).await;
        let sent = sink.send(&taken.batch).await?;
        taken.batch.records.clear();
        taken.dropped = 0;
        Ok(sent)
    }

    /// Takes all waiting records as soon as no batch is being sent.
    fn poll_take(&self, context: &Context<'_>) -> Poll<InFlightBatch<'_>> {
        let mut state = self.lock();
        if state.sending {
            if !state.next.iter().any(|one| one.will_wake(context.waker())) {
                state.next.push(context.waker().clone());
            }
            return Poll::Pending;
        }
        state.sending = true;
        let mut batch = Batch::new(std::mem::take(&mut state.waiting).into());
        let dropped = std::mem::take(&mut state.dropped);
        drop(state);
        batch.conversation.clone_from(&self.0.conversation);
        if dropped > 0 {
            batch = batch.extra("dropped", dropped);
        }
        Poll::Ready(InFlightBatch {
            recorder: self,
            batch,
            dropped,
        })
    }

    fn keep(&self, state: &mut RecorderState, records: impl IntoIterator<Item = Record>) {
        state.waiting.extend(records);
        self.trim(state);
    }

    fn trim(&self, state: &mut RecorderState) {
        let over = state.waiting.len().saturating_sub(self.0.max);
        state.waiting.drain(..over);
        state.dropped += over as u64;
    }

    fn called(&self, call: &ToolCall, more: &str, role: Role, content: String) {
        let timestamp = (self.0.clock)().and_then(time::of_system);
        let given = call.id.as_str();
        let given = (!given.is_empty()).then(|| format!("{given}{more}"));
        let mut state = self.lock();
        state.called += 1;
        let called = state.called;
        let id = state.ids.take(given, called, role, &content);
        let record = Record {
            id,
            role,
            content,
            timestamp,
        };
        self.keep(&mut state, [record]);
    }

    fn lock(&self) -> MutexGuard<'_, RecorderState> {
        lock(&self.0.state)
    }
}

/// A batch being sent. On drop, unsent records return to the front of the queue.
struct InFlightBatch<'r> {
    recorder: &'r Recorder,
    batch: Batch,
    dropped: u64,
}

impl Drop for InFlightBatch<'_> {
    fn drop(&mut self) {
        let mut state = self.recorder.lock();
        let mut records: VecDeque<_> = std::mem::take(&mut self.batch.records).into();
        records.append(&mut state.waiting);
        state.waiting = records;
        state.dropped += self.dropped;
        self.recorder.trim(&mut state);
        state.sending = false;
        let next = std::mem::take(&mut state.next);
        // A waker may poll immediately, which takes the lock.
        drop(state);
        next.into_iter().for_each(Waker::wake);
    }
}

#[cfg(feature = "tracing")]
impl Drop for RecorderInner {
    fn drop(&mut self) {
        let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        let records = state.waiting.len();
        if records > 0 {
            tracing::warn!(
                records,
                "a recorder was dropped with records that were not sent"
            );
        }
    }
}

impl CallObserver for Recorder {
    /// Adds a record with the role `assistant`: `{"tool_call":{"id":..,"name":..,"arguments":..}}`.
    /// The arguments are verbatim.
    fn on_start(&self, call: &ToolCall, _: Provider) {
        let content = call_text(Some(call.id.as_str()), &call.name, &call.arguments);
        self.called(call, "", Role::Assistant, content);
    }

    /// Adds a record with the role `tool`: the text sent to the model, for errors too.
    fn on_end(&self, result: &ToolResult, _: Provider) {
        self.called(&result.call, "-result", Role::Tool, result_text(result));
    }
}
