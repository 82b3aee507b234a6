//! Streamable HTTP with headers and a token.

use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::future::Future;
use std::collections::HashMap;

use reqwest::header::{HeaderName, HeaderValue};
use reqwest::redirect::{Attempt, Policy};
use reqwest::{Client, StatusCode};
use rmcp::model::ClientJsonRpcMessage;
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::common::client_side_sse::BoxedSseResponse;
use rmcp::transport::streamable_http_client::{
    StreamableHttpClient, StreamableHttpClientTransportConfig, StreamableHttpError,
    StreamableHttpPostResponse,
};

use super::endpoint::words;
use super::token::Tokens;

/// How many redirects are followed.
const MOST_REDIRECTS: usize = 5;

/// Where a server is, and what goes with each request.
#[derive(Clone)]
pub(super) struct Http {
    pub(super) url: String,
    pub(super) headers: Vec<(String, String)>,
    pub(super) tokens: Option<Tokens>,
    pub(super) client: Option<Client>,
}

impl Http {
    pub(super) fn transport(&self) -> Result<StreamableHttpClientTransport<WithToken>, String> {
        let mut headers = HashMap::new();
        for (name, value) in &self.headers {
            let (name, value) = header(name, value)?;
            headers.insert(name, value);
        }
        let inner = match &self.client {
            Some(client) => client.clone(),
            None => client()?,
        };
        let config = StreamableHttpClientTransportConfig::with_uri(self.url.as_str())
            .custom_headers(headers);
        let client = WithToken {
            inner,
            tokens: self.tokens.clone(),
        };
        Ok(StreamableHttpClientTransport::with_client(client, config))
    }
}

fn header(name: &str, value: &str) -> Result<(HeaderName, HeaderValue), String> {
    let wrong = |what: &str| format!("the header `{name}` can't be sent: its {what} is none");
    let key = HeaderName::from_bytes(name.as_bytes()).map_err(|_| wrong("name"))?;
    let mut value = HeaderValue::from_str(value).map_err(|_| wrong("value"))?;
    // It may be a key.
    value.set_sensitive(true);
    Ok((key, value))
}

/// As the SDK makes it: connections are not kept, and redirects stay where the headers may be seen.
fn client() -> Result<Client, String> {
    Client::builder()
        .pool_max_idle_per_host(0)
        .redirect(Policy::custom(redirect))
        .build()
        .map_err(|error| words(&error))
}

fn redirect(attempt: Attempt<'_>) -> reqwest::redirect::Action {
    let whole = matches!(
        attempt.status(),
        StatusCode::TEMPORARY_REDIRECT | StatusCode::PERMANENT_REDIRECT
    );
    let first = attempt.previous().first();
    let here = first.is_some_and(|first| first.origin() == attempt.url().origin());
    if whole && here && attempt.previous().len() <= MOST_REDIRECTS {
        attempt.follow()
    } else {
        attempt.stop()
    }
}

/// An HTTP client that asks for a token before each request, and for another one where the server refuses it.
#[derive(Clone)]
pub(super) struct WithToken {
    inner: Client,
    tokens: Option<Tokens>,
}

/// What goes wrong below the protocol.
#[derive(Debug)]
pub(super) enum HttpError {
    Client(reqwest::Error),
    Token(String),
}

impl core::fmt::Display for HttpError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            HttpError::Client(error) => {
                let words = words(error);
                f.write_str(&words)?;
                if !cfg!(feature = "mcp-tls") && words.contains("scheme is not http") {
                    f.write_str("; for `https`, switch on the feature `mcp-tls`")?;
                }
                Ok(())
            }
            HttpError::Token(reason) => write!(f, "there is no token: {reason}"),
        }
    }
}

impl core::error::Error for HttpError {}

type Outcome<T> = Result<T, StreamableHttpError<HttpError>>;

impl WithToken {
    /// Sends with a token, and once more with another one.
    async fn send<T, F>(
        &self,
        given: Option<String>,
        send: impl Fn(Client, Option<String>) -> F,
    ) -> Outcome<T>
    where
        F: Future<Output = Result<T, StreamableHttpError<reqwest::Error>>>,
    {
        let Some(tokens) = &self.tokens else {
            return send(self.inner.clone(), given).await.map_err(ours);
        };
        let token = tokens.get(None).await.map_err(no_token)?;
        match send(self.inner.clone(), Some(token.clone())).await {
            Err(error) if is_refused(&error) => {
                let token = tokens.get(Some(&token)).await.map_err(no_token)?;
                send(self.inner.clone(), Some(token)).await.map_err(ours)
            }
            outcome => outcome.map_err(ours),
        }
    }
}

fn no_token(reason: String) -> StreamableHttpError<HttpError> {
    StreamableHttpError::Client(HttpError::Token(reason))
}

