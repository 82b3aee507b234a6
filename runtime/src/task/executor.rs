//! The executor of blocking calls, and the timer.

use core::fmt;
use core::future::Future;
use core::pin::Pin;
use core::sync::atomic::AtomicUsize;
#[cfg(not(target_family = "wasm"))]
use core::sync::atomic::Ordering;
use core::time::Duration;
use std::sync::Arc;

/// A future that is ready after some time. It can be sent to another thread, except on wasm32.
#[cfg(not(target_arch = "wasm32"))]
pub type Sleep = Pin<Box<dyn Future<Output = ()> + Send>>;
/// A future that is ready after some time. It can be sent to another thread, except on wasm32.
#[cfg(target_arch = "wasm32")]
pub type Sleep = Pin<Box<dyn Future<Output = ()>>>;

/// The program's own runtime, for blocking calls and timers.
///
/// ```
/// use std::time::Duration;
/// use toolcast::set::{Executor, Sleep};
///
/// /// A thread for each blocking call, and time by a thread that sleeps. With Tokio, `tokio::task::spawn_blocking(work)` and
/// /// `Some(Box::pin(tokio::time::sleep(duration)))`.
/// struct Own;
///
/// impl Executor for Own {
///     fn spawn_blocking(&self, work: Box<dyn FnOnce() + Send>) {
///         std::thread::spawn(work);
///     }
/// }
/// ```
pub trait Executor: Send + Sync {
    /// Runs the work on a thread that may block. If the work is dropped without running, the call
    /// fails.
    fn spawn_blocking(&self, work: Box<dyn FnOnce() + Send>);

    /// Returns a future that is ready after the time. `None`, the default, selects a timer thread
    /// shared by all calls.
    fn sleep(&self, duration: Duration) -> Option<Sleep> {
        let _ = duration;
        None
    }
}

/// The default executor: a thread for each blocking call, up to a bound. Threads can't be
/// cancelled, so tools that hang would otherwise use up the threads of the process.
#[derive(Debug)]
#[cfg_attr(target_family = "wasm", allow(dead_code))] // Without threads, none are counted.
pub struct Threads {
    max: usize,
    running: Arc<AtomicUsize>,
}

impl Threads {
    /// The default bound, which is Tokio's too.
    const DEFAULT_MAX: usize = 512;

    /// Creates an executor that runs at most `max` threads at a time. It drops further work, so
    /// that its call fails.
    pub fn new(max: usize) -> Self {
        let running = Arc::default();
        Threads { max, running }
    }
}

/// At most 512 threads at a time.
impl Default for Threads {
    fn default() -> Self {
        Threads::new(Self::DEFAULT_MAX)
    }
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

impl Executor for Threads {
    fn spawn_blocking(&self, work: Box<dyn FnOnce() + Send>) {
        #[cfg(not(target_family = "wasm"))]
        {
            let before = self.running.fetch_add(1, Ordering::AcqRel);
            let running = Running(Arc::clone(&self.running));
            // Dropping the work fails the call.
            if before >= self.max {
                return;
            }
            let _ = std::thread::Builder::new()
                .name("toolcast".into())
                .spawn(move || {
                    let _running = running;
                    work();
                });
        }
        #[cfg(target_family = "wasm")]
        work();
    }
}

impl fmt::Debug for dyn Executor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Executor")
    }
}

/// Waits with the program's timer, or with the built-in one.
#[doc(hidden)]
#[allow(clippy::unnecessary_wraps)] // Without threads there is no built-in timer.
pub fn sleep(executor: &dyn Executor, duration: Duration) -> Option<Sleep> {
    if let Some(sleep) = executor.sleep(duration) {
        return Some(sleep);
    }
    #[cfg(not(target_family = "wasm"))]
    return Some(Box::pin(futures_timer::Delay::new(duration)));
    #[cfg(target_family = "wasm")]
    None
}
