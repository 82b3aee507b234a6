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
pub use conversation::{Conversation, Next};
#[cfg(feature = "call")]
pub use convert::{from_model, to_model};
#[cfg(feature = "call")]
pub use decode::decode;
pub use provider::{Dialect, Provider, UnknownProvider};
pub use render::{NoDeclaration, Outcome, Report, ReportEntry, render, render_output};
pub use schema::{SchemaAs, ToolSchema};
#[cfg(feature = "call")]
pub use set::{BuildError, ToolSet, ToolSetBuilder};
pub use spec::ToolAnnotations;
pub use tool::{Tool, ToolDef, Tools};
#[doc(inline)]
pub use toolcast_macros::{ToolSchema, tool, tools};

#[cfg(feature = "call")]
pub use wire::ToolChoice;

#[cfg(feature = "call")]
pub use serde;
