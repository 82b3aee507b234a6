//! Intercepts progress notifications in the transport, because the SDK dispatches them on separate
//! tasks and may deliver them late or out of order. Also limits the size of text that the SDK
//! keeps.

use alloc::sync::Arc;
use core::future::Future;

use rmcp::RoleClient;
use rmcp::model::{
    ClientJsonRpcMessage, JsonRpcMessage, ServerJsonRpcMessage, ServerNotification, ServerResult,
};
use rmcp::transport::Transport;

use super::listener::{Listener, Steps};
use super::secrets::cut;

/// Maximum bytes of a server's instructions.
const MOST_INSTRUCTIONS: usize = 64 * 1024;

/// A transport that handles progress notifications itself.
pub(super) struct Tap<T> {
    inner: T,
    steps: Arc<Steps>,
}

impl<T> Tap<T> {
    pub(super) fn new(inner: T, listener: &Listener) -> Self {
        Tap {
            inner,
            steps: Arc::clone(&listener.steps),
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
        *text = cut(text, MOST_INSTRUCTIONS);
    }
    result
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
                JsonRpcMessage::Response(mut response) => {
                    response.result = bounded(response.result);
                    return Some(JsonRpcMessage::Response(response));
                }
                message => return Some(message),
            }
        }
    }

    fn close(&mut self) -> impl Future<Output = Result<(), T::Error>> + Send {
        self.inner.close()
    }
}
