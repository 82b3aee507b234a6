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

use std::time::{Duration, Instant};

/// Far more than anything here needs, so that a slow machine doesn't fail. Without bounds, many
/// inputs take hours.
const SOON: Duration = Duration::from_secs(120);

/// Fails the test if the work takes longer than [`SOON`].
#[track_caller]
fn soon(what: &str, run: impl FnOnce()) {
    let begin = Instant::now();
    run();
    let took = begin.elapsed();
    assert!(took < SOON, "{what} took {took:?}");
}
