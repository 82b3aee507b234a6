//! MCP over the official SDK: a set as a server, and the tools of servers in a set.
//!
//! - `serving`: what the SDK's own client sees of a set;
//! - `older`: what goes over the wire, line by line, for clients of older protocols;
//! - `using`: tools of servers in a set;
//! - `failing`: servers that are not there, go away, or send what is none;
//! - `hardened`: streamable HTTP under clients that the server can't trust;
//! - `hung_up`: clients over HTTP that go away during a call;
//! - `bounds`: bounds on what servers send and start;
//! - `http`: streamable HTTP, with headers and tokens;
//! - `secrets`: credentials, and that no text has them, with `stub`, an HTTP server that fails;
//! - `corpus`: real tools through a server, a client and a server again;
//! - `outside`: servers of the official Python SDK, which `tests/conformance/mcp/run` brings.

mod bounds;
mod corpus;
mod failing;
mod hardened;
mod http;
mod hung_up;
mod older;
mod outside;
mod raw;
mod secrets;
mod serving;
mod stub;
mod support;
mod using;
