#![cfg_attr(any(feature = "call", not(doctest)), doc = include_str!("../README.md"))]
#![no_std]
// Shows which feature an item needs.
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[cfg(feature = "call")]
pub mod call;
mod const_str;
#[cfg(feature = "call")]
mod constraint;
#[cfg(feature = "call")]
pub mod conversation;
#[cfg(feature = "call")]
mod convert;
#[cfg(feature = "call")]
pub mod decode;
mod dialect;
#[cfg(feature = "call")]
mod error;
#[cfg(feature = "http")]
pub mod http;
mod impls;
#[cfg(feature = "import")]
pub mod import;
#[cfg(feature = "call")]
#[doc(hidden)]
pub mod integration;
mod json;
#[cfg(feature = "call")]
mod json_index;
#[cfg(feature = "lint")]
pub mod lint;
#[cfg(feature = "call")]
mod order;
mod provider;
mod render;
pub mod schema;
#[cfg(feature = "call")]
pub mod set;
mod shape;
mod spec;
#[cfg(feature = "call")]
mod task;
#[cfg(feature = "call")]
mod text;
mod tool;
#[cfg(feature = "call")]
pub mod wire;

#[cfg(any(feature = "call", not(doctest)))]
#[doc = include_str!("../docs/attributes.md")]
pub mod attributes {}

#[doc(hidden)]
pub mod __private;

#[cfg(feature = "call")]
#[doc(no_inline)]
pub use call::{
    CallContext, CancellationToken, Content, State, ToolCall, ToolError, ToolOutput, ToolResult,
    ToolResults,
};
#[cfg(feature = "call")]
#[doc(no_inline)]
pub use conversation::{Conversation, Next};
#[cfg(feature = "call")]
pub use convert::{from_model, to_model};
#[cfg(feature = "call")]
pub use decode::decode;
#[cfg(feature = "call")]
pub use error::Error;
pub use provider::{Dialect, Provider, UnknownProvider};
pub use render::{NoDeclaration, Outcome, Report, ReportEntry};
#[doc(hidden)]
pub use render::{render, render_output};
#[doc(no_inline)]
pub use schema::{SchemaAs, ToolSchema};
#[cfg(feature = "call")]
#[doc(no_inline)]
pub use set::{
    BuildError, CallOptions, DynamicTool, PendingCall, RequestOptions, SetError, ToolSet,
    ToolSetBuilder, Verdict,
};
pub use spec::ToolAnnotations;
pub use tool::{Tool, ToolDef, Tools};
#[doc(inline)]
pub use toolcast_macros::{ToolSchema, tool, tools};
#[cfg(feature = "call")]
#[doc(no_inline)]
pub use wire::{FinishReason, StreamEvent, ToolChoice, Turn, TurnStream, Usage, WireError};

/// The crate `serde`, for `#[serde(crate = "toolcast::serde")]`.
#[cfg(feature = "call")]
#[doc(no_inline)]
pub use serde;
/// The crate `serde_json`, whose `Value` requests and messages use.
#[cfg(feature = "call")]
#[doc(no_inline)]
pub use serde_json;
