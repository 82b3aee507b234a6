//! Errors in the responses of a provider.

use core::fmt;
use core::time::Duration;
use std::borrow::Cow;

use http::response::Parts;
use http::{HeaderMap, StatusCode};
use serde_json::Value;

use super::json::texts;
use super::wait::wait;
use crate::provider::{ErrorKind, Errors, Provider};
use crate::request::WireError;
use crate::text::{excerpt, hide_credentials};

/// Maximum number of bytes of a body that is read as JSON.
const MAX_BODY: usize = 1 << 20;
/// Maximum number of bytes of a text that is searched.
const MAX_SEARCHED: usize = 16 << 10;
/// Maximum number of bytes of a message.
const MAX_MESSAGE: usize = 1000;
/// Maximum number of bytes of a code or an id.
const MAX_CODE: usize = 128;

/// An error in a provider's response: the reason, and whether a retry makes sense.
///
/// ```
/// use http::{HeaderMap, StatusCode};
/// use toolcast::Provider;
/// use toolcast::http::{ApiError, ErrorKind};
///
/// let body = br#"{"error":{"code":"context_length_exceeded","message":"Too long."}}"#;
/// let error = ApiError::new(Provider::OpenAi, StatusCode::BAD_REQUEST, &HeaderMap::new(), body);
/// assert_eq!(error.kind, ErrorKind::ContextTooLong);
/// assert!(!error.is_retryable());
/// assert_eq!(error.to_string(), "openai: 400 (context_length_exceeded): Too long.");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ApiError {
    /// The provider.
    pub provider: Provider,
    /// The status of the response.
    pub status: StatusCode,
    /// The kind of error.
    pub kind: ErrorKind,
    /// The provider's code or type, at most 128 bytes. `…` follows if it was cut.
    pub code: Option<String>,
    /// The provider's text, or the beginning of another body; at most 1,000 bytes, without what
    /// looks like a key. `…` follows if it was cut.
    pub message: String,
    /// The time that the response asks to wait, at most a day.
    pub retry_after: Option<Duration>,
    /// The request id to quote to the provider's support; at most 128 bytes.
    pub request_id: Option<String>,
    /// The provider's own word on a retry.
    should_retry: Option<bool>,
}

impl ApiError {
    /// Reads the response of a provider whose status isn't a success. Any body is accepted: other
    /// formats, such as the page of a proxy, become the message.
    pub fn new(provider: Provider, status: StatusCode, headers: &HeaderMap, body: &[u8]) -> Self {
        let facts = provider.http().map_or(Errors::COMMON, |facts| facts.errors);
        let json = Some(body).filter(|body| body.len() <= MAX_BODY);
        let json = json.and_then(|body| serde_json::from_slice(body).ok());
        let json = json.unwrap_or(Value::Null);
        let header = |name: &str| -> Option<String> {
            let text = headers.get(Some(name).filter(|name| !name.is_empty())?)?;
            Some(text.to_str().ok()?.to_owned())
        };
        let mut codes: Vec<String> = header(facts.code_header)
            .map(|code| code.split(':').next().unwrap_or_default().to_owned())
            .into_iter()
            .collect();
        codes.extend(texts(&json, facts.codes));
        let message = texts(&json, facts.messages).into_iter().next();
        let message = message.unwrap_or_else(|| match json {
            Value::Null => String::from_utf8_lossy(&body[..body.len().min(MAX_SEARCHED)]).into(),
            ref other => other.to_string(),
        });
        let kind = if texts(&json, facts.moderated).is_empty() {
            kind(&facts, status, &codes, &message)
        } else {
            ErrorKind::BadRequest
        };
        let message = match message.trim() {
            "" => status.canonical_reason().unwrap_or("no text").to_owned(),
            text => cleaned(text, MAX_MESSAGE),
        };
        ApiError {
            provider,
            status,
            kind,
            code: codes.first().map(|code| cleaned(code, MAX_CODE)),
            message,
            retry_after: wait(facts.waits, headers, &json),
            request_id: header(facts.request_id).map(|id| cleaned(&id, MAX_CODE)),
            should_retry: header(facts.should_retry).and_then(|text| text.parse().ok()),
        }
    }

    /// Returns an error if the response's status isn't a success.
    ///
    /// `head` is the first part of [`http::Response::into_parts`], and `body` the second one.
    ///
    /// ```
    /// use toolcast::Provider;
    /// use toolcast::http::ApiError;
    ///
    /// let response = http::Response::builder().status(429).body("Slow down.")?;
    /// let (head, body) = response.into_parts();
    /// let error = ApiError::check(Provider::Groq, &head, body.as_bytes()).unwrap_err();
    /// assert!(error.is_retryable());
    /// # Ok::<(), http::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The error that [`new`](Self::new) reads, for any status except 200 to 299.
    pub fn check(provider: Provider, head: &Parts, body: &[u8]) -> Result<(), Self> {
        if head.status.is_success() {
            return Ok(());
        }
        Err(Self::new(provider, head.status, &head.headers, body))
    }

