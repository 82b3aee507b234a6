#![doc = include_str!("../README.md")]
//!
//! [`guide`] has the forms of messages, the rules of ids and times, and the behaviour of the HTTP
//! sink.

// Shows which feature an item needs.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod content;
#[cfg(feature = "http")]
mod http;
mod message;
mod read;
mod record;
mod recorder;
mod sink;
mod time;

#[cfg(doc)]
#[doc = include_str!("../docs/history.md")]
pub mod guide {}

#[cfg(feature = "http")]
pub use http::{HttpSink, HttpSinkBuilder};
pub use read::{History, ReadOptions, ToolUse, Warning, read, read_with};
pub use record::{Record, Role};
pub use recorder::Recorder;
pub use sink::{Batch, HistorySink, SendReport, Sending, SinkError};
