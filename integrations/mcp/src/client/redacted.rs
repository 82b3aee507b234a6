//! Redacts credentials in HTTP answers before the SDK reads and logs them.

use std::pin::Pin;
use std::task::{Context, Poll};

use futures_core::Stream;
use rmcp::transport::common::client_side_sse::BoxedSseResponse;
use rmcp::transport::streamable_http_client::StreamableHttpPostResponse;

use super::secrets::Secrets;

/// Redacts an answer.
pub(super) fn redacted(
    response: StreamableHttpPostResponse,
    secrets: &Secrets,
) -> StreamableHttpPostResponse {
    match response {
        StreamableHttpPostResponse::Json(message, session) => {
            StreamableHttpPostResponse::Json(secrets.redact_message(message), session)
        }
        StreamableHttpPostResponse::Sse(stream, session) => {
            StreamableHttpPostResponse::Sse(Redacted::stream(stream, secrets), session)
        }
        other => other,
    }
}

/// A stream of events that redacts credentials.
pub(super) struct Redacted {
    inner: BoxedSseResponse,
    secrets: Secrets,
}

impl Redacted {
    pub(super) fn stream(inner: BoxedSseResponse, secrets: &Secrets) -> BoxedSseResponse {
        let secrets = secrets.clone();
        Box::pin(Redacted { inner, secrets })
    }
}

impl Stream for Redacted {
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