    /// Converts a [`WireError::Api`]: an error that a provider sent inside a response with status
    /// 200, such as a stream. Its `status` is 200, and an unknown code has the kind
    /// [`ErrorKind::Server`]. Returns `None` for the other variants.
    ///
    /// ```
    /// use toolcast::Provider;
    /// use toolcast::http::{ApiError, ErrorKind};
    ///
    /// let event = r#"event: error
    /// data: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}
    ///
    /// "#;
    /// let error = Provider::Anthropic.stream()?.push(event.as_bytes()).unwrap_err();
    /// let error = ApiError::from_wire(&error).expect("an error of the provider");
    /// assert_eq!(error.kind, ErrorKind::Overloaded);
    /// assert!(error.is_retryable());
    /// # Ok::<(), toolcast::Error>(())
    /// ```
    pub fn from_wire(error: &WireError) -> Option<Self> {
        let WireError::Api {
            provider,
            code,
            message,
        } = error
        else {
            return None;
        };
        let facts = provider.http().map_or(Errors::COMMON, |facts| facts.errors);
        let code = code.as_ref().filter(|code| !code.trim().is_empty());
        let codes: Vec<String> = code.cloned().into_iter().collect();
        let is_invalid = |code: &String| {
            let mut invalid = facts.invalid_requests.iter();
            invalid.any(|name| name.eq_ignore_ascii_case(code))
        };
        // The provider had accepted the request, so any other error is its own.
        let kind = match kind(&facts, StatusCode::OK, &codes, message) {
            ErrorKind::Unexpected if codes.iter().any(is_invalid) => ErrorKind::BadRequest,
            ErrorKind::Unexpected => ErrorKind::Server,
            kind => kind,
        };
        Some(ApiError {
            provider: *provider,
            status: StatusCode::OK,
            kind,
            code: code.map(|code| cleaned(code, MAX_CODE)),
            message: match message.trim() {
                "" => "no text".to_owned(),
                text => cleaned(text, MAX_MESSAGE),
            },
            retry_after: None,
            request_id: None,
            should_retry: None,
        })
    }

    /// Returns `true` if the same request may succeed later: after
    /// [`retry_after`](Self::retry_after), or after a wait that grows with each attempt.
    pub fn is_retryable(&self) -> bool {
        let by_kind = matches!(
            self.kind,
            ErrorKind::RateLimit | ErrorKind::Overloaded | ErrorKind::Server
        );
        self.should_retry.unwrap_or(by_kind)
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.provider, self.status.as_u16())?;
        if let Some(code) = &self.code {
            write!(f, " ({code})")?;
        }
        write!(f, ": {}", self.message)?;
        if let Some(wait) = self.retry_after {
            write!(f, " (retry after {} s)", wait.as_secs_f64())?;
        }
        Ok(())
    }
}

impl core::error::Error for ApiError {}

/// The kind of an error. Codes are exact; texts are only looked for where a status leaves it open,
/// because a rate limit has similar words.
fn kind(facts: &Errors, status: StatusCode, codes: &[String], message: &str) -> ErrorKind {
    let of_codes = || {
        codes.iter().filter_map(|code| {
            // A stream may write a code in another case than a header.
            let mut kinds = facts.kinds.iter();
            let found = kinds.find(|(name, _)| name.eq_ignore_ascii_case(code));
            found.map(|(_, kind)| *kind)
        })
    };
    // A used up quota is often a kind of rate limit.
    let of_code = of_codes()
        .find(|kind| *kind == ErrorKind::Quota)
        .or_else(|| of_codes().next());
    let status = sent_status(status, codes);
    match status {
        402 => return ErrorKind::Quota,
        // Groq's code is that of a rate limit, although the same request never succeeds:
        // HunorLaczko/ha-groq-cloud-api#27.
        413 => return ErrorKind::ContextTooLong,
        _ => {}
    }
    let is_open = matches!(status, 200 | 400 | 422 | 500)
        && of_code.is_none_or(|kind| kind == ErrorKind::Server);
    if is_open {
        let message = excerpt(message, MAX_SEARCHED).to_lowercase();
        if facts.too_long.iter().any(|text| message.contains(text)) {
            return ErrorKind::ContextTooLong;
        }
        if facts.wrong_key.iter().any(|text| message.contains(text)) {
            return ErrorKind::Authentication;
        }
    }
    let of_status = || {
        let found = facts.statuses.iter().find(|(code, _)| *code == status);
        found.map_or_else(|| of_status(status), |(_, kind)| *kind)
    };
    of_code.unwrap_or_else(of_status)
}

/// The status, or the number that a gateway has put into the body of a response that had begun.
fn sent_status(status: StatusCode, codes: &[String]) -> u16 {
    let in_body = codes.iter().find_map(|code| code.parse().ok());
    match in_body {
        Some(code @ 400..=599) if status.is_success() => code,
        _ => status.as_u16(),
    }
}

/// The kind of a status that means the same for every provider.
fn of_status(status: u16) -> ErrorKind {
    match status {
        401 | 403 | 407 => ErrorKind::Authentication,
        404 => ErrorKind::NotFound,
        429 => ErrorKind::RateLimit,
        503 | 529 => ErrorKind::Overloaded,
        408 | 409 | 424 | 500..=599 => ErrorKind::Server,
        400..=499 => ErrorKind::BadRequest,
        _ => ErrorKind::Unexpected,
    }
}

/// A text from outside, on one line, bounded and without keys.
fn cleaned(text: &str, max: usize) -> String {
    // Keys are removed first, because a part of one isn't recognised.
    let text = hide_credentials(Cow::Owned(excerpt(text, MAX_SEARCHED)));
    excerpt(text.trim(), max)
}
