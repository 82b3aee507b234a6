#![doc = include_str!("../../docs/history.md")]

mod content;
#[cfg(feature = "history-http")]
mod http;
mod message;
mod read;
mod record;
mod recorder;
mod sink;
mod time;
mod told;

#[cfg(feature = "history-http")]
pub use http::{HttpSink, HttpSinkBuilder};
pub use read::{History, ReadOptions, ToolUse, Warning, read};
pub use record::{Record, Role};
pub use recorder::Recorder;
pub use sink::{Batch, HistorySink, Sending, Sent, SinkError};
