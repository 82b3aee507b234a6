//! Work on a thread that may block, as a future.

use super::oneshot::oneshot;
use super::{Executor, catch_panic};

/// Runs the work on a thread of the executor, and returns its value. `None` if the executor dropped
/// the work, or if the work panicked. If the future is dropped, the work ends by itself, and its
/// value is dropped there.
///
/// # Errors
///
/// Returns the message if the executor panics, as that of a runtime which is shutting down may.
#[doc(hidden)]
pub async fn run_blocking<T: Send + 'static>(
    executor: &Executor,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<Option<T>, String> {
    let (sender, receiver) = oneshot();
    // If the future was dropped, `send` drops the value, which may panic.
    let work = Box::new(move || {
        let _ = catch_panic(|| sender.send(work()));
    });
    catch_panic(|| executor.spawn(work))?;
    Ok(receiver.await)
}
