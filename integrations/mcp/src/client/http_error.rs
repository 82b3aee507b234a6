//! Errors of streamable HTTP, without secrets that a proxy or a server may have echoed in them.

use std::error::Error;
use std::fmt;

use reqwest::StatusCode;
use rmcp::transport::streamable_http_client::{
    AuthRequiredError, InsufficientScopeError, StreamableHttpError,
};

use super::secrets::Secrets;
use super::trouble::{MAX_DETAIL, words};

/// Maximum bytes of an error's body in `status`.
const MAX_BODY: usize = 256;

/// A failure below the protocol. Its texts contain no URL, header or credential, because the SDK
/// logs them.
#[derive(Debug)]
pub(super) struct HttpError {
    failure: Option<Failure>,
    detail: String,
}

/// A failure as reported to the model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Failure {
    /// The HTTP status of the answer.
    Status(u16),
    /// An answer longer than this many bytes.
    TooLarge(usize),
    /// An answer that is not valid in the protocol.
    NoResult,
}

impl fmt::Display for HttpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.detail)
    }
}

impl Error for HttpError {}

impl HttpError {
    pub(super) fn new(failure: Option<Failure>, detail: &str, secrets: &Secrets) -> Self {
        HttpError {
            failure,
            detail: secrets.clean(detail, MAX_DETAIL),
        }
    }

    /// The token function failed. The reason is the program's own text.
    pub(super) fn no_token(reason: &str, secrets: &Secrets) -> Self {
        Self::new(None, &format!("no token: {reason}"), secrets)
    }

    fn of_client(error: reqwest::Error, secrets: &Secrets) -> Self {
        let error = error.without_url();
        let failure = error
            .status()
            .map(|status| Failure::Status(status.as_u16()));
        let mut words = words(&error);
        if !cfg!(feature = "tls") && words.contains("scheme is not http") {
            words.push_str("; for `https`, switch on the feature `tls`");
        }
        Self::new(failure, &words, secrets)
    }

    /// Parses the SDK's text. It formats an HTTP error as `HTTP 404 Not Found: <body>`, and an
    /// unreadable answer with its beginning.
    fn of_answer(text: &str, secrets: &Secrets) -> Self {
        let Some(status) = status_of(text) else {
            // The SDK cuts the body, perhaps in the middle of a credential.
            let text = secrets.clean_cut(text, MAX_DETAIL);
            return Self::new(Some(Failure::NoResult), &text, secrets);
        };
        let (head, body) = text.split_once(": ").unwrap_or((text, ""));
        let body = secrets.clean(body, MAX_BODY);
        let detail = if body.trim().is_empty() {
            head.to_owned()
        } else {
            format!("{head}: {body}")
        };
        Self::new(Some(Failure::Status(status.as_u16())), &detail, secrets)
    }
}

/// Parses the status from a text of the SDK.
fn status_of(text: &str) -> Option<StatusCode> {
    let digits = text.strip_prefix("HTTP ")?.get(..3)?;
    StatusCode::from_bytes(digits.as_bytes()).ok()
}

/// Returns true if the server requires another token.
pub(super) fn is_refused(error: &StreamableHttpError<reqwest::Error>) -> bool {
    match error {
        StreamableHttpError::AuthRequired(_) => true,
        StreamableHttpError::Client(error) => error.status() == Some(StatusCode::UNAUTHORIZED),
        // A 401 without a `WWW-Authenticate` header.
        StreamableHttpError::UnexpectedServerResponse(text) => {
            status_of(text) == Some(StatusCode::UNAUTHORIZED)
        }
        _ => false,
    }
}

/// Converts an error to one without sensitive texts. The variants that determine the SDK's next
/// step are kept, without their texts.
pub(super) fn ours(
    error: StreamableHttpError<reqwest::Error>,
    secrets: &Secrets,
) -> StreamableHttpError<HttpError> {
    use StreamableHttpError as E;
    let new = |failure, detail: &str| E::Client(HttpError::new(failure, detail, secrets));
    match error {
        E::Client(error) => E::Client(HttpError::of_client(error, secrets)),
        E::UnexpectedServerResponse(text) => E::Client(HttpError::of_answer(&text, secrets)),
        E::HttpStatus(error) => new(Some(Failure::Status(error.status)), &error.to_string()),
        E::ResponseBodyTooLarge { max_size } => E::ResponseBodyTooLarge { max_size },
        E::ServerDoesNotSupportSse => E::ServerDoesNotSupportSse,
        E::ServerDoesNotSupportDeleteSession => E::ServerDoesNotSupportDeleteSession,
        E::SessionExpired => E::SessionExpired,
        E::AuthRequired(_) => E::AuthRequired(AuthRequiredError::new(String::new())),
        E::InsufficientScope(_) => {
            E::InsufficientScope(InsufficientScopeError::new(String::new(), None))
        }
        E::UnexpectedContentType(_) | E::Deserialize(_) => {
            new(Some(Failure::NoResult), &words(&error))
        }
        other => new(None, &words(&other)),
    }
}

/// Classifies the failure of a request. `None` if nothing more is known than that the server can't
/// be reached.
pub(super) fn failure(error: &(dyn Error + Send + Sync + 'static)) -> Option<Failure> {
    match error.downcast_ref::<StreamableHttpError<HttpError>>()? {
        StreamableHttpError::Client(error) => error.failure,
        StreamableHttpError::AuthRequired(_) => Some(Failure::Status(401)),
        StreamableHttpError::InsufficientScope(_) => Some(Failure::Status(403)),
        StreamableHttpError::SessionExpired => Some(Failure::Status(404)),
        StreamableHttpError::ResponseBodyTooLarge { max_size } => {
            Some(Failure::TooLarge(*max_size))
        }
        _ => None,
    }
}
