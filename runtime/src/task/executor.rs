//! The program's own runtime: threads for blocking calls, and the timer.

use core::fmt;
use core::future::Future;
use core::pin::Pin;
#[cfg(not(target_family = "wasm"))]
use core::sync::atomic::{AtomicUsize, Ordering};
use core::time::Duration;
use std::sync::Arc;

use super::MaybeSend;

/// Work for a thread that may block.
type Work = Box<dyn FnOnce() + Send>;

/// A future that is ready after some time. It can be sent to another thread, except on wasm32.
#[cfg(not(target_arch = "wasm32"))]
type Sleep = Pin<Box<dyn Future<Output = ()> + Send>>;
/// A future that is ready after some time. It can be sent to another thread, except on wasm32.
#[cfg(target_arch = "wasm32")]
type Sleep = Pin<Box<dyn Future<Output = ()>>>;

/// How blocking work runs, and how time is measured. The default is a thread for each work, up to
/// 512 at a time, and a timer thread.
#[derive(Clone)]
pub struct Executor {
    spawn: Arc<dyn Fn(Work) + Send + Sync>,
    /// `None` is the built-in timer.
    sleep: Option<Arc<dyn Fn(Duration) -> Sleep + Send + Sync>>,
}

/// The default bound on threads, which is Tokio's too.
const MAX_THREADS: usize = 512;

impl Default for Executor {
    fn default() -> Self {
        Executor {
            spawn: Arc::new(threads(MAX_THREADS)),
            sleep: None,
        }
    }
}

impl fmt::Debug for Executor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Executor")
    }
}

impl Executor {
    /// Sets the function that runs work on a thread that may block.
    #[doc(hidden)]
    pub fn set_spawn(&mut self, spawn: impl Fn(Work) + Send + Sync + 'static) {
        self.spawn = Arc::new(spawn);
    }

    /// Runs each work on a thread of its own, at most `max` at a time. Further work is dropped.
    #[doc(hidden)]
    pub fn set_threads(&mut self, max: usize) {
        self.spawn = Arc::new(threads(max));
    }

    /// Sets the timer.
    #[doc(hidden)]
    pub fn set_sleep<F>(&mut self, sleep: impl Fn(Duration) -> F + Send + Sync + 'static)
    where
        F: Future<Output = ()> + MaybeSend + 'static,
    {
        let sleep = move |duration: Duration| -> Sleep { Box::pin(sleep(duration)) };
        self.sleep = Some(Arc::new(sleep));
    }

    /// Runs the work on a thread that may block. If the work is dropped without running, the call
    /// fails.
    pub(super) fn spawn(&self, work: Work) {
        (self.spawn)(work);
    }

    /// Waits with the program's timer, or with the built-in one.
    pub fn sleep(&self, duration: Duration) -> Option<Sleep> {
        match &self.sleep {
            Some(sleep) => Some(sleep(duration)),
            None => timer(duration),
        }
    }
}

/// Waits with the built-in timer. `None` on a target without threads, which has none.
#[cfg(not(target_family = "wasm"))]
#[allow(clippy::unnecessary_wraps)]
pub(crate) fn timer(duration: Duration) -> Option<Sleep> {
    Some(Box::pin(futures_timer::Delay::new(duration)))
}
/// Waits with the built-in timer. `None` on a target without threads, which has none.
#[cfg(target_family = "wasm")]
pub(crate) fn timer(_: Duration) -> Option<Sleep> {
    None
}

/// A slot among the running threads, released when the thread ends.
#[cfg(not(target_family = "wasm"))]
struct Running(Arc<AtomicUsize>);

#[cfg(not(target_family = "wasm"))]
impl Drop for Running {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

/// A thread for each work, up to a bound. Threads can't be cancelled, so tools that hang would
/// otherwise use up the threads of the process.
#[cfg(not(target_family = "wasm"))]
fn threads(max: usize) -> impl Fn(Work) + Send + Sync {
    let running = Arc::new(AtomicUsize::new(0));
    move |work: Work| {
        let before = running.fetch_add(1, Ordering::AcqRel);
        let slot = Running(Arc::clone(&running));
        // Dropping the work fails the call.
        if before >= max {
            return;
        }
        let _ = std::thread::Builder::new()
            .name("toolcast".into())
            .spawn(move || {
                let _slot = slot;
                work();
            });
    }
}
#[cfg(target_family = "wasm")]
fn threads(_: usize) -> impl Fn(Work) + Send + Sync {
    |work: Work| work()
}
