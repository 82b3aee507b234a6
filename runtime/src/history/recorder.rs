//! Keeps what was said and called until it is sent.

use alloc::collections::VecDeque;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::future::poll_fn;
use core::task::{Context, Poll, Waker};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use serde_json::Value;

use super::read::{History, Ids, ReadOptions, ToolUse, read_after};
use super::record::{Record, Role};
use super::sink::{Batch, HistorySink, Sent, SinkError};
use super::time;
use super::told::told;
use crate::call::{ToolCall, ToolResult};
use crate::provider::Provider;
use crate::set::CallObserver;

/// How many records wait at most, where nothing else is said.
const MOST: usize = 10_000;

/// How many of the latest ids are known at least, if fewer records may wait.
const LEAST_IDS: usize = 1_000;

/// Keeps the records of one conversation until they are sent. It watches calls as a [`CallObserver`], and is told messages by
/// [`messages`](Self::messages). All clones are one recorder.
///
/// What could not be sent is kept for the next [`flush`](Self::flush), 10,000 records at most: the oldest go first, and the next batch says how many
/// under `dropped`. With the feature `tracing`, records that were never sent are counted by a warning when the last clone is dropped.
#[derive(Clone)]
pub struct Recorder(Arc<Inner>);

struct Inner {
    conversation: Option<String>,
    most: usize,
    clock: fn() -> Option<SystemTime>,
    state: Mutex<State>,
}

struct State {
    waiting: VecDeque<Record>,
    ids: Ids,
    /// A batch is on its way.
    sending: bool,
    /// Those who wait until it has arrived or failed.
    next: Vec<Waker>,
    /// How many messages of the conversation were read.
    read: usize,
    /// How many records of calls there were, for ids.
    called: usize,
    dropped: u64,
}

impl Default for Recorder {
    fn default() -> Self {
        Self::with(None, MOST, time::now)
    }
}

impl fmt::Debug for Recorder {
    // What is said may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let waiting = self.lock().waiting.len();
        f.debug_struct("Recorder")
            .field("conversation", &self.0.conversation)
            .field("waiting", &waiting)
            .finish_non_exhaustive()
    }
}

impl Recorder {
    /// Of a conversation without a name.
    pub fn new() -> Self {
        Self::default()
    }

    /// Of a conversation.
    pub fn of(conversation: impl Into<String>) -> Self {
        Self::with(Some(conversation.into()), MOST, time::now)
    }

    /// A new recorder that keeps at most so many records; 0 counts as 1.
    #[must_use]
    pub fn most(&self, most: usize) -> Self {
        Self::with(self.0.conversation.clone(), most.max(1), self.0.clock)
    }

    /// A new recorder that asks for the time here instead of the system. On wasm without an operating system there is no time otherwise.
    #[must_use]
    pub fn clock(&self, clock: fn() -> Option<SystemTime>) -> Self {
        Self::with(self.0.conversation.clone(), self.0.most, clock)
    }

    fn with(conversation: Option<String>, most: usize, clock: fn() -> Option<SystemTime>) -> Self {
        let state = State {
            waiting: VecDeque::new(),
            ids: Ids::of(most.max(LEAST_IDS)),
            sending: false,
            next: Vec::new(),
            read: 0,
            called: 0,
            dropped: 0,
        };
        Recorder(Arc::new(Inner {
            conversation,
            most,
            clock,
            state: Mutex::new(state),
        }))
    }

    /// Takes new messages of the conversation: give it each once. Calls and results in them are left to the set, which has them by
    /// [`CallOptions::observer`](crate::set::CallOptions::observer).
    ///
    /// What is returned is what was read; indexes are those of this list.
    pub fn messages(&self, messages: &[Value]) -> History {
        self.messages_with(messages, ToolUse::None)
    }

