//! Calls: from a model's arguments to values, to the function, and back to the result for the
//! model.
//!
//! - `decode`: arguments to values; `lenient`: values that serde reads beyond the schema, listed;
//!   `fuzz`: the corpus of the fuzz targets, replayed;
//! - `calling`: calls through generated code; `failures`: calls that go wrong;
//! - `conversation`: whole conversations, stored and moved to other providers;
//! - `http`: whole HTTP requests, and the errors of responses;
//! - `sets`: sets of tools, their calls and requests;
//! - `testing`: the test kit;
//! - `printed`: values as JSON and as text for a log;
//! - `texts`: the page of the texts that models read;
//! - `wire`: choices, calls, streams, results and whole conversations in each provider's format;
//! - `history`: messages as records, and records on their way to a service;
//! - `span_fields`: a subscriber for tests of spans;
//! - `readme`: the README's commands, links and loop.

#![allow(missing_docs)]
#![allow(clippy::too_many_lines)] // Tests are lists of cases.

mod calling;
mod conversation;
mod decode;
mod failures;
mod fuzz;
mod history;
mod http;
mod lenient;
mod printed;
mod readme;
mod sets;
mod span_fields;
mod testing;
mod texts;
mod wire;
