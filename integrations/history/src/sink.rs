//! Destinations for records.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde_json::{Map, Value};

use super::read::History;
use super::record::Record;

/// A batch of records. Its JSON is an object with the conversation's name, if any, the members of
/// [`extra`](Self::extra), and then the records:
/// `{"conversation":"..","records":[{"id":"..","role":"user","content":"..","timestamp":".."}]}`.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Batch {
    /// The conversation that the records belong to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversation: Option<String>,
    /// Additional members of the JSON object, by name.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
    /// The records; may be empty.
    pub records: Vec<Record>,
}

impl Batch {
    /// Creates a batch of records.
    pub fn new(records: Vec<Record>) -> Self {
        Batch {
            records,
            ..Self::default()
        }
    }

    /// Sets the conversation's name.
    #[must_use]
    pub fn conversation(mut self, name: impl Into<String>) -> Self {
        self.conversation = Some(name.into());
        self
    }

    /// Adds a member. The names `conversation` and `records` are ignored.
    #[must_use]
    pub fn extra(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        let name = name.into();
        if name != "conversation" && name != "records" {
            self.extra.insert(name, value.into());
        }
        self
    }
}

impl From<History> for Batch {
    fn from(history: History) -> Self {
        Batch::new(history.records)
    }
}

/// The future of a batch being sent. It is `Send`, except on wasm32.
#[cfg(not(target_arch = "wasm32"))]
pub type Sending<'s> = Pin<Box<dyn Future<Output = Result<SendReport, SinkError>> + Send + 's>>;
/// The future of a batch being sent. It is `Send`, except on wasm32.
#[cfg(target_arch = "wasm32")]
pub type Sending<'s> = Pin<Box<dyn Future<Output = Result<SendReport, SinkError>> + 's>>;

/// A receiver of records: a service, a file, a queue.
///
/// ```
/// use std::sync::Mutex;
/// use toolcast_history::{Batch, HistorySink, Sending, SendReport};
///
/// /// Keeps everything.
/// #[derive(Default)]
/// struct Memory(Mutex<Vec<Batch>>);
///
/// impl HistorySink for Memory {
///     fn send<'s>(&'s self, batch: &'s Batch) -> Sending<'s> {
///         Box::pin(async move {
///             self.0.lock().unwrap().push(batch.clone());
///             Ok(SendReport::new())
///         })
///     }
/// }
///
/// let memory: Box<dyn HistorySink> = Box::new(Memory::default());
/// # let block_on = |future| futures_executor::block_on(future);
/// assert!(block_on(memory.send(&Batch::new(Vec::new()))).is_ok());
/// ```
pub trait HistorySink: Send + Sync {
    /// Sends a batch, which may have no records. Nothing happens until the future is polled;
    /// dropping it ends the attempt.
    fn send<'s>(&'s self, batch: &'s Batch) -> Sending<'s>;
}

impl<S: HistorySink + ?Sized> HistorySink for &S {
    fn send<'s>(&'s self, batch: &'s Batch) -> Sending<'s> {
        (**self).send(batch)
    }
}

impl<S: HistorySink + ?Sized> HistorySink for Box<S> {
    fn send<'s>(&'s self, batch: &'s Batch) -> Sending<'s> {
        (**self).send(batch)
    }
}

impl<S: HistorySink + ?Sized> HistorySink for Arc<S> {
    fn send<'s>(&'s self, batch: &'s Batch) -> Sending<'s> {
        (**self).send(batch)
    }
}

/// The receipt for an accepted batch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SendReport {
    /// The HTTP status, if any.
    pub status: Option<u16>,
    /// The number of attempts including the last; 0 if they aren't counted.
    pub attempts: u32,
    /// The receiver's response as text, such as a verdict.
    pub answer: String,
}

impl SendReport {
    /// Creates an empty receipt for an accepted batch.
    pub fn new() -> Self {
        Self::default()
    }
}

/// The reason why a batch wasn't accepted. No text contains a token, a header's value, or a URL's
/// path or query.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SinkError {
    /// The sink or the request is invalid; nothing was sent.
    Invalid {
        /// The reason.
        reason: String,
    },
    /// The receiver responded but rejected the batch.
    Refused {
        /// The HTTP status.
        status: u16,
        /// The beginning of the response.
        answer: String,
        /// The requested wait, if any.
        retry_after: Option<Duration>,
        /// The number of attempts.
        attempts: u32,
    },
    /// The receiver didn't respond in time. It may have accepted the batch.
    TimedOut {
        /// The number of attempts.
        attempts: u32,
    },
    /// The receiver couldn't be reached, or the connection broke.
    Unreachable {
        /// The reason.
        reason: String,
        /// The number of attempts.
        attempts: u32,
    },
    /// Another failure.
    Failed {
        /// The reason.
        reason: String,
    },
}

impl SinkError {
    /// Creates the error of a custom sink.
    pub fn failed(reason: impl Into<String>) -> Self {
        SinkError::Failed {
            reason: reason.into(),
        }
    }
}

impl fmt::Display for SinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SinkError::Invalid { reason } => f.write_str(reason),
            SinkError::Refused {
                status,
                answer,
                retry_after,
                attempts,
            } => {
                write!(f, "the receiver refused the history with status {status}")?;
                after(f, *attempts)?;
                if let Some(wait) = retry_after {
                    write!(f, ", to be sent again in {wait:?}")?;
                }
                if !answer.is_empty() {
                    write!(f, ": {answer}")?;
                }
                Ok(())
            }
            SinkError::TimedOut { attempts } => {
                f.write_str("the receiver of the history did not answer in time")?;
                after(f, *attempts)
            }
            SinkError::Unreachable { reason, attempts } => {
                f.write_str("the receiver of the history can't be reached")?;
                after(f, *attempts)?;
                write!(f, ": {reason}")
            }
            SinkError::Failed { reason } => write!(f, "the history was not sent: {reason}"),
        }
    }
}

impl std::error::Error for SinkError {}

fn after(f: &mut fmt::Formatter<'_>, attempts: u32) -> fmt::Result {
    match attempts {
        0 | 1 => Ok(()),
        more => write!(f, " after {more} attempts"),
    }
}
