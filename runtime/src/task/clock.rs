//! The clock, where there is one.

use std::time::Instant;

/// Returns the time. Not every wasm target has a clock, and reading a missing clock panics.
#[allow(clippy::unnecessary_wraps)] // See above.
pub(crate) fn now() -> Option<Instant> {
    #[cfg(not(target_family = "wasm"))]
    return Some(Instant::now());
    #[cfg(target_family = "wasm")]
    None
}