    /// As [`messages`](Self::messages), with the tool use in them: where no set is watched.
    pub fn messages_with(&self, messages: &[Value], tools: ToolUse) -> History {
        let mut options = ReadOptions::new().tools(tools);
        if let Some(now) = (self.0.clock)() {
            options = options.time(now);
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

    /// The records that wait to be sent.
    pub fn waiting(&self) -> Vec<Record> {
        self.lock().waiting.iter().cloned().collect()
    }

    /// Sends all records that wait, also where there are none. On failure, and where the future is dropped before its end, they wait on.
    ///
    /// One batch is sent at a time, so that records arrive in their order: a second `flush` begins when the first has ended or is dropped.
    ///
    /// # Errors
    ///
    /// What the sink says.
    pub async fn flush(&self, sink: &(impl HistorySink + ?Sized)) -> Result<Sent, SinkError> {
        let mut taken = poll_fn(|context| self.poll_take(context)).await;
        let sent = sink.send(&taken.batch).await?;
        taken.batch.records.clear();
        taken.dropped = 0;
        Ok(sent)
    }

    /// Takes all records that wait, once no batch is on its way.
    fn poll_take(&self, context: &Context<'_>) -> Poll<Taken<'_>> {
        let mut state = self.lock();
        if state.sending {
            if !state.next.iter().any(|one| one.will_wake(context.waker())) {
                state.next.push(context.waker().clone());
            }
            return Poll::Pending;
        }
        state.sending = true;
        let mut batch = Batch::new(core::mem::take(&mut state.waiting).into());
        let dropped = core::mem::take(&mut state.dropped);
        drop(state);
        batch.conversation.clone_from(&self.0.conversation);
        if dropped > 0 {
            batch = batch.extra("dropped", dropped);
        }
        Poll::Ready(Taken {
            recorder: self,
            batch,
            dropped,
        })
    }

    fn keep(&self, state: &mut State, records: impl IntoIterator<Item = Record>) {
        state.waiting.extend(records);
        self.trim(state);
    }

    fn trim(&self, state: &mut State) {
        let over = state.waiting.len().saturating_sub(self.0.most);
        state.waiting.drain(..over);
        state.dropped += over as u64;
    }

    fn timestamp(&self) -> Option<String> {
        (self.0.clock)().and_then(time::of_system)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Records on their way; those that did not arrive go back to the front.
struct Taken<'r> {
    recorder: &'r Recorder,
    batch: Batch,
    dropped: u64,
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        let mut state = self.recorder.lock();
        let mut records: VecDeque<_> = core::mem::take(&mut self.batch.records).into();
        records.append(&mut state.waiting);
        state.waiting = records;
        state.dropped += self.dropped;
        self.recorder.trim(&mut state);
        state.sending = false;
        let next = core::mem::take(&mut state.next);
        // A waker may poll at once.
        drop(state);
        next.into_iter().for_each(Waker::wake);
    }
}

#[cfg(feature = "tracing")]
impl Drop for Inner {
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
    /// A record of the role `assistant`: `{"tool_call":{"id":..,"name":..,"arguments":..}}`, the arguments as the model wrote them.
    fn began(&self, call: &ToolCall, _: Provider) {
        let content = told(Some(call.id.as_str()), &call.name, &call.arguments);
        let timestamp = self.timestamp();
        let mut state = self.lock();
        let id = state.id(call, "", Role::Assistant, &content);
        let record = Record {
            id,
            role: Role::Assistant,
            content,
            timestamp,
        };
        self.keep(&mut state, [record]);
    }

    /// A record of the role `tool`: the text that the model is sent, errors too.
    fn ended(&self, result: &ToolResult, _: Provider) {
        let content = text(result);
        let timestamp = self.timestamp();
        let mut state = self.lock();
        let id = state.id(&result.call, "-result", Role::Tool, &content);
        let record = Record {
            id,
            role: Role::Tool,
            content,
            timestamp,
        };
        self.keep(&mut state, [record]);
    }
}

impl State {
    fn id(&mut self, call: &ToolCall, more: &str, role: Role, content: &str) -> String {
        let given = call.id.as_str();
        let given = (!given.is_empty()).then(|| alloc::format!("{given}{more}"));
        self.called += 1;
        self.ids.take(given, self.called, role, content)
    }
}

/// What the model is sent, as one text; a text in place of a picture or file.
fn text(result: &ToolResult) -> String {
    let message = result.to_messages(Provider::Portable).pop();
    let content = message
        .as_ref()
        .and_then(|message| message["content"].as_str());
    content.unwrap_or_default().into()
}
