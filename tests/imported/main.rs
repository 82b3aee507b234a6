//! Third-party schemas and tools, read at run time.
//!
//! - `schemas`: raw schemas, keyword by keyword, and tools built from them;
//! - `definitions`: tools in any provider's shape, one by one and many in a set;
//! - `measured`: statistics on third-party schemas, the official test suite, arguments against the
//!   original schema.

#![allow(clippy::too_many_lines)] // Tests are lists of cases.

mod definitions;
mod measured;
mod schemas;
