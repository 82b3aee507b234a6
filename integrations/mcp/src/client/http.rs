//! Streamable HTTP with headers and a token. Credentials in answers are redacted before the SDK
//! reads and logs them.

use std::collections::HashMap;
use std::fmt;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use data_encoding::BASE64;
use futures_core::Stream;
use percent_encoding::percent_decode_str;
use reqwest::header::{HeaderName, HeaderValue};
use reqwest::redirect::{Attempt, Policy};
use reqwest::{Client, StatusCode, Url};
use rmcp::model::ClientJsonRpcMessage;
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::common::client_side_sse::BoxedSseResponse;
use rmcp::transport::streamable_http_client::{
    StreamableHttpClient, StreamableHttpClientTransportConfig, StreamableHttpError,
    StreamableHttpPostResponse,
};
use tokio::sync::Notify;

use super::credential_name::is_credential;
use super::http_error::{HttpError, is_refused, ours};
use super::secrets::Secrets;
use super::token::Tokens;
use super::trouble::words;

/// Maximum number of redirects.
const MAX_REDIRECTS: usize = 5;

/// Default maximum of requests that wait for the head of their answer, as in the SDK.
pub(super) const MAX_CONCURRENT: usize = 16;

/// The address of a server and the settings for its requests.
#[derive(Clone, Default)]
pub(super) struct Http {
    pub(super) url: String,
    pub(super) headers: Vec<(String, String)>,
    pub(super) tokens: Option<Tokens>,
    pub(super) client: Option<Client>,
    pub(super) allow_plain: bool,
    pub(super) allow_path: bool,
    pub(super) max_concurrent: usize,
}

impl fmt::Debug for Http {
    // The user information, the path, the query or a header may contain a key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Ok(url) = Url::parse(&self.url) else {
            return f.write_str("Http(..)");
        };
        let (scheme, host) = (url.scheme(), url.host_str().unwrap_or_default());
        let port = url
            .port()
            .map(|port| format!(":{port}"))
            .unwrap_or_default();
        write!(f, "Http(\"{scheme}://{host}{port}\")")
    }
}

impl Http {
    pub(super) fn add_secrets(&self, secrets: &Secrets) {
        for (name, value) in &self.headers {
            secrets.add_named(name, value);
        }
        let Ok(url) = Url::parse(&self.url) else {
            return;
        };
        let decoded = |text| percent_decode_str(text).decode_utf8_lossy();
        secrets.add_path(url.path(), self.allow_path);
        for (name, value) in url.query_pairs() {
            secrets.add_named(&name, &value);
        }
        for member in url.query().unwrap_or_default().split('&') {
            let (name, value) = member.split_once('=').unwrap_or(("", member));
            secrets.add_named(name, value);
        }
        let (user, password) = (url.username(), url.password());
        if user.is_empty() && password.is_none() {
            return;
        }
        // A user without a password is a token.
        secrets.add_named(if password.is_some() { "user" } else { "token" }, user);
        if let Some(password) = password {
            secrets.add(password);
            secrets.add(&decoded(password));
        }
        let (user, password) = (decoded(user), decoded(password.unwrap_or("")));
        secrets.add(&BASE64.encode(format!("{user}:{password}").as_bytes()));
    }

    /// Checks the address.
    ///
    /// # Errors
    ///
    /// Returns an error if the address is invalid, or credentials would be sent unencrypted.
    fn check_url(&self) -> Result<(), String> {
        let url =
            Url::parse(&self.url).map_err(|error| format!("the address can't be read: {error}"))?;
        let plain = match url.scheme() {
            "https" => false,
            "http" => true,
            _ => return Err("the address must begin with `https://` or `http://`".to_owned()),
        };
        let with_credentials = !self.headers.is_empty()
            || self.tokens.is_some()
            || !url.username().is_empty()
            || url.password().is_some()
            || url
                .query_pairs()
                .any(|(name, value)| is_credential(&name, &value));
        if plain && with_credentials && !self.allow_plain && !is_this_machine(&url) {
            return Err(
                "credentials would be sent over `http` to another machine: use `https`, or `allow_plain_http` if the connection is safe"
                    .to_owned(),
            );
        }
        Ok(())
    }

    pub(super) fn transport(
        &self,
        secrets: &Secrets,
        suspect: &Arc<Notify>,
    ) -> Result<StreamableHttpClientTransport<WithToken>, String> {
        self.check_url()?;
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
            .custom_headers(headers)
            .max_concurrent_requests(self.max_concurrent);
        let client = WithToken {
            inner,
            tokens: self.tokens.clone(),
            secrets: secrets.clone(),
            suspect: Arc::clone(suspect),
        };
        Ok(StreamableHttpClientTransport::with_client(client, config))
    }
}

