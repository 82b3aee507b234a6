//! MCP over the official SDK: a set as a server, and the tools of servers in a set.
//!
//! - `serving`: a set from the view of the SDK's own client;
//! - `older`: the messages for clients of older protocols, line by line;
//! - `using`: tools of servers in a set;
//! - `failing`: servers that are absent, disconnect, or send invalid data;
//! - `hardened`: streamable HTTP with untrusted clients;
//! - `hung_up`: HTTP clients that disconnect during a call;
//! - `bounds`: bounds on the data that servers send and the work that they cause;
//! - `http`: streamable HTTP, with headers and tokens;
//! - `redirects`: those that are followed;
//! - `relisting`: lists that are requested again, with `by_hand`, a server whose messages a test
//!   writes;
//! - `notices`: notices of changes and of progress, and for how long a list is current;
//! - `answers`: content that the model receives once, links, and results that a proxy passes on;
//! - `crowded`: requests that run at a time, with `gate`, a guard before a server over HTTP;
//! - `secrets`: credentials, which no text may contain, with `stub`, an HTTP server that fails;
//! - `corpus`: real tools through a server, a client and a server again;
//! - `texts`: the section on MCP of the page of the texts that models read;
//! - `outside`: servers of the official Python SDK, which `tests/conformance/mcp/run` provides.

#![allow(clippy::too_many_lines)] // Tests are lists of cases.

mod answers;
mod attacked;
mod bounds;
mod by_hand;
mod corpus;
mod crowded;
mod failing;
mod gate;
mod hardened;
mod http;
mod hung_up;
mod notices;
mod oauth;
mod older;
mod outside;
mod raw;
mod redirects;
mod relisting;
mod secrets;
mod serving;
mod stub;
mod support;
mod texts;
mod using;
