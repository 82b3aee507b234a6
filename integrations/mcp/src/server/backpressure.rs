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

#[cfg(test)]
mod tests {
    use std::io;
    use std::pin::Pin;

    use serde_json::{Value, json};

    use super::*;

    type Sent = Result<(), io::Error>;

    /// Receives messages in order, then the end of the input. Nothing is sent.
    struct InputOnly(VecDeque<Value>);

    impl Transport<RoleServer> for InputOnly {
        type Error = io::Error;

        fn send(
            &mut self,
            _: TxJsonRpcMessage<RoleServer>,
        ) -> impl Future<Output = Result<(), io::Error>> + Send + 'static {
            std::future::pending()
        }

        async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
            let message = self.0.pop_front()?;
            Some(serde_json::from_value(message).expect("a message"))
        }

        async fn close(&mut self) -> Result<(), io::Error> {
            Ok(())
        }
    }

    fn request(id: u32) -> Value {
        json!({"jsonrpc": "2.0", "id": id, "method": "ping"})
    }

    fn cancelled(id: u32) -> Value {
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}})
    }

    /// Messages that wait until they are dropped, as many as may wait.
    fn fill(transport: &mut Backpressure<InputOnly>) -> Vec<Pin<Box<dyn Future<Output = Sent>>>> {
        let answer = json!({"jsonrpc": "2.0", "id": 0, "result": {}});
        let answer = || serde_json::from_value(answer.clone()).expect("a message");
        let mut all: Vec<Pin<Box<dyn Future<Output = Sent>>>> = Vec::new();
        for _ in 0..MAX_UNSENT {
            all.push(Box::pin(transport.send(answer())));
        }
        all
    }

    async fn next(transport: &mut Backpressure<InputOnly>) -> Option<Value> {
        let message = transport.receive().await?;
        Some(serde_json::to_value(message).expect("JSON"))
    }

    #[tokio::test]
    async fn notifications_pass_a_request_that_waits_for_room() {
        let messages = [
            request(1),
            cancelled(7),
            request(2),
            cancelled(8),
            request(3),
        ];
        let mut transport = Backpressure::new(InputOnly(messages.into()));
        let unread = fill(&mut transport);
        assert_eq!(next(&mut transport).await, Some(cancelled(7)));
        // The second request is the last that is read.
        let waiting = std::time::Duration::from_millis(20);
        let read = tokio::time::timeout(waiting, next(&mut transport)).await;
        assert!(read.is_err(), "{read:?}");
        drop(unread);
        for message in [request(1), request(2), cancelled(8), request(3)] {
            assert_eq!(next(&mut transport).await, Some(message));
        }
        assert_eq!(next(&mut transport).await, None);
    }

    #[tokio::test]
    async fn the_end_of_the_input_passes_a_request_that_waits_for_room() {
        let mut transport = Backpressure::new(InputOnly([request(1)].into()));
        let _unread = fill(&mut transport);
        assert_eq!(next(&mut transport).await, None);
    }
}
