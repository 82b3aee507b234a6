//! The builder of [`HttpSink`], and its checks of URL, token and headers.

use std::fmt;
use std::future::Future;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use ureq::http::{HeaderName, HeaderValue, Uri};

use super::attempt::Target;
use super::retry::Retry;
use super::{Body, HttpSink, Inner};
use crate::sink::{Batch, SinkError};
use toolcast::integration::Executor;
use toolcast::set::MaybeSend;

/// Builds an [`HttpSink`].
#[must_use = "a builder does nothing before `build`"]
pub struct HttpSinkBuilder {
    url: String,
    /// The headers, including the token's. Never shown.
    headers: Vec<(String, String)>,
    timeout: Duration,
    retry: Retry,
    plain_http: bool,
    body: Option<Box<Body>>,
    executor: Executor,
}

impl fmt::Debug for HttpSinkBuilder {
    // The URL may contain secrets too.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpSinkBuilder")
            .field("timeout", &self.timeout)
            .field("retry", &self.retry)
            .finish_non_exhaustive()
    }
}

impl HttpSinkBuilder {
    pub(super) fn new(url: String) -> Self {
        HttpSinkBuilder {
            url,
            headers: Vec::new(),
            timeout: Duration::from_secs(10),
            retry: Retry::DEFAULT,
            plain_http: false,
            body: None,
            executor: Executor::default(),
        }
    }

    /// Sets the header `authorization: Bearer ..`. The token appears in no error and no `Debug`
    /// output.
    pub fn bearer(self, token: impl AsRef<str>) -> Self {
        self.header("authorization", format!("Bearer {}", token.as_ref()))
    }

    /// Sets a header, replacing one with the same name.
    pub fn header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        let name = name.into();
        self.headers
            .retain(|(known, _)| !known.eq_ignore_ascii_case(&name));
        self.headers.push((name, value.into()));
        self
    }

    /// Sets the timeout of one attempt, from name resolution to the end of the response. The
    /// default is 10 seconds.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Sets the maximum number of retries; 0 disables them. The default is 3.
    pub fn retries(mut self, times: u32) -> Self {
        self.retry.times = times;
        self
    }

    /// Sets the delay before the second attempt, and the maximum delay before any attempt. The
    /// defaults are half a second and 30 seconds.
    pub fn back_off(mut self, first: Duration, longest: Duration) -> Self {
        self.retry.first = first;
        self.retry.longest = longest;
        self
    }

    /// Allows sending headers, including the token, and a query over plain `http` to other
    /// machines. Anyone on the network path can read them.
    pub fn allow_plain_http(mut self) -> Self {
        self.plain_http = true;
        self
    }

    /// Sets a custom body: any JSON, for services that expect another format than [`Batch`].
    pub fn body(mut self, body: impl Fn(&Batch) -> Value + Send + Sync + 'static) -> Self {
        self.body = Some(Box::new(body));
        self
    }

    /// Sets a function that runs an attempt on a thread that may block, such as
    /// `|work| { tokio::task::spawn_blocking(work); }`. If it drops the work, the batch fails. The
    /// default is a thread for each attempt.
    pub fn spawn_blocking(
        mut self,
        spawn: impl Fn(Box<dyn FnOnce() + Send>) + Send + Sync + 'static,
    ) -> Self {
        self.executor.set_spawn(spawn);
        self
    }

    /// Sets the timer of the delays between attempts, such as `tokio::time::sleep`. The default is
    /// the timer of `toolcast`.
    pub fn sleep<F>(mut self, sleep: impl Fn(Duration) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = ()> + MaybeSend + 'static,
    {
        self.executor.set_sleep(sleep);
        self
    }

    /// Builds the sink without sending anything.
    ///
    /// # Errors
    ///
    /// [`SinkError::Invalid`] if the URL, the timeout, the token or a header is invalid. The error
    /// never contains their text.
    pub fn build(self) -> Result<HttpSink, SinkError> {
        let url = self.check_url()?;
        if self.timeout.is_zero() {
            return Err(invalid("the timeout is zero"));
        }
        let headers = self
            .headers
            .iter()
            .map(|(name, value)| check_header(name, value))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(HttpSink(Arc::new(Inner {
            target: Arc::new(Target::new(url, headers, self.timeout)),
            retry: self.retry,
            body: self.body,
            executor: self.executor,
        })))
    }

    fn check_url(&self) -> Result<Uri, SinkError> {
        let url: Uri = self
            .url
            .parse()
            .map_err(|error| invalid(format!("the address can't be read: {error}")))?;
        let plain = match url.scheme_str() {
            Some("https") => false,
            Some("http") => true,
            _ => {
                return Err(invalid(
                    "the address must begin with `https://` or `http://`",
                ));
            }
        };
        let authority = url.authority().map_or("", |authority| authority.as_str());
        if authority.contains('@') {
            return Err(invalid(
                "the address has a name or password in it: give them as a header",
            ));
        }
        let host = url.host().unwrap_or_default();
        if host.is_empty() {
            return Err(invalid("the address has no host"));
        }
        if authority.len() > host.len() && url.port_u16().is_none() {
            return Err(invalid("the address has an invalid port"));
        }
        // A value of the query may be a key.
        let is_secret = !self.headers.is_empty() || url.query().is_some_and(|it| !it.is_empty());
        if plain && is_secret && !self.plain_http && !is_this_machine(host) {
            return Err(invalid(
                "headers or a query would be sent over `http` to another machine: use `https`, or `allow_plain_http` if the connection is safe",
            ));
        }
        Ok(url)
    }
}

fn check_header(name: &str, value: &str) -> Result<(HeaderName, HeaderValue), SinkError> {
    let read = HeaderName::try_from(name).map_err(|_| invalid("a header's name isn't valid"))?;
    let is_token = name.eq_ignore_ascii_case("authorization");
    let Ok(mut value) = HeaderValue::try_from(value) else {
        return Err(invalid(if is_token {
            "the token has characters that a header can't contain".into()
        } else {
            format!("the value of the header `{read}` has characters that a header can't contain")
        }));
    };
    value.set_sensitive(true);
    Ok((read, value))
}

fn is_this_machine(host: &str) -> bool {
    let host = host.trim_start_matches('[').trim_end_matches(']');
    host.eq_ignore_ascii_case("localhost")
        || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

fn invalid(reason: impl Into<String>) -> SinkError {
    SinkError::Invalid {
        reason: reason.into(),
    }
}
