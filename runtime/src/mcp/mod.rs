#![doc = include_str!("../../docs/mcp.md")]

mod client;
mod result;
mod server;
mod tool;

#[cfg(feature = "mcp-http")]
pub use client::Token;
pub use client::{Client, ClientBuilder, Connection, Endpoint, ServerStatus};
#[cfg(feature = "mcp-http")]
pub use reqwest;
pub use rmcp;
pub use server::{Handler, ServeError, Server};
#[cfg(feature = "mcp-http")]
pub use server::{HttpOptions, HttpServer, HttpService};
pub use tool::LeftOut;
