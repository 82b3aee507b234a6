//! The way to one server, which may be another connection from call to call.

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::sync::Arc;
use std::sync::{Mutex, PoisonError};

use rmcp::RoleClient;
use rmcp::model::{
    CallToolRequest, CallToolRequestParams, CallToolResult, CancelledNotificationParam,
    ClientRequest, ProgressToken, RequestId, ServerResult,
};
use rmcp::service::{Peer, PeerRequestOptions, ServiceError};
use serde_json::Value;
use tokio::runtime::Handle;

use super::endpoint::words;
use super::listener::Steps;
use crate::call::{Answer, Context};
use crate::mcp::result;

/// The way to one server.
pub(super) struct Link {
    /// The server's name in the program.
    pub(super) server: String,
    /// Where connections live: calls may be made from any thread.
    runtime: Handle,
    now: Mutex<Result<Connection, String>>,
}

/// A connection, and who listens to its calls.
#[derive(Clone)]
struct Connection {
    peer: Peer<RoleClient>,
    steps: Arc<Steps>,
}

impl Link {
    pub(super) fn new(server: &str) -> Self {
        Link {
            server: server.into(),
            runtime: Handle::current(),
            now: Mutex::new(Err("it was not reached yet".into())),
        }
    }

    pub(super) fn connected(&self, peer: Peer<RoleClient>, steps: Arc<Steps>) {
        *self.lock() = Ok(Connection { peer, steps });
    }

    pub(super) fn lost(&self, reason: &str) {
        *self.lock() = Err(reason.into());
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Result<Connection, String>> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls a tool by the name that its server knows. Where the future is dropped, the server is told that the answer is not wanted any more.
    ///
    /// # Errors
    ///
    /// A text for the model: the tool failed, or the server, or the way there.
    pub(super) async fn call(
        &self,
        tool: &str,
        arguments: Value,
        context: &Context,
    ) -> Result<Answer, String> {
        let connection = self.lock().clone();
        let Connection { peer, steps } = connection
            .map_err(|reason| format!("the server `{}` is not connected: {reason}", self.server))?;
        let mut params = CallToolRequestParams::new(tool.to_owned());
        match arguments {
            Value::Object(arguments) => params.arguments = Some(arguments),
            Value::Null => {}
            _ => return Err("the arguments are no object".into()),
        }
        let request = ClientRequest::CallToolRequest(CallToolRequest::new(params));
        let sent = peer
            .send_cancellable_request(request, PeerRequestOptions::no_options())
            .await;
        let handle = sent.map_err(|error| self.failed(error))?;
        let mut guard = Pending {
            link: self,
            peer,
            steps,
            token: handle.progress_token.clone(),
            id: Some(handle.id.clone()),
        };
        if context.progress().is_wanted() {
            guard
                .steps
                .listen(guard.token.clone(), context.progress().clone());
        }
        let response = handle.await_response().await;
        guard.id = None;
        drop(guard);
        match response {
            Ok(response) => self.answer(response),
            Err(error) => Err(self.failed(error)),
        }
    }

    fn answer(&self, response: ServerResult) -> Result<Answer, String> {
        match response {
            ServerResult::CallToolResult(result) => result::read(result),
            ServerResult::EmptyResult(_) | ServerResult::TaskAckResult(_) => {
                result::read(CallToolResult::success(alloc::vec::Vec::new()))
            }
            // A block that the SDK does not know makes the whole result unknown to it.
            ServerResult::CustomResult(custom) => result::read_loosely(&custom.0)
                .ok_or_else(|| format!("the server `{}` sent what is no result", self.server))?,
            ServerResult::InputRequiredResult(_) => Err(format!(
                "the server `{}` asks for more input, which can't be given to it here",
                self.server
            )),
            _ => Err(format!(
                "the server `{}` sent what is no result",
                self.server
            )),
        }
    }

    fn failed(&self, error: ServiceError) -> String {
        let server = &self.server;
        match error {
            ServiceError::McpError(error) => {
                format!("the server `{server}` refused the call: {}", error.message)
            }
            ServiceError::TransportClosed => format!("the server `{server}` is gone"),
            ServiceError::TransportSend(error) => {
                let words = words(&*error.error);
                format!("the server `{server}` could not be asked: {words}")
            }
            ServiceError::Cancelled { .. } => "the call was cancelled".to_string(),
            error => format!(
                "the server `{server}` could not be asked: {}",
                words(&error)
            ),
        }
    }
}

/// A call that the server works on.
struct Pending<'l> {
    link: &'l Link,
    peer: Peer<RoleClient>,
    steps: Arc<Steps>,
    token: ProgressToken,
    /// `None`: it was answered.
    id: Option<RequestId>,
}

impl Drop for Pending<'_> {
    fn drop(&mut self) {
        self.steps.leave(&self.token);
        let Some(id) = self.id.take() else { return };
        let peer = self.peer.clone();
        self.link.runtime.spawn(async move {
            let words = "the answer is not wanted any more".to_string();
            let notice = CancelledNotificationParam::new(Some(id), Some(words));
            // A server that is gone needs no notice.
            let _ = peer.notify_cancelled(notice).await;
        });
    }
}
