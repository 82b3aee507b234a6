//! Settings for serving over HTTP.

use std::time::Duration;

use rmcp::transport::StreamableHttpServerConfig;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;

/// The browser origins allowed by default: pages of this machine, at any port.
const LOOPBACK: [&str; 6] = [
    "http://localhost:*",
    "http://127.0.0.1:*",
    "http://[::1]:*",
    "https://localhost:*",
    "https://127.0.0.1:*",
    "https://[::1]:*",
];

/// Settings for [`Server::http_service_with`](super::Server::http_service_with) and
/// [`Server::bind_http_with`](super::Server::bind_http_with): hosts, origins, sessions and limits.
///
/// ```
/// use std::time::Duration;
/// use toolcast_mcp::HttpOptions;
///
/// let options = HttpOptions::new()
///     .allowed_hosts(["tools.example.com"])
///     .allowed_origins(["https://chat.example.com:443"])
///     .max_sessions(100)
///     .body_timeout(Duration::from_secs(5));
/// # drop(options);
/// ```
///
/// The SDK's `StreamableHttpServerConfig` converts into this type. If it lists no origins, the
/// default origins apply.
#[derive(Debug)]
#[must_use = "settings do nothing until a server uses them"]
pub struct HttpOptions {
    pub(super) config: StreamableHttpServerConfig,
    pub(super) sessions: LocalSessionManager,
    pub(super) max_sessions: usize,
    pub(super) max_requests: usize,
    pub(super) resume_timeout: Duration,
    pub(super) max_connections: usize,
    pub(super) body_timeout: Duration,
}

impl Default for HttpOptions {
    fn default() -> Self {
        StreamableHttpServerConfig::default().into()
    }
}

impl From<StreamableHttpServerConfig> for HttpOptions {
    fn from(mut config: StreamableHttpServerConfig) -> Self {
        // The specification requires the check; without a list the SDK does not check.
        if config.allowed_origins.is_empty() {
            config = config.with_allowed_origins(LOOPBACK);
        }
        HttpOptions {
            config,
            sessions: LocalSessionManager::default(),
            max_sessions: 1_000,
            max_requests: 1_000,
            resume_timeout: Duration::from_secs(30),
            max_connections: 512,
            body_timeout: Duration::from_secs(30),
        }
    }
}

impl HttpOptions {
    /// Creates the default settings.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the host names that requests may be addressed to, with or without a port. The default
    /// is the names of this machine, which protects against DNS rebinding.
    pub fn allowed_hosts(mut self, hosts: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.config = self.config.with_allowed_hosts(hosts);
        self
    }

    /// Sets the origins of web pages that may send requests: `https://chat.example.com:443`, or
    /// `:*` for any port. A request with another `Origin` receives status 403. A request without
    /// `Origin`, as sent by clients other than browsers, is accepted. The default is the pages of
    /// this machine.
    pub fn allowed_origins(mut self, origins: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let origins: Vec<String> = origins.into_iter().map(Into::into).collect();
        self.config = self
            .config
            .with_allowed_origins(origins)
            .enforce_origin_validation();
        self
    }

    /// Accepts pages of every origin. The specification requires the check. Use this only if a
    /// proxy in front of the server checks the origin, or if each request is authenticated by a
    /// header.
    pub fn any_origin(mut self) -> Self {
        self.config = self.config.disable_allowed_origins();
        self
    }

    /// Sets the session manager, which contains the idle timeout of sessions (five minutes by
    /// default) and the event store.
    pub fn sessions(mut self, manager: LocalSessionManager) -> Self {
        self.sessions = manager;
        self
    }

    /// Sets the maximum number of concurrent sessions, 1,000 by default. Above it, new clients are
    /// rejected until a session ends. With 0, only requests without a session are answered.
    pub fn max_sessions(mut self, sessions: usize) -> Self {
        self.max_sessions = sessions;
        self
    }

    /// Sets the maximum number of running requests of all sessions, 1,000 by default. Requests of
    /// disconnected clients count. Above it, requests are rejected until another one ends; with 0,
    /// each is. Requests without a session end with their connection, so the limit on connections
    /// applies to them.
    pub fn max_requests(mut self, requests: usize) -> Self {
        self.max_requests = requests;
        self
    }

    /// Sets the time in which a client may resume the broken stream of a call, 30 seconds by
    /// default. After it the call is cancelled. If the session manager has an event store, calls
    /// run as long as their session exists.
    pub fn resume_timeout(mut self, timeout: Duration) -> Self {
        self.resume_timeout = timeout;
        self
    }

    /// Sets the maximum number of open connections of an [`HttpServer`](super::HttpServer), 512 by
    /// default. 0 counts as 1. Further ones wait in the operating system's queue.
    pub fn max_connections(mut self, connections: usize) -> Self {
        self.max_connections = connections.max(1);
        self
    }

    /// Sets the time in which an [`HttpServer`](super::HttpServer) must receive the whole body of a
    /// request, 30 seconds by default. After it the answer has status 408.
    pub fn body_timeout(mut self, timeout: Duration) -> Self {
        self.body_timeout = timeout;
        self
    }
}