/// Whether the server wants another token.
fn is_refused(error: &StreamableHttpError<reqwest::Error>) -> bool {
    match error {
        StreamableHttpError::AuthRequired(_) => true,
        StreamableHttpError::Client(error) => error.status() == Some(StatusCode::UNAUTHORIZED),
        // A refusal that does not say how to be authorized.
        StreamableHttpError::UnexpectedServerResponse(text) => text.starts_with("HTTP 401"),
        _ => false,
    }
}

/// The same error with our own below it.
fn ours(error: StreamableHttpError<reqwest::Error>) -> StreamableHttpError<HttpError> {
    use StreamableHttpError as E;
    match error {
        E::Client(error) => E::Client(HttpError::Client(error)),
        E::Sse(error) => E::Sse(error),
        E::Io(error) => E::Io(error),
        E::HttpStatus(error) => E::HttpStatus(error),
        E::UnexpectedEndOfStream => E::UnexpectedEndOfStream,
        E::UnexpectedServerResponse(text) => E::UnexpectedServerResponse(text),
        E::ResponseBodyTooLarge { max_size } => E::ResponseBodyTooLarge { max_size },
        E::UnexpectedContentType(what) => E::UnexpectedContentType(what),
        E::ServerDoesNotSupportSse => E::ServerDoesNotSupportSse,
        E::ServerDoesNotSupportDeleteSession => E::ServerDoesNotSupportDeleteSession,
        E::TokioJoinError(error) => E::TokioJoinError(error),
        E::Deserialize(error) => E::Deserialize(error),
        E::TransportChannelClosed => E::TransportChannelClosed,
        E::MissingSessionIdInResponse => E::MissingSessionIdInResponse,
        E::AuthRequired(error) => E::AuthRequired(error),
        E::InsufficientScope(error) => E::InsufficientScope(error),
        E::ReservedHeaderConflict(name) => E::ReservedHeaderConflict(name),
        E::SessionExpired => E::SessionExpired,
        E::SessionRecoveryTimeout => E::SessionRecoveryTimeout,
        E::ReinitializationFailed(error) => E::ReinitializationFailed(error),
        E::ControlRequestTimeout => E::ControlRequestTimeout,
        other => E::UnexpectedServerResponse(other.to_string().into()),
    }
}

impl StreamableHttpClient for WithToken {
    type Error = HttpError;

    async fn post_message(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session: Option<Arc<str>>,
        token: Option<String>,
        headers: HashMap<HeaderName, HeaderValue>,
    ) -> Outcome<StreamableHttpPostResponse> {
        self.send(token, |client, token| {
            let (uri, message, session, headers) = (
                uri.clone(),
                message.clone(),
                session.clone(),
                headers.clone(),
            );
            async move {
                client
                    .post_message(uri, message, session, token, headers)
                    .await
            }
        })
        .await
    }

    async fn post_message_with_max_sse_event_size(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session: Option<Arc<str>>,
        token: Option<String>,
        headers: HashMap<HeaderName, HeaderValue>,
        most: usize,
    ) -> Outcome<StreamableHttpPostResponse> {
        self.send(token, |client, token| {
            let (uri, message, session, headers) = (
                uri.clone(),
                message.clone(),
                session.clone(),
                headers.clone(),
            );
            async move {
                client
                    .post_message_with_max_sse_event_size(
                        uri, message, session, token, headers, most,
                    )
                    .await
            }
        })
        .await
    }

    async fn delete_session(
        &self,
        uri: Arc<str>,
        session: Arc<str>,
        token: Option<String>,
        headers: HashMap<HeaderName, HeaderValue>,
    ) -> Outcome<()> {
        self.send(token, |client, token| {
            let (uri, session, headers) = (uri.clone(), session.clone(), headers.clone());
            async move { client.delete_session(uri, session, token, headers).await }
        })
        .await
    }

    async fn get_stream(
        &self,
        uri: Arc<str>,
        session: Option<Arc<str>>,
        last: Option<String>,
        token: Option<String>,
        headers: HashMap<HeaderName, HeaderValue>,
    ) -> Outcome<BoxedSseResponse> {
        self.send(token, |client, token| {
            let (uri, session, last, headers) =
                (uri.clone(), session.clone(), last.clone(), headers.clone());
            async move { client.get_stream(uri, session, last, token, headers).await }
        })
        .await
    }

    async fn get_stream_with_max_sse_event_size(
        &self,
        uri: Arc<str>,
        session: Option<Arc<str>>,
        last: Option<String>,
        token: Option<String>,
        headers: HashMap<HeaderName, HeaderValue>,
        most: usize,
    ) -> Outcome<BoxedSseResponse> {
        self.send(token, |client, token| {
            let (uri, session, last, headers) =
                (uri.clone(), session.clone(), last.clone(), headers.clone());
            async move {
                client
                    .get_stream_with_max_sse_event_size(uri, session, last, token, headers, most)
                    .await
            }
        })
        .await
    }
}
