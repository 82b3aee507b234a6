//! Runs caller-supplied code: panics become errors, blocking work gets a thread, and futures are
//! joined in order. Independent of tools.

mod blocking;
mod catch_panic;
mod executor;
mod join;
mod maybe_send;
mod oneshot;

pub use blocking::run_blocking;
pub use catch_panic::catch_panic;
pub(crate) use catch_panic::{CatchDrop, CatchUnwind, drop_catching};
pub use executor::Executor;
pub(crate) use executor::timer;
pub(crate) use join::Join;
pub(crate) use maybe_send::BoxFuture;
pub use maybe_send::MaybeSend;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Locks a value, also after a panic of a thread that had locked it.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the time. Not every wasm target has a clock, and reading a missing clock panics.
#[allow(clippy::unnecessary_wraps)] // See above.
pub(crate) fn now() -> Option<Instant> {
    #[cfg(not(target_family = "wasm"))]
    return Some(Instant::now());
    #[cfg(target_family = "wasm")]
    None
}