fn is_this_machine(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    let host = host.trim_start_matches('[').trim_end_matches(']');
    host.eq_ignore_ascii_case("localhost")
        || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

fn header(name: &str, value: &str) -> Result<(HeaderName, HeaderValue), String> {
    let wrong = |what: &str| format!("the header `{name}` can't be sent: its {what} isn't valid");
    let key = HeaderName::from_bytes(name.as_bytes()).map_err(|_| wrong("name"))?;
    let mut value = HeaderValue::from_str(value).map_err(|_| wrong("value"))?;
    // The value may be a key.
    value.set_sensitive(true);
    Ok((key, value))
}

/// Creates a client like the SDK's: idle connections are not kept, and redirects stay within the
/// origin, because they carry the headers.
fn client() -> Result<Client, String> {
    Client::builder()
        .pool_max_idle_per_host(0)
        .redirect(Policy::custom(redirect))
        .build()
        .map_err(|error| words(&error.without_url()))
}

fn redirect(attempt: Attempt<'_>) -> reqwest::redirect::Action {
    let whole = matches!(
        attempt.status(),
        StatusCode::TEMPORARY_REDIRECT | StatusCode::PERMANENT_REDIRECT
    );
    let first = attempt.previous().first();
    let here = first.is_some_and(|first| first.origin() == attempt.url().origin());
    if whole && here && attempt.previous().len() <= MAX_REDIRECTS {
        attempt.follow()
    } else {
        attempt.stop()
    }
}

/// An HTTP client that gets a token before each request, and another one if the server rejects it.
#[derive(Clone)]
pub(super) struct WithToken {
    inner: Client,
    tokens: Option<Tokens>,
    secrets: Secrets,
    /// Notified if a request fails.
    suspect: Arc<Notify>,
}

type Outcome<T> = Result<T, StreamableHttpError<HttpError>>;

impl WithToken {
    /// Sends with a token, and once more with a new one if the server rejects it.
    async fn send<T, F>(
        &self,
        given: Option<String>,
        send: impl Fn(Client, Option<String>) -> F,
    ) -> Outcome<T>
    where
        F: Future<Output = Result<T, StreamableHttpError<reqwest::Error>>>,
    {
        let outcome = match &self.tokens {
            None => send(self.inner.clone(), given).await,
            Some(tokens) => {
                let token = self.token(tokens, None).await?;
                match send(self.inner.clone(), Some(token.clone())).await {
                    Err(error) if is_refused(&error) => {
                        let token = self.token(tokens, Some(&token)).await?;
                        send(self.inner.clone(), Some(token)).await
                    }
                    outcome => outcome,
                }
            }
        };
        outcome.map_err(|error| {
            use StreamableHttpError as E;
            let limited = matches!(
                error,
                E::ServerDoesNotSupportSse | E::ServerDoesNotSupportDeleteSession
            );
            if !limited {
                // The server may be gone or replaced; requesting its list shows which.
                self.suspect.notify_one();
            }
            ours(error, &self.secrets)
        })
    }

    async fn token(&self, tokens: &Tokens, refused: Option<&str>) -> Outcome<String> {
        let token = tokens.get(refused).await.map_err(|reason| {
            StreamableHttpError::Client(HttpError::no_token(&reason, &self.secrets))
        })?;
        self.secrets.add_token(&token);
        Ok(token)
    }
}

impl StreamableHttpClient for WithToken {
    type Error = HttpError;

    // The functions with a maximum call these by default, whose own is the transport's.
    async fn post_message(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session: Option<Arc<str>>,
        token: Option<String>,
        headers: HashMap<HeaderName, HeaderValue>,
    ) -> Outcome<StreamableHttpPostResponse> {
        self.send(token, |client, token| {
            let (uri, message) = (uri.clone(), message.clone());
            let (session, headers) = (session.clone(), headers.clone());
            async move {
                client
                    .post_message(uri, message, session, token, headers)
                    .await
            }
        })
        .await
        .map(|response| redacted(response, &self.secrets))
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
            let (uri, session) = (uri.clone(), session.clone());
            let (last, headers) = (last.clone(), headers.clone());
            async move { client.get_stream(uri, session, last, token, headers).await }
        })
        .await
        .map(|stream| RedactedStream::stream(stream, &self.secrets))
    }
}

fn redacted(response: StreamableHttpPostResponse, secrets: &Secrets) -> StreamableHttpPostResponse {
    match response {
        StreamableHttpPostResponse::Json(message, session) => {
            StreamableHttpPostResponse::Json(secrets.redact_message(message), session)
        }
        StreamableHttpPostResponse::Sse(stream, session) => {
            StreamableHttpPostResponse::Sse(RedactedStream::stream(stream, secrets), session)
        }
        other => other,
    }
}

/// A stream of events that redacts credentials.
struct RedactedStream {
    inner: BoxedSseResponse,
    secrets: Secrets,
}

impl RedactedStream {
    fn stream(inner: BoxedSseResponse, secrets: &Secrets) -> BoxedSseResponse {
        let secrets = secrets.clone();
        Box::pin(RedactedStream { inner, secrets })
    }
}

impl Stream for RedactedStream {
    type Item = <BoxedSseResponse as Stream>::Item;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let mut next = self.inner.as_mut().poll_next(context);
        if let Poll::Ready(Some(Ok(event))) = &mut next
            && let Some(data) = &mut event.data
            && let Some(redacted) = self.secrets.redact_line(data.as_bytes())
        {
            *data = redacted;
        }
        next
    }
}
