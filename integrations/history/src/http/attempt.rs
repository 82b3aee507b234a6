//! One blocking HTTP request and its outcome.

use std::fmt;
use std::io::Read as _;
use std::time::Duration;

use ureq::http::{HeaderName, HeaderValue, Response, Uri, header};
use ureq::{Agent, Body, Error};

use super::retry::retry_after;
use super::secrets::SinkSecrets;

/// Maximum number of bytes kept of a response.
const MAX_ANSWER: usize = 64 * 1024;
/// Additional bytes read, so that a secret at the end of the kept part is complete and found.
const MAX_SECRET: usize = 16 * 1024;
/// Maximum number of bytes of a response in an error.
const MAX_REASON: usize = 1024;

/// The URL, headers and client for requests.
pub(super) struct Target {
    url: Uri,
    headers: Vec<(HeaderName, HeaderValue)>,
    secrets: SinkSecrets,
    agent: Agent,
}

impl fmt::Debug for Target {
    // Values of headers, queries and paths may be secret, such as a webhook's path.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (scheme, host) = (self.url.scheme_str(), self.url.authority());
        let host = host.map_or("", |host| host.as_str());
        let names: Vec<_> = self.headers.iter().map(|(name, _)| name.as_str()).collect();
        f.debug_struct("Target")
            .field("url", &format!("{}://{host}", scheme.unwrap_or_default()))
            .field("headers", &names)
            .finish_non_exhaustive()
    }
}

/// The outcome of a request.
pub(super) enum Attempt {
    Answered {
        status: u16,
        answer: String,
        retry_after: Option<Duration>,
    },
    TimedOut,
    /// No connection, or a broken one.
    Broken(String),
    /// A permanent failure that a retry would repeat.
    Hopeless(String),
}

impl Target {
    pub(super) fn new(
        url: Uri,
        headers: Vec<(HeaderName, HeaderValue)>,
        timeout: Duration,
    ) -> Self {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(timeout))
            .max_redirects(0)
            .max_redirects_will_error(false)
            .user_agent(concat!("toolcast/", env!("CARGO_PKG_VERSION")))
            .build();
        Target {
            secrets: SinkSecrets::new(&url, &headers),
            url,
            headers,
            agent: Agent::new_with_config(config),
        }
    }

    /// Sends a body.
    pub(super) fn post(&self, body: &[u8], key: &str) -> Attempt {
        let mut request = self
            .agent
            .post(self.url.clone())
            .header(header::CONTENT_TYPE, "application/json")
            .header("idempotency-key", key);
        if let Some(headers) = request.headers_mut() {
            for (name, value) in &self.headers {
                headers.insert(name.clone(), value.clone());
            }
        }
        match request.send(body) {
            Ok(response) => self.read(response),
            Err(error) => match broken(error) {
                Attempt::Broken(reason) => Attempt::Broken(self.secrets.redact(&reason)),
                Attempt::Hopeless(reason) => Attempt::Hopeless(self.secrets.redact(&reason)),
                other => other,
            },
        }
    }

    fn read(&self, mut response: Response<Body>) -> Attempt {
        let status = response.status().as_u16();
        let retry_after = response
            .headers()
            .get(header::RETRY_AFTER)
            .and_then(|value| retry_after(value.to_str().ok()?));
        let mut answer = Vec::new();
        let most = MAX_ANSWER + MAX_SECRET;
        let body = response.body_mut().as_reader();
        if body.take(most as u64).read_to_end(&mut answer).is_err() {
            // A partial secret wouldn't be found. The status is sufficient.
            answer.clear();
        }
        let is_cut = answer.len() == most;
        let answer = self.secrets.redact(&String::from_utf8_lossy(&answer));
        // Of a secret at the end, only a part may have been read.
        let unsure = if is_cut { self.secrets.longest() } else { 0 };
        let kept = answer.len().saturating_sub(unsure);
        Attempt::Answered {
            status,
            answer: truncated(answer, kept.min(MAX_ANSWER)),
            retry_after,
        }
    }
}

/// Truncates a response to at most so many bytes.
fn truncated(mut answer: String, most: usize) -> String {
    if answer.len() > most {
        let end = (0..=most).rev().find(|at| answer.is_char_boundary(*at));
        answer.truncate(end.unwrap_or(0));
        answer.push_str("..");
    }
    answer
}

/// Truncates a response for an error's text.
pub(super) fn reason(answer: String) -> String {
    truncated(answer, MAX_REASON)
}

/// Classifies a transport error. Omits texts that might contain the URL.
fn broken(error: Error) -> Attempt {
    match error {
        Error::Timeout(_) => Attempt::TimedOut,
        Error::HostNotFound => Attempt::Broken("the host is not known".to_owned()),
        Error::Io(error) => Attempt::Broken(error.to_string()),
        Error::ConnectionFailed => Attempt::Broken("no connection".to_owned()),
        Error::Protocol(error) => Attempt::Broken(error.to_string()),
        Error::ConnectProxyFailed(_) => Attempt::Broken("the proxy made no connection".to_owned()),
        Error::LargeResponseHeader(..) => {
            Attempt::Hopeless("the answer's headers are too long".to_owned())
        }
        Error::Rustls(error) => Attempt::Hopeless(error.to_string()),
        Error::Tls(reason) => Attempt::Hopeless(reason.to_owned()),
        Error::InvalidProxyUrl => Attempt::Hopeless("the proxy's address can't be read".to_owned()),
        _ => Attempt::Hopeless("the request can't be made".to_owned()),
    }
}
