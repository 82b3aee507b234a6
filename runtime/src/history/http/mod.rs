//! Records to an HTTP service: one POST a batch, tried again where that may help.

mod attempt;
mod builder;
mod retry;
mod secrets;

pub use builder::HttpSinkBuilder;

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::sync::atomic::{AtomicBool, Ordering};

use serde_json::Value;

use self::attempt::{Attempt, Target};
use self::retry::Retry;
use super::sink::{Batch, HistorySink, Sending, Sent, SinkError};
use crate::task::{Executor, catch_panic, oneshot, sleep};

/// Writes the body of a request.
type Body = dyn Fn(&Batch) -> Value + Send + Sync;

/// Sends each batch to a service by POST, as JSON.
///
/// ```
/// use std::time::Duration;
/// use toolcast::history::HttpSink;
///
/// let sink = HttpSink::builder("https://audit.example.com/v1/history")
///     .bearer("a-secret")
///     .header("x-tenant", "harbor")
///     .timeout(Duration::from_secs(5))
///     .retries(2)
///     .build()?;
/// assert!(!format!("{sink:?}").contains("a-secret"));
/// # Ok::<(), toolcast::history::SinkError>(())
/// ```
///
/// - **An attempt** runs on a thread of its own, or where the [`Executor`] says; the future needs no runtime. It has the content type `application/json` and an
///   `idempotency-key`, the same for all attempts of a batch, by which a receiver may know one that it has already. No redirect is followed: the token is for this address.
/// - **Again** it is tried after status 408, 429 and 5xx, where no connection can be made or it breaks, and where no answer comes in time: after half a second or up to half of it less, then
///   twice that, and so on. A `Retry-After` is waited for where it is longer; where it is beyond the longest wait, the batch fails at once and the error says how long.
/// - **Dropping** the future ends it: no attempt begins after that. One that is under way can't be called back; it ends by itself, after the timeout at the latest.
/// - **Proxies** are those of the environment (`HTTPS_PROXY`, `NO_PROXY`, ..).
#[derive(Clone)]
pub struct HttpSink(Arc<Inner>);

struct Inner {
    target: Arc<Target>,
    retry: Retry,
    body: Option<Box<Body>>,
    executor: Arc<dyn Executor>,
}

impl fmt::Debug for HttpSink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpSink")
            .field("target", &self.0.target)
            .field("retry", &self.0.retry)
            .finish_non_exhaustive()
    }
}

impl HttpSink {
    /// Begins to make one for this address: `https`, or `http`, to which a token or other header is only sent on this machine unless
    /// [`allow_plain_http`](HttpSinkBuilder::allow_plain_http) says otherwise.
    pub fn builder(url: impl Into<String>) -> HttpSinkBuilder {
        HttpSinkBuilder::new(url.into())
    }

    async fn post(&self, batch: &Batch) -> Result<Sent, SinkError> {
        let body: Arc<[u8]> = self.write(batch)?.into();
        let key = retry::random_key();
        // Set when the future is dropped.
        let dropped = OnDrop(Arc::default());
        let mut attempts = 0;
        loop {
            attempts += 1;
            let attempt = self.attempt(&body, &key, &dropped.0).await?;
            let wait = match self.0.retry.judge(attempt, attempts) {
                Ok(done) => return done,
                Err(wait) => wait,
            };
            let executor = &*self.0.executor;
            match catch_panic(|| sleep(executor, wait)) {
                Ok(Some(sleep)) => sleep.await,
                Ok(None) => return Err(SinkError::failed("there is no timer to wait by")),
                Err(message) => return Err(SinkError::failed(message)),
            }
        }
    }

    fn write(&self, batch: &Batch) -> Result<Vec<u8>, SinkError> {
        let written = match &self.0.body {
            None => serde_json::to_vec(batch),
            Some(body) => match catch_panic(|| body(batch)) {
                Ok(body) => serde_json::to_vec(&body),
                Err(message) => return Err(SinkError::failed(message)),
            },
        };
        written.map_err(|error| SinkError::failed(alloc::string::ToString::to_string(&error)))
    }

    /// One request, on another thread.
    async fn attempt(
        &self,
        body: &Arc<[u8]>,
        key: &str,
        dropped: &Arc<AtomicBool>,
    ) -> Result<Attempt, SinkError> {
        let (sender, receiver) = oneshot();
        let (target, body, dropped) = (
            Arc::clone(&self.0.target),
            Arc::clone(body),
            Arc::clone(dropped),
        );
        let key = String::from(key);
        let work = Box::new(move || {
            if !dropped.load(Ordering::Acquire) {
                sender.send(target.post(&body, &key));
            }
        });
        // A runtime that is shut down may panic here.
        catch_panic(|| self.0.executor.spawn_blocking(work)).map_err(SinkError::failed)?;
        receiver
            .await
            .ok_or_else(|| SinkError::failed("the request could not be started"))
    }
}

impl HistorySink for HttpSink {
    fn send<'s>(&'s self, batch: &'s Batch) -> Sending<'s> {
        Box::pin(self.post(batch))
    }
}

struct OnDrop(Arc<AtomicBool>);

impl Drop for OnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
    }
}
