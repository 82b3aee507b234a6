//! Locks that a panic doesn't close.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a value, also after a panic of a thread that had locked it.
#[doc(hidden)]
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
