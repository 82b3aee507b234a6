#![doc = include_str!("../README.md")]
//!
//! [`guide`] has the details of servers and clients: HTTP, names, limits, credentials.

mod client;
mod result;
mod server;
mod tool;

#[doc = include_str!("../docs/mcp.md")]
pub mod guide {}

#[cfg(feature = "http")]
pub use client::Token;
pub use client::{Client, ClientBuilder, ConnectionState, Endpoint, ServerStatus};
#[cfg(feature = "http")]
pub use reqwest;
pub use result::call_tool_result;
pub use rmcp;
pub use server::{Handler, ServeError, Server};
#[cfg(feature = "http")]
pub use server::{HttpOptions, HttpServer, HttpService};
pub use tool::{SkippedTool, ToMcpTool, definition};
