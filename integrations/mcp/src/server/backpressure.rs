//! A transport that reads no further requests while too many answers wait for the client to read
//! them. The SDK has no bound for them.

use std::sync::Arc;

use rmcp::RoleServer;
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use tokio::sync::Semaphore;

/// Maximum number of messages that wait until the client reads. No requests are read meanwhile.
const MAX_UNSENT: usize = 1_000;

/// A transport of the SDK, with a permit for each message that may wait.
pub(super) struct Backpressure<T> {
    inner: T,
    room: Arc<Semaphore>,
}

impl<T> Backpressure<T> {
    pub(super) fn new(inner: T) -> Self {
        Backpressure {
            inner,
            room: Arc::new(Semaphore::new(MAX_UNSENT)),
        }
    }
}

impl<T: Transport<RoleServer>> Transport<RoleServer> for Backpressure<T> {
    type Error = T::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        // Messages of calls that run already are beyond the bound, and need no permit.
        let permit = Arc::clone(&self.room).try_acquire_owned();
        let sent = self.inner.send(message);
        async move {
            let sent = sent.await;
            drop(permit);
            sent
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        drop(self.room.acquire().await);
        self.inner.receive().await
    }

    fn close(&mut self) -> impl Future<Output = Result<(), Self::Error>> + Send {
        self.inner.close()
    }
}
