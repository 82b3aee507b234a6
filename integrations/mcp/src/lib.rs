// The code of both pages needs a server and a client, over HTTP too, with OAuth.
#![cfg_attr(
    any(all(feature = "oauth", feature = "http-server"), not(doctest)),
    doc = include_str!("../README.md")
)]
//!
//! [`guide`] has the details of servers and clients: HTTP, names, limits, credentials.

// Shows which feature an item needs.
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "client")]
mod client;
mod result;
#[cfg(feature = "server")]
mod server;
mod tool;

#[cfg(any(all(feature = "oauth", feature = "http-server"), not(doctest)))]
#[cfg(doc)]
#[doc = include_str!("../docs/mcp.md")]
pub mod guide {}

#[cfg(feature = "http-client")]
pub use client::Token;
#[cfg(feature = "client")]
pub use client::{Client, ClientBuilder, ConnectionState, McpEndpoint, ServerStatus};
#[cfg(feature = "http-client")]
pub use reqwest;
pub use result::call_tool_result;
pub use rmcp;
#[cfg(feature = "server")]
pub use server::{Handler, ServeError, Server};
#[cfg(feature = "http-server")]
pub use server::{HttpOptions, HttpServer, HttpService, HttpSessions, HttpSessionsError};
#[cfg(feature = "client")]
pub use tool::definition;
pub use tool::{McpToolError, ToMcpTool};
