//! One blocking HTTP request and its outcome.

use std::fmt;
use std::io::Read as _;
use std::time::Duration;

use ureq::http::{HeaderName, HeaderValue, Response, Uri, header};
use ureq::{Agent, Body, Error};

use super::retry::retry_after;
use super::secrets::SinkSecrets;
use crate::sink::{SendReport, SinkError};

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

/// A failed request.
#[derive(Debug)]
pub(super) struct RequestFailure {
    pub(super) error: SinkError,
    /// The wait that the receiver asks for, or none. `None` if another request would fail too.
    pub(super) again: Option<Duration>,
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

    pub(super) fn post(
        &self,
        body: &[u8],
        key: &str,
        attempts: u32,
    ) -> Result<SendReport, RequestFailure> {
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
            Ok(response) => self.read(response, attempts),
            Err(Error::Timeout(_)) => Err(RequestFailure {
                error: SinkError::TimedOut { attempts },
                again: Some(Duration::ZERO),
            }),
            Err(error) => {
                let (reason, is_permanent) = broken(error);
                let reason = self.secrets.redact(&reason);
                Err(RequestFailure {
                    error: SinkError::Unreachable { reason, attempts },
                    again: (!is_permanent).then_some(Duration::ZERO),
                })
            }
        }
    }

    fn read(
        &self,
        mut response: Response<Body>,
        attempts: u32,
    ) -> Result<SendReport, RequestFailure> {
        let status = response.status().as_u16();
        let retry_after = response
            .headers()
            .get(header::RETRY_AFTER)
            .and_then(|value| retry_after(value.to_str().ok()?));
        let mut answer = Vec::new();
        let max = MAX_ANSWER + MAX_SECRET;
        let body = response.body_mut().as_reader();
        if body.take(max as u64).read_to_end(&mut answer).is_err() {
            // A partial secret wouldn't be found. The status is sufficient.
            answer.clear();
        }
        let is_cut = answer.len() == max;
        let answer = self.secrets.redact(&String::from_utf8_lossy(&answer));
        // Of a secret at the end, only a part may have been read.
        let unsure = if is_cut { self.secrets.longest() } else { 0 };
        let kept = answer.len().saturating_sub(unsure);
        let answer = truncated(answer, kept.min(MAX_ANSWER));
        outcome(status, answer, retry_after, attempts)
    }
}

pub(super) fn outcome(
    status: u16,
    answer: String,
    retry_after: Option<Duration>,
    attempts: u32,
) -> Result<SendReport, RequestFailure> {
    if (200..300).contains(&status) {
        return Ok(SendReport {
            status: Some(status),
            attempts,
            answer,
        });
    }
    let is_temporary = matches!(status, 408 | 429 | 500..600);
    Err(RequestFailure {
        error: SinkError::Refused {
            status,
            answer: truncated(answer, MAX_REASON),
            retry_after,
            attempts,
        },
        again: is_temporary.then(|| retry_after.unwrap_or_default()),
    })
}

fn truncated(mut answer: String, max: usize) -> String {
    if answer.len() > max {
        let end = (0..=max).rev().find(|at| answer.is_char_boundary(*at));
        answer.truncate(end.unwrap_or(0));
        answer.push_str("..");
    }
    answer
}

/// Returns the reason of a transport error, without texts that might contain the URL, and true if
/// it is permanent.
fn broken(error: Error) -> (String, bool) {
    let (reason, is_permanent) = match error {
        Error::Io(error) => return (error.to_string(), false),
        Error::Protocol(error) => return (error.to_string(), false),
        Error::Rustls(error) => return (error.to_string(), true),
        Error::Tls(reason) => (reason, true),
        Error::HostNotFound => ("the host is not known", false),
        Error::ConnectionFailed => ("no connection", false),
        Error::ConnectProxyFailed(_) => ("the proxy made no connection", false),
        Error::LargeResponseHeader(..) => ("the answer's headers are too long", true),
        Error::InvalidProxyUrl => ("the proxy's address can't be read", true),
        _ => ("the request can't be made", true),
    };
    (reason.to_owned(), is_permanent)
}
