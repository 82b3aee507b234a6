//! Counted, not timed, work: allocations and instructions for one, two and four times as much
//! input. Quadratic growth fails a test.
//!
//! - `attacked`, `attacked_inputs`: time and memory of the first review's inputs, in a release
//!   build;
//! - `tools`: hundreds of third-party tools: imported, put into a set, sent to providers;
//! - `arguments`: arguments of growing size for a tool's own types;
//! - `broken`: texts that aren't JSON, deep ones and long ones;
//! - `calls`: turns of many calls, and long conversations;
//! - `checks`: arguments for a foreign tool, checked against its own schema;
//! - `copies`: foreign definitions with a part that many others refer to;
//! - `hostile`: foreign schemas that end at a bound, and long patterns;
//! - `mcp`: many tools and calls of a server;
//! - `mcp_lines`: lines, pages, progress and sessions of a hostile client or server;
//! - `series`: foreign schemas of growing size, imported;
//! - `streams`: streams of growing length, and the memory that they keep;
//! - `variants`: enums of ten, a hundred and two hundred variants, decoded;
//! - `compiling`: rustc at a crate of one tool and of twenty, beside the counts in `expected`;
//! - `instructions`: groups of tasks, each in a process of its own, counted by valgrind;
//! - `growth`: decides if figures grow in proportion to their input.

mod arguments;
mod attacked;
mod attacked_inputs;
mod broken;
mod calls;
mod checks;
mod compiling;
mod copies;
mod growth;
mod hostile;
mod instructions;
#[cfg(feature = "mcp")]
mod mcp;
#[cfg(feature = "mcp")]
mod mcp_lines;
mod series;
mod streams;
mod tools;
mod variants;
