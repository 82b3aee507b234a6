//! A transport that passes on no further request while too many messages wait for the client to
//! read them. The SDK has no bound for them.

use std::collections::VecDeque;
use std::sync::Arc;

use rmcp::RoleServer;
use rmcp::model::JsonRpcMessage;
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use tokio::sync::Semaphore;

/// Maximum number of messages that wait until the client reads.
const MAX_UNSENT: usize = 256;

/// Maximum number of requests that are read meanwhile. Everything before the next one is passed on:
/// notifications, the client's own answers, the end of the input.
const MAX_HELD: usize = 2;

/// A transport of the SDK, with a permit for each message that may wait.
pub(super) struct Backpressure<T> {
    inner: T,
    room: Arc<Semaphore>,
    /// Requests that wait for room.
    held: VecDeque<RxJsonRpcMessage<RoleServer>>,
}

impl<T> Backpressure<T> {
    pub(super) fn new(inner: T) -> Self {
        Backpressure {
            inner,
            room: Arc::new(Semaphore::new(MAX_UNSENT)),
            held: VecDeque::new(),
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

    /// The SDK may drop the future at any time, so requests that wait are kept here.
    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            tokio::select! {
                biased;
                _ = self.room.acquire(), if !self.held.is_empty() => return self.held.pop_front(),
                message = self.inner.receive(), if self.held.len() < MAX_HELD => match message {
                    Some(request @ JsonRpcMessage::Request(_)) => self.held.push_back(request),
                    message => return message,
                },
            }
        }
    }

    fn close(&mut self) -> impl Future<Output = Result<(), Self::Error>> + Send {
        self.inner.close()
    }
}
