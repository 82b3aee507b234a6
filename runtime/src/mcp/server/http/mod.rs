//! Streamable HTTP.

mod calls;
mod connection;
mod options;
mod sessions;

pub use options::HttpOptions;

use alloc::sync::Arc;
use core::future::{Future, pending};
use core::time::Duration;
use std::io;
use std::net::SocketAddr;

use rmcp::transport::StreamableHttpService;
use tokio::net::{TcpListener, ToSocketAddrs};
use tokio::task::JoinSet;

use self::connection::connection;
use self::sessions::Sessions;
use super::{Handler, Server};

/// The SDK's service for streamable HTTP, around a [`Server`]: a `tower` service, for routers of the program's own.
pub type HttpService = StreamableHttpService<Handler, Sessions>;

/// How long connections may take to end, once the server is told to.
const GRACE: Duration = Duration::from_secs(5);

impl Server {
    /// The tools as a `tower` service, for routers of the program's own: `axum::Router::new().nest_service("/mcp", server.http_service())`. Only requests to
    /// hosts of this machine are answered, and of web pages only those of this machine; for others see [`http_service_with`](Self::http_service_with).
    ///
    /// The router bounds connections and the time for a body.
    pub fn http_service(&self) -> HttpService {
        self.http_service_with(HttpOptions::new())
    }

    /// As [`http_service`](Self::http_service), with settings: ours, or the SDK's.
    ///
    /// For another kind of session manager, make the SDK's `StreamableHttpService` with [`handler`](Self::handler).
    pub fn http_service_with(&self, options: impl Into<HttpOptions>) -> HttpService {
        let options = options.into();
        let server = self.clone();
        let sessions = Sessions::new(
            options.sessions,
            options.max_sessions,
            options.max_requests,
            options.resume_timeout,
        );
        StreamableHttpService::new(
            move || Ok(server.handler()),
            Arc::new(sessions),
            options.config,
        )
    }

    /// Serves clients over streamable HTTP at `http://ADDRESS/mcp`, for ever. See [`bind_http`](Self::bind_http).
    ///
    /// # Errors
    ///
    /// Where nothing can listen at the address.
    pub async fn serve_http(&self, address: impl ToSocketAddrs) -> io::Result<()> {
        self.bind_http(address).await?.serve_until(pending()).await
    }

    /// Listens for clients over streamable HTTP, without answering yet: the port is known then, and 0 is any.
    ///
    /// # Errors
    ///
    /// Where nothing can listen at the address.
    pub async fn bind_http(&self, address: impl ToSocketAddrs) -> io::Result<HttpServer> {
        self.bind_http_with(address, HttpOptions::new()).await
    }

    /// As [`bind_http`](Self::bind_http), with settings: ours, or the SDK's. A server that is reached by another name than `localhost` must allow the name.
    ///
    /// # Errors
    ///
    /// As [`bind_http`](Self::bind_http).
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

/// A server that listens: see [`Server::bind_http`].
#[must_use = "it answers nobody before `serve_until`"]
pub struct HttpServer {
    listener: TcpListener,
    max_connections: usize,
    body_timeout: Duration,
    service: HttpService,
}

impl core::fmt::Debug for HttpServer {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("HttpServer")
            .field("listener", &self.listener)
            .finish_non_exhaustive()
    }
}

impl HttpServer {
    /// Where it listens.
    ///
    /// # Errors
    ///
    /// Those of the operating system.
    pub fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Answers until a future is ready; then sessions are closed, and connections have five seconds to end.
    ///
    /// # Errors
    ///
    /// None so far: a connection that fails is the client's loss alone.
    pub async fn serve_until(self, stop: impl Future<Output = ()>) -> io::Result<()> {
        let mut stop = core::pin::pin!(stop);
        let mut connections = JoinSet::new();
        loop {
            tokio::select! {
                () = &mut stop => break,
                accepted = self.listener.accept(), if connections.len() < self.max_connections => match accepted {
                    Ok((stream, _)) => {
                        connections.spawn(connection(stream, self.service.clone(), self.body_timeout));
                    }
                    // Too many open files, or a client that is gone already: the next one may fare better.
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
