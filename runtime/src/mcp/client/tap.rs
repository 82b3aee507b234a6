//! Hears of progress before the SDK does: it hands notices over by tasks of their own, which may come after the answer, and in another order.

use alloc::sync::Arc;
use core::future::Future;

use rmcp::RoleClient;
use rmcp::model::{ClientJsonRpcMessage, JsonRpcMessage, ServerJsonRpcMessage, ServerNotification};
use rmcp::transport::Transport;

use super::listener::Steps;

/// A transport that keeps progress for itself.
pub(super) struct Tap<T> {
    inner: T,
    steps: Arc<Steps>,
}

impl<T> Tap<T> {
    pub(super) fn new(inner: T, steps: Arc<Steps>) -> Self {
        Tap { inner, steps }
    }
}

impl<T: Transport<RoleClient>> Transport<RoleClient> for Tap<T> {
    type Error = T::Error;

    fn send(
        &mut self,
        message: ClientJsonRpcMessage,
    ) -> impl Future<Output = Result<(), T::Error>> + Send + 'static {
        self.inner.send(message)
    }

    async fn receive(&mut self) -> Option<ServerJsonRpcMessage> {
        loop {
            match self.inner.receive().await? {
                JsonRpcMessage::Notification(notice) => match notice.notification {
                    ServerNotification::ProgressNotification(said) => self.steps.say(said.params),
                    notification => {
                        return Some(ServerJsonRpcMessage::notification(notification));
                    }
                },
                message => return Some(message),
            }
        }
    }

    fn close(&mut self) -> impl Future<Output = Result<(), T::Error>> + Send {
        self.inner.close()
    }
}
