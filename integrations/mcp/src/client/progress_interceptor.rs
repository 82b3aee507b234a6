//! Intercepts progress notifications in the transport, because the SDK dispatches them on separate
//! tasks and may deliver them late or out of order. Also limits the size of text that the SDK
//! keeps, and the number of a server's requests that are answered at a time.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, Weak};

use rmcp::RoleClient;
use rmcp::model::{
    ClientJsonRpcMessage, GetExtensions as _, GetMeta as _, JsonRpcMessage,
    ProgressNotificationParam, ProgressToken, RequestId, ServerJsonRpcMessage, ServerNotification,
    ServerResult,
};
use rmcp::transport::Transport;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::error_text::cut;
use super::secrets::Secrets;
use toolcast::call::{ProgressReporter, ProgressUpdate};
use toolcast::integration::lock;

/// Maximum bytes of a server's instructions.
const MAX_INSTRUCTIONS: usize = 64 * 1024;

/// Maximum bytes of a report's message.
const MAX_MESSAGE: usize = 4 * 1024;

/// Maximum number of a server's requests whose answers are not sent yet. Nothing is read from the
/// server meanwhile, because the SDK starts a task for each request.
const MAX_REQUESTS: usize = 64;

/// The progress of a call, which receives reports until it is dropped. The call's request has a
/// weak reference to it among its extensions: the SDK chooses the token while it sends.
pub(super) struct Progress {
    reporter: ProgressReporter,
    last: Mutex<f64>,
}

impl Progress {
    pub(super) fn new(reporter: ProgressReporter) -> Arc<Self> {
        Arc::new(Progress {
            reporter,
            last: Mutex::new(f64::NEG_INFINITY),
        })
    }

    fn report(&self, update: ProgressNotificationParam) {
        {
            let mut last = lock(&self.last);
            // Progress increases: a smaller value is stale.
            if update.progress < *last {
                return;
            }
            *last = update.progress;
        }
        let mut step = ProgressUpdate::new(update.progress);
        step.total = update.total;
        step.message = update.message.map(|message| cut(&message, MAX_MESSAGE));
        self.reporter.report(step);
    }
}

/// A transport that handles progress notifications itself.
pub(super) struct ProgressInterceptor<T> {
    inner: T,
    calls: HashMap<ProgressToken, Weak<Progress>>,
    /// A permit for each request of the server without an answer yet, and for each answer that is
    /// being sent. The SDK drops the answer to a request that was cancelled.
    open: HashMap<RequestId, OwnedSemaphorePermit>,
    room: Arc<Semaphore>,
    secrets: Secrets,
}

impl<T> ProgressInterceptor<T> {
    pub(super) fn new(inner: T, secrets: Secrets) -> Self {
        ProgressInterceptor {
            inner,
            calls: HashMap::new(),
            open: HashMap::new(),
            room: Arc::new(Semaphore::new(MAX_REQUESTS)),
            secrets,
        }
    }

    /// Registers the progress of a call before the server can report any.
    fn listen(&mut self, message: &ClientJsonRpcMessage) {
        if let JsonRpcMessage::Request(request) = message
            && let Some(progress) = request.request.extensions().get::<Weak<Progress>>()
            && let Some(token) = request.request.get_meta().get_progress_token()
        {
            self.calls.retain(|_, call| call.strong_count() > 0);
            self.calls.insert(token, Weak::clone(progress));
        }
    }

    /// Returns the permit of an answer. A request whose id another one has repeated has none of its
    /// own.
    fn permit(&mut self, message: &ClientJsonRpcMessage) -> Option<OwnedSemaphorePermit> {
        let id = match message {
            JsonRpcMessage::Response(response) => Some(&response.id),
            JsonRpcMessage::Error(error) => error.id.as_ref(),
            _ => return None,
        };
        let own = id.and_then(|id| self.open.remove(id));
        own.or_else(|| Arc::clone(&self.room).try_acquire_owned().ok())
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
        self.listen(&message);
        let permit = self.permit(&message);
        let sent = self.inner.send(message);
        async move {
            let sent = sent.await;
            drop(permit);
            sent
        }
    }

    async fn receive(&mut self) -> Option<ServerJsonRpcMessage> {
        loop {
            let room = Arc::clone(&self.room).acquire_owned().await.ok()?;
            let message = self.inner.receive().await?;
            match self.secrets.redact_named(message) {
                JsonRpcMessage::Notification(notice) => match notice.notification {
                    ServerNotification::ProgressNotification(notification) => {
                        let update = notification.params;
                        let call = self.calls.get(&update.progress_token);
                        if let Some(call) = call.and_then(Weak::upgrade) {
                            call.report(update);
                        }
                    }
                    notification => {
                        if let ServerNotification::CancelledNotification(cancelled) = &notification
                            && let Some(id) = &cancelled.params.request_id
                        {
                            self.open.remove(id);
                        }
                        return Some(ServerJsonRpcMessage::notification(notification));
                    }
                },
                JsonRpcMessage::Response(mut response) => {
                    response.result = bounded(response.result);
                    return Some(JsonRpcMessage::Response(response));
                }
                JsonRpcMessage::Request(request) => {
                    self.open.insert(request.id.clone(), room);
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
