//! One connection of a client.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use hyper::body::{Body, Bytes, Frame, Incoming, SizeHint};
use hyper::header::{CONNECTION, HOST, HeaderValue};
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpStream;
use tokio::time::Sleep;

use super::HttpService;

/// The path of the endpoint.
const PATH: &str = "/mcp";

/// The timeout for the head of a request.
const PATIENCE: Duration = Duration::from_secs(30);

/// Serves one connection until the client closes it.
pub(super) async fn connection(stream: TcpStream, service: HttpService, body_timeout: Duration) {
    let answer = service_fn(move |request: Request<Incoming>| {
        let service = service.clone();
        async move {
            if request.uri().path() != PATH {
                return Ok::<_, Infallible>(status(StatusCode::NOT_FOUND));
            }
            // RFC 9112, section 3.2. With two names, it would be unclear which one was checked.
            if request.headers().get_all(HOST).iter().count() > 1 {
                return Ok(status(StatusCode::BAD_REQUEST));
            }
            let late = Arc::new(AtomicBool::new(false));
            let request = request.map(|body| BodyWithDeadline {
                body,
                until: Box::pin(tokio::time::sleep(body_timeout)),
                late: Arc::clone(&late),
            });
            let answered = service.handle(request).await;
            Ok(if late.load(Ordering::Acquire) {
                let mut answer = status(StatusCode::REQUEST_TIMEOUT);
                let close = HeaderValue::from_static("close");
                answer.headers_mut().insert(CONNECTION, close);
                answer
            } else {
                answered
            })
        }
    });
    let serving = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(PATIENCE)
        .serve_connection(TokioIo::new(stream), answer);
    // A broken connection affects only its client.
    let _ = serving.await;
}

fn status<B: Default>(status: StatusCode) -> Response<B> {
    let mut answer = Response::default();
    *answer.status_mut() = status;
    answer
}

/// A request body with a deadline.
struct BodyWithDeadline {
    body: Incoming,
    until: Pin<Box<Sleep>>,
    late: Arc<AtomicBool>,
}

impl Body for BodyWithDeadline {
    type Data = Bytes;
    type Error = Box<dyn std::error::Error + Send + Sync>;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        if let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(cx) {
            return Poll::Ready(frame.map(|frame| frame.map_err(Into::into)));
        }
        self.until.as_mut().poll(cx).map(|()| {
            self.late.store(true, Ordering::Release);
            Some(Err("the body did not come in time".into()))
        })
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
