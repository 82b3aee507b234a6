//! Where records go.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::future::Future;
use core::pin::Pin;
use core::time::Duration;

use serde::Serialize;
use serde_json::{Map, Value};

use super::read::History;
use super::record::Record;

/// What is sent at once. As JSON it is an object with `records`, and before them `conversation`, where it has a name, and whatever
/// [`extra`](Self::extra) has: `{"conversation":"..","records":[{"id":"..","role":"user","content":"..","timestamp":".."}]}`.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Batch {
    /// Which conversation the records belong to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversation: Option<String>,
    /// Further members of the JSON object, by their names.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
    /// The records; none is a batch too.
    pub records: Vec<Record>,
}

impl Batch {
    /// These records.
    pub fn new(records: Vec<Record>) -> Self {
        Batch {
            records,
            ..Self::default()
        }
    }

    /// With the conversation's name.
    #[must_use]
    pub fn conversation(mut self, name: impl Into<String>) -> Self {
        self.conversation = Some(name.into());
        self
    }

    /// With a further member; `conversation` and `records` stay what they are.
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

/// What is being sent. It can be sent to another thread, except on wasm32.
#[cfg(not(target_arch = "wasm32"))]
pub type Sending<'s> = Pin<Box<dyn Future<Output = Result<Sent, SinkError>> + Send + 's>>;
/// What is being sent. It can be sent to another thread, except on wasm32.
#[cfg(target_arch = "wasm32")]
pub type Sending<'s> = Pin<Box<dyn Future<Output = Result<Sent, SinkError>> + 's>>;

/// Takes records: a service, a file, a queue.
///
/// ```
/// use std::sync::Mutex;
/// use toolcast::history::{Batch, HistorySink, Sending, Sent};
///
/// /// Keeps everything.
/// #[derive(Default)]
/// struct Memory(Mutex<Vec<Batch>>);
///
/// impl HistorySink for Memory {
///     fn send<'s>(&'s self, batch: &'s Batch) -> Sending<'s> {
///         Box::pin(async move {
///             self.0.lock().unwrap().push(batch.clone());
///             Ok(Sent::new())
///         })
///     }
/// }
///
/// let memory: Box<dyn HistorySink> = Box::new(Memory::default());
/// # let block_on = |future| futures_executor::block_on(future);
/// assert!(block_on(memory.send(&Batch::new(Vec::new()))).is_ok());
/// ```
pub trait HistorySink: Send + Sync {
    /// Sends a batch, also one without records. Nothing happens before the future is polled; dropping it ends the attempt.
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

/// A batch was taken.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Sent {
    /// The HTTP status, where there is one.
    pub status: Option<u16>,
    /// How many attempts it took, the last one included; 0 where nobody counts.
    pub attempts: u32,
    /// What the receiver answered, as text: a verdict, maybe.
    pub answer: String,
}

impl Sent {
    /// Taken, and nothing more is known.
    pub fn new() -> Self {
        Self::default()
    }
}

/// Why a batch was not taken. No text here has a token, a header's value, or the path or query of an address in it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SinkError {
    /// The sink can't be made, or the request can't: nothing was sent.
    Invalid {
        /// What is wrong.
        reason: String,
    },
    /// The receiver answered, and did not take it.
    Refused {
        /// The HTTP status.
        status: u16,
        /// The beginning of its answer.
        answer: String,
        /// How long it asks to wait, where it does.
        retry_after: Option<Duration>,
        /// How many attempts there were.
        attempts: u32,
    },
    /// The receiver did not answer in time; it may have taken the batch.
    TimedOut {
        /// How many attempts there were.
        attempts: u32,
    },
    /// The receiver could not be reached, or the connection broke.
    Unreachable {
        /// What happened.
        reason: String,
        /// How many attempts there were.
        attempts: u32,
    },
    /// Something else.
    Failed {
        /// What happened.
        reason: String,
    },
}

impl SinkError {
    /// What an own sink says.
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

impl core::error::Error for SinkError {}

fn after(f: &mut fmt::Formatter<'_>, attempts: u32) -> fmt::Result {
    match attempts {
        0 | 1 => Ok(()),
        more => write!(f, " after {more} attempts"),
    }
}
