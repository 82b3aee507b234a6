//! Streamable HTTP.

use alloc::sync::Arc;
use core::future::{Future, pending};
use core::time::Duration;
use std::io;
use std::net::SocketAddr;

use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::{TcpListener, TcpStream, ToSocketAddrs};
use tokio::task::JoinSet;

use super::{Handler, Server};

/// The SDK's service for streamable HTTP, around a [`Server`]: a `tower` service, for routers of the program's own.
pub type HttpService = StreamableHttpService<Handler, LocalSessionManager>;

/// Where a [`HttpServer`] listens.
const PATH: &str = "/mcp";

/// How long a client may take for the head of a request.
const PATIENCE: Duration = Duration::from_secs(30);

/// How long connections may take to end, once the server is told to.
const GRACE: Duration = Duration::from_secs(5);

impl Server {
    /// The tools as a `tower` service, for routers of the program's own: `axum::Router::new().nest_service("/mcp", server.http_service())`. Only requests to
    /// hosts of this machine are answered, against rebinding of names; for others see [`http_service_with`](Self::http_service_with).
    pub fn http_service(&self) -> HttpService {
        self.http_service_with(StreamableHttpServerConfig::default())
    }

    /// As [`http_service`](Self::http_service), with the SDK's settings: allowed hosts and origins, sessions, limits.
    pub fn http_service_with(&self, config: StreamableHttpServerConfig) -> HttpService {
        let server = self.clone();
        StreamableHttpService::new(move || Ok(server.handler()), Arc::default(), config)
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
        self.bind_http_with(address, StreamableHttpServerConfig::default())
            .await
    }

    /// As [`bind_http`](Self::bind_http), with the SDK's settings. A server that others reach by name must allow the name.
    ///
    /// # Errors
    ///
    /// As [`bind_http`](Self::bind_http).
    pub async fn bind_http_with(
        &self,
        address: impl ToSocketAddrs,
        config: StreamableHttpServerConfig,
    ) -> io::Result<HttpServer> {
        Ok(HttpServer {
            listener: TcpListener::bind(address).await?,
            service: self.http_service_with(config),
        })
    }
}

/// A server that listens: see [`Server::bind_http`].
#[must_use = "it answers nobody before `serve_until`"]
pub struct HttpServer {
    listener: TcpListener,
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
                accepted = self.listener.accept() => match accepted {
                    Ok((stream, _)) => {
                        connections.spawn(connection(stream, self.service.clone()));
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

async fn connection(stream: TcpStream, service: HttpService) {
    let answer = service_fn(move |request: Request<Incoming>| {
        let service = service.clone();
        async move {
            if request.uri().path() == PATH {
                return Ok::<_, core::convert::Infallible>(service.handle(request).await);
            }
            let mut nothing = Response::default();
            *nothing.status_mut() = StatusCode::NOT_FOUND;
            Ok(nothing)
        }
    });
    let serving = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(PATIENCE)
        .serve_connection(TokioIo::new(stream), answer);
    // A connection that breaks is nobody's fault but the client's.
    let _ = serving.await;
}
