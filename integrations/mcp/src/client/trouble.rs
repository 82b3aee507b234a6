//! Failures of servers and transports, with a text for the model and one for `status`.

use std::error::Error;

use rmcp::model::ErrorData;
use rmcp::service::ServiceError;

use super::lines::TOO_LONG;
use super::secrets::Secrets;

/// Maximum bytes of a server's error message in the text for the model.
const MAX_MESSAGE: usize = 4 * 1024;

/// Maximum bytes of a reason in `status`.
pub(super) const MAX_DETAIL: usize = 1024;

/// A failure with two texts.
pub(super) struct Trouble {
    /// For the model: never contains an address, a header, or the body of an HTTP error.
    pub(super) brief: String,
    /// For `status`: never contains credentials.
    pub(super) detail: String,
}

impl Trouble {
    pub(super) fn of_call(server: &str, error: &ServiceError, secrets: &Secrets) -> Self {
        let detail = match error {
            ServiceError::TransportSend(error) => words(&*error.error),
            error => words(error),
        };
        let brief = match error {
            ServiceError::McpError(error) if broke_off(error) => {
                format!("the answer of the server `{server}` broke off")
            }
            ServiceError::McpError(error) => {
                let message = secrets.clean(&error.message, MAX_MESSAGE);
                match message.strip_prefix(TOO_LONG) {
                    Some(bytes) => {
                        format!("the answer of the server `{server}` is longer than {bytes}")
                    }
                    None => format!("the server `{server}` refused the call: {message}"),
                }
            }
            ServiceError::TransportSend(error) => of_transport(server, &*error.error),
            ServiceError::UnexpectedResponse => no_result(server),
            ServiceError::Cancelled { .. } => "the call was cancelled".to_owned(),
            ServiceError::Timeout { .. } => format!("the server `{server}` did not answer in time"),
            _ => unreachable(server),
        };
        Trouble {
            brief,
            detail: secrets.clean(&detail, MAX_DETAIL),
        }
    }
}

/// How long a connection has a failure of a request.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Lasting {
    /// The server is busy, or its answer can't be used. A later request may succeed.
    ForNow,
    /// Unknown: the server may be gone, or know this connection no more.
    Perhaps,
    /// The connection is of no use.
    ForGood,
}

/// Returns how long a connection has a failure of a request.
pub(super) fn lasting(error: &ServiceError) -> Lasting {
    match error {
        ServiceError::Timeout { .. } => Lasting::ForNow,
        ServiceError::TransportClosed | ServiceError::Cancelled { .. } => Lasting::ForGood,
        ServiceError::TransportSend(error) => lasting_of_transport(&*error.error),
        _ => Lasting::Perhaps,
    }
}

#[cfg(feature = "http-client")]
fn lasting_of_transport(error: &(dyn Error + Send + Sync + 'static)) -> Lasting {
    use super::http_error::{Failure, failure};

    match failure(error) {
        Some(Failure::Status(408 | 425 | 429 | 500..) | Failure::TooLarge(_)) => Lasting::ForNow,
        // An unknown session is 404, and 400 by some servers.
        Some(Failure::Status(_)) => Lasting::ForGood,
        Some(Failure::NoResult) | None => Lasting::Perhaps,
    }
}

#[cfg(not(feature = "http-client"))]
fn lasting_of_transport(_: &(dyn Error + Send + Sync + 'static)) -> Lasting {
    Lasting::ForGood
}

/// The text for the model if a server can't be reached.
pub(super) fn unreachable(server: &str) -> String {
    format!("the server `{server}` can't be reached")
}

/// The text for the model if an answer is not a tool's result.
pub(super) fn no_result(server: &str) -> String {
    format!("the server `{server}` sent an answer that is not a result")
}

/// Returns true if this error was created by the SDK because the stream of an answer ended.
fn broke_off(error: &ErrorData) -> bool {
    error
        .message
        .starts_with("streamable HTTP response stream closed")
}

#[cfg(feature = "http-client")]
fn of_transport(server: &str, error: &(dyn Error + Send + Sync + 'static)) -> String {
    use super::http_error::{Failure, failure};

    match failure(error) {
        Some(Failure::Status(status)) => {
            let reason = reqwest::StatusCode::from_u16(status)
                .ok()
                .and_then(|status| status.canonical_reason())
                .map(|reason| format!(" ({reason})"));
            let reason = reason.unwrap_or_default();
            format!("the server `{server}` refused the request with HTTP {status}{reason}")
        }
        Some(Failure::TooLarge(most)) => {
            format!("the answer of the server `{server}` is longer than {most} bytes")
        }
        Some(Failure::NoResult) => no_result(server),
        None => unreachable(server),
    }
}

#[cfg(not(feature = "http-client"))]
fn of_transport(server: &str, _: &(dyn Error + Send + Sync + 'static)) -> String {
    unreachable(server)
}

/// An error with its causes, without repetitions.
pub(super) fn words(error: &dyn Error) -> String {
    let mut words = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        let cause_words = cause.to_string();
        if !words.contains(&cause_words) {
            words.push_str(": ");
            words.push_str(&cause_words);
        }
        source = cause.source();
    }
    words
}
