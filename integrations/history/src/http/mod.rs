//! Sends records to an HTTP service: one POST per batch, retried if that may help.

mod attempt;
mod builder;
mod retry;
mod secrets;

pub use builder::HttpSinkBuilder;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::Value;

use self::attempt::{RequestFailure, Target};
use self::retry::Retry;
use super::sink::{Batch, HistorySink, SendReport, Sending, SinkError};
use toolcast::integration::{Executor, catch_panic, run_blocking};

/// Builds the body of a request.
type Body = dyn Fn(&Batch) -> Value + Send + Sync;

/// Sends each batch to a service by POST, as JSON.
///
/// ```
/// use std::time::Duration;
/// use toolcast_history::HttpSink;
///
/// let sink = HttpSink::builder("https://audit.example.com/v1/history")
///     .bearer("a-secret")
///     .header("x-tenant", "harbor")
///     .timeout(Duration::from_secs(5))
///     .retries(2)
///     .build()?;
/// assert!(!format!("{sink:?}").contains("a-secret"));
/// # Ok::<(), toolcast_history::SinkError>(())
/// ```
///
/// - **Attempts** run on their own thread, or as [`HttpSinkBuilder::spawn_blocking`] sets; the
///   future needs no runtime. A request has the content type `application/json` and an
///   `idempotency-key`. The key is the same for all attempts of a batch, so that a receiver can
///   detect duplicates. Redirects aren't followed, because the token is only for this URL.
/// - **Retries** follow a status of 408, 429 or 5xx, a failed or broken connection, and a timeout.
///   The delay is half a second, reduced at random by up to half, and doubles each time. A longer
///   `Retry-After` replaces it. If that exceeds the longest delay, the batch fails immediately and
///   the error has the requested delay.
/// - **Dropping** the future prevents further attempts. An attempt in progress can't be cancelled;
///   it ends by itself, after the timeout at the latest.
/// - **Proxies** are read from the environment (`HTTPS_PROXY`, `NO_PROXY`, ..).
#[derive(Clone)]
pub struct HttpSink(Arc<Inner>);

struct Inner {
    target: Arc<Target>,
    retry: Retry,
    body: Option<Box<Body>>,
    executor: Executor,
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
    /// Creates a builder for this URL: `https`, or `http`. Over `http`, a token or another header
    /// is sent only to this machine, unless [`allow_plain_http`](HttpSinkBuilder::allow_plain_http)
    /// is set.
    pub fn builder(url: impl Into<String>) -> HttpSinkBuilder {
        HttpSinkBuilder::new(url.into())
    }

    async fn post(&self, batch: &Batch) -> Result<SendReport, SinkError> {
        let body: Arc<[u8]> = self.write(batch)?.into();
        let key = retry::random_key();
        // Set when the future is dropped.
        let dropped = OnDrop(Arc::default());
        let mut attempts = 0;
        loop {
            attempts += 1;
            let failed = match self.attempt(&body, &key, attempts, &dropped.0).await? {
                Ok(sent) => return Ok(sent),
                Err(failed) => failed,
            };
            let Some(wait) = self.0.retry.delay(&failed, attempts) else {
                return Err(failed.error);
            };
            match catch_panic(|| self.0.executor.sleep(wait)) {
                Ok(Some(sleep)) => sleep.await,
                Ok(None) => return Err(SinkError::failed("a retry needs a timer")),
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
        written.map_err(|error| SinkError::failed(ToString::to_string(&error)))
    }

    /// Runs one request on another thread.
    async fn attempt(
        &self,
        body: &Arc<[u8]>,
        key: &str,
        attempts: u32,
        dropped: &Arc<AtomicBool>,
    ) -> Result<Result<SendReport, RequestFailure>, SinkError> {
        let (target, body, dropped) = (
            Arc::clone(&self.0.target),
            Arc::clone(body),
            Arc::clone(dropped),
        );
        let key = String::from(key);
        let work =
            move || (!dropped.load(Ordering::Acquire)).then(|| target.post(&body, &key, attempts));
        let ran = run_blocking(&self.0.executor, work).await;
        let attempt = ran.map_err(SinkError::failed)?.flatten();
        attempt.ok_or_else(|| SinkError::failed("the request could not be started"))
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
