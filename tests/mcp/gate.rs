//! A guard before a server over HTTP: it counts requests, and refuses or delays some of them.

use core::convert::Infallible;
use core::sync::atomic::{AtomicUsize, Ordering};
use core::time::Duration;
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt as _, Empty, Full};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::net::TcpListener;
use toolcast_mcp::{HttpService, McpEndpoint, Server};

/// The requests that reached the server.
#[derive(Default)]
pub(crate) struct Gate {
    /// The method that gets a status, and the status.
    pub(crate) refused: Mutex<Option<(&'static str, u16)>>,
    pub(crate) refusals: AtomicUsize,
    pub(crate) lists: AtomicUsize,
    pub(crate) handshakes: AtomicUsize,
    /// The time for which calls are held back.
    pub(crate) delay: Duration,
    /// Calls that are held back now, and the most at a time.
    pub(crate) calls: AtomicUsize,
    pub(crate) most_calls: AtomicUsize,
}

impl Gate {
    pub(crate) fn refuse(&self, refused: Option<(&'static str, u16)>) {
        *self.refused.lock().unwrap() = refused;
    }

    async fn answer(
        &self,
        service: &HttpService,
        request: Request<Incoming>,
    ) -> Response<BoxBody<Bytes, Infallible>> {
        let (head, body) = request.into_parts();
        let body = body.collect().await.unwrap().to_bytes();
        let asked: Value = serde_json::from_slice(&body).unwrap_or_default();
        let method = asked["method"].as_str().unwrap_or_default();
        match method {
            "tools/list" => {
                self.lists.fetch_add(1, Ordering::SeqCst);
            }
            "initialize" => {
                self.handshakes.fetch_add(1, Ordering::SeqCst);
            }
            "tools/call" if !self.delay.is_zero() => {
                let calls = self.calls.fetch_add(1, Ordering::SeqCst) + 1;
                self.most_calls.fetch_max(calls, Ordering::SeqCst);
                tokio::time::sleep(self.delay).await;
                self.calls.fetch_sub(1, Ordering::SeqCst);
            }
            _ => {}
        }
        let refused = *self.refused.lock().unwrap();
        if let Some((_, status)) = refused.filter(|(refused, _)| *refused == method) {
            self.refusals.fetch_add(1, Ordering::SeqCst);
            let mut response = Response::new(Empty::new().boxed());
            *response.status_mut() = StatusCode::from_u16(status).unwrap();
            return response;
        }
        service
            .handle(Request::from_parts(head, Full::<Bytes>::new(body)))
            .await
    }
}

/// The address of a server behind a guard. It ends with the test's runtime.
pub(crate) async fn behind(gate: &Arc<Gate>, server: &Server) -> McpEndpoint {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    let (gate, service) = (Arc::clone(gate), server.http_service());
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let (gate, service) = (Arc::clone(&gate), service.clone());
            tokio::spawn(async move {
                let answer = service_fn(move |request| {
                    let (gate, service) = (Arc::clone(&gate), service.clone());
                    async move { Ok::<_, Infallible>(gate.answer(&service, request).await) }
                });
                let _ = hyper::server::conn::http1::Builder::new()
                    .serve_connection(TokioIo::new(stream), answer)
                    .await;
            });
        }
    });
    McpEndpoint::http(url)
}
