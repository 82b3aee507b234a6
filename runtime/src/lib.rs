//! LLM tools from Rust functions: one declaration for each provider, generated at compile time.
//!
//! [`#[tool]`](macro@tool) on a function and [`#[derive(ToolSchema)]`](derive@ToolSchema) on its
//! types compute the JSON schema. Each [`Provider`] gets its own text, because no single schema is
//! accepted by all of them. The runtime decodes the model's arguments, calls the function and
//! encodes the result.
//!
#![cfg_attr(feature = "call", doc = "```")]
#![cfg_attr(not(feature = "call"), doc = "```ignore")]
//! use toolcast::{Provider, ToolCall, tool, toolset};
//!
//! /// Search public repositories.
//! #[tool]
//! fn search_repos(
//!     /// Words to look for
//!     query: &str,
//!     #[tool(default = 10, range(1..=50))] limit: u8,
//! ) -> Vec<String> {
//!     vec![format!("{limit} repositories about {query}")]
//! }
//!
//! // The declaration is a constant.
//! const TEXT: &str = search_repos::schema_for(Provider::Anthropic);
//! assert!(TEXT.starts_with(r#"{"name":"search_repos","description":"Search public"#));
//!
//! // A set runs the calls of a turn.
//! let tools = toolset![search_repos].build()?;
//! let call = ToolCall::new("call_1", "search_repos", r#"{"query": "toml"}"#);
//! let results = futures_executor::block_on(tools.call_all(Provider::Anthropic, [call]));
//! for message in results.to_messages(Provider::Anthropic) {
//!     println!("{message}"); // for the next request
//! }
//! # assert!(!results[0].is_error());
//! # Ok::<(), toolcast::Error>(())
//! ```
//!
//! # Where to look
//!
//! | for | see |
//! |---|---|
//! | a tool: its attributes, types and descriptions | [`attributes`], [`tool`](macro@tool), [`tools`](macro@tools), [`ToolSchema`](derive@ToolSchema) |
//! | its declaration, and what a provider can't express | [`ToolDef`], [`Provider`], [`Report`] |
//! | compile errors, each with the fix | [`errors`] |
//! | the rules of each provider | [`providers`] |
//! | a conversation with a model | [`Conversation`], [`Turn`], [`TurnStream`] |
//! | sets of tools: calls, approval, budgets, errors | [`toolset!`], [`ToolSet`], [`set`] |
//! | the call in a function: state, cancellation, progress | [`CallContext`], [`call`] |
//! | structured output | [`schema!`], [`response_format!`], [`decode()`](fn@decode) |
//! | messages, responses and streams in a provider's format | [`wire`] |
//! | third-party tools and schemas | [`import`](mod@import) |
//! | finished requests | [`lint`] |
//! | URLs, headers, kinds of errors | [`http`](mod@http) |
//! | tests without a network | [`testing`] |
//! | servers and clients of MCP | the crate `toolcast-mcp` |
//! | every bound on size, number and depth | [limits](https://github.com/toolcast/toolcast/blob/main/docs/limits.md) |
//! | errors in one type | [`Error`] |
//! | one task, with its code | [`how_to`] |
//!
//! # Features
//!
#![cfg_attr(doc, doc = include_str!("../docs/features.md"))]
#![cfg_attr(not(feature = "std"), no_std)]
// Shows which feature an item needs.
#![cfg_attr(docsrs, feature(doc_cfg))]
// Facts of providers and helpers that only `chat` uses.
#![cfg_attr(
    all(feature = "call", not(feature = "chat")),
    allow(dead_code, unused_imports, unreachable_pub, clippy::struct_field_names)
)]

extern crate alloc;

#[cfg(feature = "call")]
pub mod call;
mod const_str;
#[cfg(feature = "call")]
mod constraint;
#[cfg(feature = "chat")]
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
mod message;
#[cfg(feature = "call")]
mod order;
mod provider;
mod render;
#[cfg(feature = "call")]
mod request;
pub mod schema;
#[cfg(feature = "call")]
pub mod set;
mod shape;
mod spec;
mod suggest;
#[cfg(feature = "call")]
mod task;
#[cfg(feature = "testing")]
pub mod testing;
#[cfg(feature = "call")]
mod text;
mod tool;
#[cfg(feature = "chat")]
pub mod wire;

