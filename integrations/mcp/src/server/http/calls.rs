//! The running calls of all sessions, and the client streams that read them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use rmcp::model::{
    CancelledNotification, CancelledNotificationParam, ClientJsonRpcMessage, ClientNotification,
    RequestId,
};
use rmcp::transport::streamable_http_server::session::SessionId;
use rmcp::transport::streamable_http_server::session::local::LocalSessionHandle;
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, watch};

use toolcast::integration::lock;

/// A session, and the SDK's number for the stream of one of its requests.
pub(super) type Key = (SessionId, u64);

/// The calls that a client may resume.
#[derive(Clone, Default)]
pub(super) struct Calls(Arc<Mutex<HashMap<Key, Weak<Call>>>>);

impl Calls {
    pub(super) fn get(&self, key: &Key) -> Option<Arc<Call>> {
        lock(&self.0).get(key)?.upgrade()
    }
}

/// A call. It exists while a stream reads it or may be resumed.
pub(super) struct Call {
    pub(super) calls: Calls,
    pub(super) key: Key,
    pub(super) session: LocalSessionHandle,
    pub(super) request: RequestId,
    /// The time in which a broken stream may be resumed.
    pub(super) timeout: Duration,
    pub(super) runtime: Handle,
    /// The number of the newest stream. The SDK ends the one before it.
    pub(super) newest: watch::Sender<u64>,
    /// The call's permit from the limit on running requests.
    pub(super) _permit: OwnedSemaphorePermit,
}

impl Drop for Call {
    fn drop(&mut self) {
        lock(&self.calls.0).remove(&self.key);
    }
}

/// A client that reads the stream of a call. If this is dropped before the stream ends, the client
/// has disconnected.
pub(super) struct CallReader {
    /// `None` once the stream has ended.
    call: Option<Arc<Call>>,
    number: u64,
}

impl CallReader {
    /// Registers a call with its first stream.
    pub(super) fn begin(call: Call) -> Self {
        let (calls, key) = (call.calls.clone(), call.key.clone());
        let call = Arc::new(call);
        lock(&calls.0).insert(key, Arc::downgrade(&call));
        CallReader {
            call: Some(call),
            number: 0,
        }
    }

    /// Registers another stream of a call.
    pub(super) fn resume(call: Arc<Call>) -> Self {
        let mut number = 0;
        call.newest.send_modify(|newest| {
            *newest += 1;
            number = *newest;
        });
        CallReader {
            call: Some(call),
            number,
        }
    }

    /// The stream ended, with the answer or because another one replaces it.
    pub(super) fn ended(mut self) {
        self.call = None;
    }
}

impl Drop for CallReader {
    fn drop(&mut self) {
        let Some(call) = self.call.take() else {
            return;
        };
        let (number, mut newest) = (self.number, call.newest.subscribe());
        call.runtime.clone().spawn(async move {
            let resumed = newest.wait_for(|newest| *newest != number);
            if tokio::time::timeout(call.timeout, resumed).await.is_err() {
                let reason = Some("the client is gone".into());
                let param = CancelledNotificationParam::new(Some(call.request.clone()), reason);
                let cancelled = CancelledNotification::new(param);
                let message = ClientJsonRpcMessage::notification(
                    ClientNotification::CancelledNotification(cancelled),
                );
                // If the session has ended, its calls are already cancelled.
                let _ = call.session.push_message(message, None).await;
            }
        });
    }
}
