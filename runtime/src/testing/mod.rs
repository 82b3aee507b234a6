//! A test kit: a model that follows a script, arguments made from a tool's schema, and assertions.
//!
//! - [`ScriptedModel`] answers in each chat provider's format, whole and streamed.
//! - [`ModelServer`] is the same behind HTTP, on this machine only.
//! - [`sample_arguments`] makes arguments that a tool accepts.
//! - [`assert_calls`], [`assert_sent`] and [`assert_json`] list differences by path.
//! - [`assert_declarations`] compares the declarations of tools with a file.
#![cfg_attr(doc, doc = include_str!("../../docs/testing.md"))]

mod answer;
mod assert;
mod declarations;
mod model;
mod server;
/// The generator behind [`sample_arguments`].
#[doc(hidden)]
#[allow(missing_docs, clippy::missing_panics_doc, clippy::missing_errors_doc)]
pub mod values;

pub use answer::Answer;
pub use assert::{assert_calls, assert_json, assert_sent, differences};
pub use declarations::assert_declarations;
pub use model::ScriptedModel;
pub use server::{ModelServer, SentRequest};
pub use values::sample_arguments;
