//! The settings of a server over HTTP. They have no effect on other transports.

use std::convert::Infallible;
use std::fmt;
use std::future::ready;
#[cfg(feature = "oauth")]
use std::sync::Arc;

#[cfg(feature = "oauth")]
use rmcp::transport::auth::AuthorizationManager;

use super::{McpEndpoint, TransportKind};
use crate::client::http::Http;
use crate::client::token::{Token, Tokens};

impl McpEndpoint {
    fn with_http(mut self, change: impl FnOnce(&mut Http)) -> Self {
        if let TransportKind::Http(http) = &mut self.way {
            change(http);
        }
        self
    }

    /// Adds a header to each HTTP request. Has no effect on an endpoint that isn't
    /// [`http`](Self::http).
    #[must_use]
    pub fn header(self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.with_http(|http| http.headers.push((name.into(), value.into())))
    }

    /// Sets a fixed token for HTTP: `Authorization: Bearer ..`. Has no effect on an endpoint that
    /// isn't [`http`](Self::http).
    #[must_use]
    pub fn token(self, token: impl Into<Token>) -> Self {
        let token = token.into();
        self.tokens(move || ready(Ok::<_, Infallible>(token.clone())))
    }

    /// Sets a function that provides tokens for HTTP. It is called for the first request, shortly
    /// before a token with a lifetime expires, and if the server rejects a token (401). The
    /// rejected request is then sent once more. Has no effect on an endpoint that isn't
    /// [`http`](Self::http).
    #[must_use]
    pub fn tokens<F, T, E>(self, source: impl Fn() -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Result<T, E>> + Send + 'static,
        T: Into<Token>,
        E: fmt::Display,
    {
        self.with_http(|http| http.tokens = Some(Tokens::new(source)))
    }

    /// Uses the access tokens of an authorization manager for HTTP. The manager has been through
    /// OAuth's authorization code flow, or has stored credentials. It refreshes a token that
    /// expires in less than 30 seconds or that the server rejects. If it can't, calls are errors,
    /// and the reason is in [`ServerStatus::last_error`](crate::ServerStatus::last_error). Has no
    /// effect on an endpoint that isn't [`http`](Self::http).
    #[cfg(feature = "oauth")]
    #[must_use]
    pub fn oauth(self, manager: impl Into<Arc<AuthorizationManager>>) -> Self {
        self.with_http(|http| http.tokens = Some(Tokens::of_manager(manager.into())))
    }

    /// Keeps the path of the URL in results. By default its segments that look random are redacted
    /// there, because some servers have a credential in their path. Use it if the path has an id
    /// that the model needs, such as a workspace's. Has no effect on an endpoint that isn't
    /// [`http`](Self::http).
    #[must_use]
    pub fn allow_path_in_results(self) -> Self {
        self.with_http(|http| http.allow_path = true)
    }

    /// Sets the maximum number of requests that run at a time, 16 by default. 0 counts as 1.
    /// Further ones wait, and their time counts for the timeout of a call. A request counts until
    /// the server begins its answer: a stream of events doesn't count while it is sent. Has no
    /// effect on an endpoint that isn't [`http`](Self::http).
    #[must_use]
    pub fn max_concurrent_requests(self, requests: usize) -> Self {
        self.with_http(|http| http.max_concurrent = requests)
    }

    /// Sets your own HTTP client, with its proxies, certificates and redirects. Has no effect on an
    /// endpoint that isn't [`http`](Self::http).
    #[must_use]
    pub fn http_client(self, client: reqwest::Client) -> Self {
        self.with_http(|http| http.client = Some(client))
    }

    /// Allows headers, tokens and keys in the query over plain `http` to other machines, which
    /// everything on the path can read. On this machine they are always allowed. Has no effect on
    /// an endpoint that isn't [`http`](Self::http).
    #[must_use]
    pub fn allow_plain_http(self) -> Self {
        self.with_http(|http| http.allow_plain = true)
    }
}