// The pages are only read for the documentation: a checkout without symbolic links builds too.
#[cfg(all(doc, any(feature = "chat", not(doctest))))]
#[doc = include_str!("../docs/attributes.md")]
pub mod attributes {}

// The tests of `ui-tests` compile the code of this page.
#[cfg(all(doc, not(doctest)))]
#[doc = include_str!("../docs/errors.md")]
pub mod errors {}

#[cfg(all(doc, not(doctest)))]
#[doc = include_str!("../docs/providers.md")]
pub mod providers {}

/// Pages for one task each.
#[cfg(all(doc, feature = "chat"))]
pub mod how_to {
    #[doc = include_str!("../docs/how-to/approve-calls.md")]
    pub mod approve_calls {}

    #[doc = include_str!("../docs/how-to/declare-many-tools.md")]
    pub mod declare_many_tools {}

    #[doc = include_str!("../docs/how-to/get-structured-output.md")]
    pub mod get_structured_output {}

    #[doc = include_str!("../docs/how-to/limit-an-agent.md")]
    pub mod limit_an_agent {}

    // Without the feature, its code isn't tested.
    #[cfg(any(feature = "http", not(doctest)))]
    #[doc = include_str!("../docs/how-to/send-requests-by-http.md")]
    pub mod send_requests_by_http {}

    #[doc = include_str!("../docs/how-to/store-a-conversation.md")]
    pub mod store_a_conversation {}

    #[doc = include_str!("../docs/how-to/stream-an-answer.md")]
    pub mod stream_an_answer {}

    #[cfg(any(feature = "tracing", not(doctest)))]
    #[doc = include_str!("../docs/how-to/trace-requests-and-calls.md")]
    pub mod trace_requests_and_calls {}

    #[doc = include_str!("../docs/how-to/use-in-a-library.md")]
    pub mod use_in_a_library {}
}

#[cfg(all(doctest, feature = "chat"))]
#[doc = include_str!("../README.md")]
mod readme {}

#[cfg(all(doctest, feature = "chat"))]
#[doc = include_str!("../docs/migrating.md")]
mod migrating {}

#[cfg(all(doctest, feature = "chat"))]
#[doc = include_str!("../docs/dialects.md")]
mod dialects {}

#[doc(hidden)]
pub mod __private;

#[cfg(feature = "call")]
#[doc(no_inline)]
pub use call::{
    CallContext, CancellationToken, Content, ToolCall, ToolError, ToolOutput, ToolResult,
    ToolResults, Verdict,
};
#[cfg(feature = "chat")]
#[doc(no_inline)]
pub use conversation::{Conversation, Next};
#[cfg(feature = "call")]
#[doc(hidden)]
pub use convert::{from_model, to_model};
#[cfg(feature = "call")]
pub use decode::decode;
#[cfg(feature = "call")]
pub use error::Error;
#[doc(hidden)]
pub use provider::Dialect;
pub use provider::{Provider, UnknownProvider};
pub use render::{Outcome, Report, ReportEntry};
#[doc(hidden)]
pub use render::{render, render_output};
#[cfg(feature = "call")]
#[cfg_attr(feature = "chat", doc(no_inline))]
pub use request::{ToolChoice, WireError};
#[cfg_attr(not(feature = "serde_with3"), doc(hidden))]
#[doc(no_inline)]
pub use schema::SchemaAs;
#[doc(no_inline)]
pub use schema::ToolSchema;
#[cfg(feature = "call")]
#[doc(no_inline)]
pub use set::{
    CallOptions, DynamicTool, PendingCall, RequestOptions, SetError, ToolSet, ToolSetBuilder,
};
pub use spec::ToolAnnotations;
#[doc(hidden)] // The type behind the name of each tool.
pub use tool::CompiledTool;
pub use tool::{Tool, ToolDef, Tools};
#[doc(inline)]
pub use toolcast_macros::{ToolSchema, tool, tools};
#[cfg(feature = "chat")]
#[doc(no_inline)]
pub use wire::{FinishReason, StreamEvent, Turn, TurnStream, Usage};

/// The crate `serde`, for `#[serde(crate = "toolcast::serde")]`.
#[cfg(feature = "call")]
#[doc(no_inline)]
pub use serde;
/// The crate `serde_json`, whose `Value` requests and messages use.
#[cfg(feature = "call")]
#[doc(no_inline)]
pub use serde_json;
