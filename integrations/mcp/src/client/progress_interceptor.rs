//! Intercepts progress notifications in the transport, because the SDK dispatches them on separate
//! tasks and may deliver them late or out of order. Also limits the size of text that the SDK
//! keeps, and the number of a server's requests that are answered at a time.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rmcp::RoleClient;
use rmcp::model::{
    ClientJsonRpcMessage, JsonRpcMessage, RequestId, ServerJsonRpcMessage, ServerNotification,
    ServerResult,
};
use rmcp::transport::Transport;
use tokio::sync::Notify;

use super::error_text::cut;
use super::listener::{Listener, ProgressQueue};
use super::secrets::Secrets;

/// Maximum bytes of a server's instructions.
const MAX_INSTRUCTIONS: usize = 64 * 1024;

/// Maximum number of a server's requests whose answers are not sent yet. Nothing is read from the
/// server meanwhile, because the SDK starts a task for each request.
const MAX_REQUESTS: usize = 64;

/// A transport that handles progress notifications itself.
pub(super) struct ProgressInterceptor<T> {
    inner: T,
    steps: Arc<ProgressQueue>,
    requests: Arc<Requests>,
    secrets: Secrets,
}

/// The requests of a server that are being answered.
#[derive(Default)]
struct Requests {
    open: Mutex<Open>,
    answered: Notify,
}

#[derive(Default)]
struct Open {
    /// Requests without an answer yet. The SDK drops the answer to a request that was cancelled.
    ids: HashSet<RequestId>,
    /// Number of answers that are being sent.
    sending: usize,
}

impl Requests {
    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until another request may be read.
    async fn room(&self) {
        loop {
            let open = {
                let open = self.lock();
                open.ids.len() + open.sending
            };
            if open < MAX_REQUESTS {
                return;
            }
            self.answered.notified().await;
        }
    }

    fn begin(&self, id: RequestId) {
        self.lock().ids.insert(id);
    }

    fn cancel(&self, id: &RequestId) {
        self.lock().ids.remove(id);
    }

    fn send(self: &Arc<Self>, id: Option<&RequestId>) -> AnswerGuard {
        let mut open = self.lock();
        if let Some(id) = id {
            open.ids.remove(id);
        }
        open.sending += 1;
        AnswerGuard(Arc::clone(self))
    }
}

/// Guard that exists while an answer is being sent.
struct AnswerGuard(Arc<Requests>);

impl Drop for AnswerGuard {
    fn drop(&mut self) {
        self.0.lock().sending -= 1;
        // Kept for the next `room` if none waits.
        self.0.answered.notify_one();
    }
}

impl<T> ProgressInterceptor<T> {
    pub(super) fn new(inner: T, listener: &Listener) -> Self {
        ProgressInterceptor {
            inner,
            steps: Arc::clone(&listener.steps),
            requests: Arc::default(),
            secrets: listener.secrets.clone(),
        }
    }
}

fn bounded(mut result: ServerResult) -> ServerResult {
    let instructions = match &mut result {
        ServerResult::InitializeResult(result) => &mut result.instructions,
        ServerResult::DiscoverResult(result) => &mut result.instructions,
        _ => return result,
    };
    if let Some(text) = instructions {
        *text = cut(text, MAX_INSTRUCTIONS);
    }
    result
}

impl<T: Transport<RoleClient>> Transport<RoleClient> for ProgressInterceptor<T> {
    type Error = T::Error;

    fn send(
        &mut self,
        message: ClientJsonRpcMessage,
    ) -> impl Future<Output = Result<(), T::Error>> + Send + 'static {
        let sending = match &message {
            JsonRpcMessage::Response(response) => Some(self.requests.send(Some(&response.id))),
            JsonRpcMessage::Error(error) => Some(self.requests.send(error.id.as_ref())),
            _ => None,
        };
        let sent = self.inner.send(message);
        async move {
            let sent = sent.await;
            drop(sending);
            sent
        }
    }

    async fn receive(&mut self) -> Option<ServerJsonRpcMessage> {
        loop {
            self.requests.room().await;
            let message = self.inner.receive().await?;
            match self.secrets.redact_named(message) {
                JsonRpcMessage::Notification(notice) => match notice.notification {
                    ServerNotification::ProgressNotification(notification) => {
                        self.steps.report_progress(notification.params);
                    }
                    notification => {
                        if let ServerNotification::CancelledNotification(cancelled) = &notification
                            && let Some(id) = &cancelled.params.request_id
                        {
                            self.requests.cancel(id);
                        }
                        return Some(ServerJsonRpcMessage::notification(notification));
                    }
                },
                JsonRpcMessage::Response(mut response) => {
                    response.result = bounded(response.result);
                    return Some(JsonRpcMessage::Response(response));
                }
                JsonRpcMessage::Request(request) => {
                    self.requests.begin(request.id.clone());
                    return Some(JsonRpcMessage::Request(request));
                }
                error @ JsonRpcMessage::Error(_) => return Some(error),
            }
        }
    }

    fn close(&mut self) -> impl Future<Output = Result<(), T::Error>> + Send {
        self.inner.close()
    }
}
