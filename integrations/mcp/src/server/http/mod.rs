//! The streamable HTTP transport.

mod calls;
mod connection;
mod options;
mod sessions;

pub use options::HttpOptions;

use std::future::pending;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use rmcp::transport::StreamableHttpService;
use tokio::net::{TcpListener, ToSocketAddrs};
use tokio::task::JoinSet;

use self::connection::connection;
pub use self::sessions::{HttpSessions, HttpSessionsError};
use super::{Handler, Server};

/// The SDK's service for streamable HTTP around a [`Server`]: a `tower` service for your own
/// router.
pub type HttpService = StreamableHttpService<Handler, HttpSessions>;

/// The grace period for open connections at shutdown.
const GRACE: Duration = Duration::from_secs(5);

impl Server {
    /// Returns the tools as a `tower` service for your own router:
    /// `axum::Router::new().nest_service("/mcp", server.http_service())`.
    ///
    /// Only requests addressed to this machine are accepted, and only from web pages of this
    /// machine. See [`http_service_with`](Self::http_service_with) for other hosts and origins.
    ///
    /// The router must limit connections and the time for a body.
    pub fn http_service(&self) -> HttpService {
        self.http_service_with(HttpOptions::new())
    }

    /// Returns the tools as a `tower` service with settings, [`HttpOptions`] or the SDK's.
    /// Otherwise as [`http_service`](Self::http_service).
    ///
    /// For another kind of session manager, create the SDK's `StreamableHttpService` with
    /// [`handler`](Self::handler).
    pub fn http_service_with(&self, options: impl Into<HttpOptions>) -> HttpService {
        let options = options.into();
        let (server, config) = (self.clone(), options.config.clone());
        StreamableHttpService::new(
            move || Ok(server.handler()),
            Arc::new(HttpSessions::new(options)),
            config,
        )
    }

    /// Serves clients over streamable HTTP at `http://ADDRESS/mcp`, forever. See
    /// [`bind_http`](Self::bind_http).
    ///
    /// # Errors
    ///
    /// Returns an error if the address can't be bound.
    pub async fn serve_http(&self, address: impl ToSocketAddrs) -> io::Result<()> {
        self.bind_http(address).await?.serve_until(pending()).await
    }

    /// Binds the address for streamable HTTP, without accepting clients yet. The port is known
    /// then, so port 0 can be used to pick any.
    ///
    /// # Errors
    ///
    /// Returns an error if the address can't be bound.
    pub async fn bind_http(&self, address: impl ToSocketAddrs) -> io::Result<HttpServer> {
        self.bind_http_with(address, HttpOptions::new()).await
    }

    /// Binds the address for streamable HTTP with settings, [`HttpOptions`] or the SDK's. Otherwise
    /// as [`bind_http`](Self::bind_http). If clients use another host name than `localhost`, the
    /// settings must allow it.
    ///
    /// # Errors
    ///
    /// The errors of [`bind_http`](Self::bind_http).
    pub async fn bind_http_with(
        &self,
        address: impl ToSocketAddrs,
        options: impl Into<HttpOptions>,
    ) -> io::Result<HttpServer> {
        let options = options.into();
        Ok(HttpServer {
            listener: TcpListener::bind(address).await?,
            max_connections: options.max_connections,
            body_timeout: options.body_timeout,
            service: self.http_service_with(options),
        })
    }
}

/// A bound server: see [`Server::bind_http`].
#[must_use = "it answers no requests before `serve_until`"]
pub struct HttpServer {
    listener: TcpListener,
    max_connections: usize,
    body_timeout: Duration,
    service: HttpService,
}

impl std::fmt::Debug for HttpServer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HttpServer")
            .field("listener", &self.listener)
            .finish_non_exhaustive()
    }
}

impl HttpServer {
    /// The address that the server listens on.
    ///
    /// # Errors
    ///
    /// The errors of the operating system.
    pub fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves clients until the future `stop` completes. Then sessions are closed, and connections
    /// have five seconds to end.
    ///
    /// # Errors
    ///
    /// Currently never returns an error: a failed connection affects only its client.
    pub async fn serve_until(self, stop: impl Future<Output = ()>) -> io::Result<()> {
        let mut stop = std::pin::pin!(stop);
        let mut connections = JoinSet::new();
        loop {
            tokio::select! {
                () = &mut stop => break,
                accepted = self.listener.accept(), if connections.len() < self.max_connections => match accepted {
                    Ok((stream, _)) => {
                        // Otherwise the client's delayed acknowledgement would hold back the end
                        // of an answer for 40 ms.
                        let _ = stream.set_nodelay(true);
                        connections.spawn(connection(stream, self.service.clone(), self.body_timeout));
                    }
                    // Too many open files, or the client has already disconnected: a later `accept`
                    // may succeed.
                    Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
                },
                Some(_) = connections.join_next() => {}
            }
        }
        self.service.config.cancellation_token.cancel();
        let ended = async { while connections.join_next().await.is_some() {} };
        let _ = tokio::time::timeout(GRACE, ended).await;
        Ok(())
    }
}
