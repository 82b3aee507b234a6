//! The link to one server, which survives reconnects.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rmcp::RoleClient;
use rmcp::model::{
    CallToolRequest, CallToolRequestParams, CallToolResult, CancelledNotificationParam,
    ClientRequest, RequestId, ServerResult,
};
use rmcp::service::{Peer, PeerRequestOptions, ServiceError};
use serde_json::Value;
use tokio::runtime::Handle;

use super::list::List;
use super::progress_interceptor::Progress;
use super::result;
use super::secrets::Secrets;
use super::trouble::{MAX_DETAIL, Trouble, no_result, unreachable};
use toolcast::call::{ToolError, ToolOutput};
use toolcast::import::SourceCall;

/// The link to one server.
pub(super) struct ServerLink {
    /// The server's name, as chosen by the program.
    pub(super) server: String,
    /// The runtime of the connections. Calls may be made and dropped on any thread.
    runtime: Handle,
    /// The time that a call of the set may take.
    pub(super) call_timeout: Duration,
    secrets: Secrets,
    now: Mutex<Result<Peer<RoleClient>, Gone>>,
    /// The last failure since the server was connected.
    trouble: Mutex<Option<String>>,
}

/// The reason for a missing connection, in the detail that the model needs.
#[derive(Clone, Copy)]
pub(super) enum Gone {
    Unreachable,
    Closed,
}

impl ServerLink {
    pub(super) fn new(server: &str, call_timeout: Duration, secrets: Secrets) -> Self {
        ServerLink {
            server: server.into(),
            runtime: Handle::current(),
            call_timeout,
            secrets,
            now: Mutex::new(Err(Gone::Unreachable)),
            trouble: Mutex::default(),
        }
    }

    /// Begins a connection, whose failures are yet to come.
    pub(super) fn connected(&self, peer: Peer<RoleClient>) {
        *lock(&self.now) = Ok(peer);
        *lock(&self.trouble) = None;
    }

    pub(super) fn lost(&self, gone: Gone) {
        *lock(&self.now) = Err(gone);
    }

    /// Records that the list of tools was not renewed.
    pub(super) fn not_listed(&self, reason: &str) {
        let reason = self.secrets.clean(reason, MAX_DETAIL);
        *lock(&self.trouble) = Some(format!("its list of tools was not renewed: {reason}"));
    }

    pub(super) fn trouble(&self) -> Option<String> {
        lock(&self.trouble).clone()
    }

    /// Calls a tool by its original name. If the future is dropped, the server receives a
    /// cancellation.
    ///
    /// # Errors
    ///
    /// Returns an error for the model if the tool, the server or the connection failed.
    pub(super) async fn call(
        &self,
        call: &SourceCall,
        list: &Arc<List>,
    ) -> Result<ToolOutput, ToolError> {
        let response = self.ask(call, list).await.map_err(ToolError::Failed)?;
        self.answer(response)
    }

    async fn ask(&self, call: &SourceCall, list: &Arc<List>) -> Result<ServerResult, String> {
        let peer = lock(&self.now).clone().map_err(|gone| match gone {
            Gone::Unreachable => unreachable(&self.server),
            Gone::Closed => format!("the server `{}` is closed", self.server),
        })?;
        let mut params = CallToolRequestParams::new(call.tool.to_string());
        match &call.arguments {
            Value::Object(arguments) => params.arguments = Some(arguments.clone()),
            Value::Null => {}
            _ => return Err("the arguments are not an object".into()),
        }
        let mut request = CallToolRequest::new(params);
        let progress = call.context.progress();
        let progress = progress
            .is_observed()
            .then(|| Progress::new(progress.clone()));
        if let Some(progress) = &progress {
            request.extensions.insert(Arc::downgrade(progress));
        }
        let mut unanswered = Unanswered {
            link: self,
            begun: Some(Instant::now()),
            sent: None,
        };
        let sent = peer
            .send_cancellable_request(
                ClientRequest::CallToolRequest(request),
                PeerRequestOptions::no_options(),
            )
            .await;
        let response = match sent {
            Ok(handle) => {
                unanswered.sent = Some((peer, handle.id.clone()));
                handle.await_response().await
            }
            Err(error) => Err(error),
        };
        unanswered.begun = None;
        drop(progress);
        let response = response.map_err(|error| self.failed(&error))?;
        self.check(&call.tool, &response, list).await?;
        Ok(response)
    }

    /// Checks an answer against the tool's output schema, on a blocking thread: the check of a long
    /// answer takes seconds. It is one of the runtime of the connections: a call needs none.
    async fn check(
        &self,
        tool: &str,
        response: &ServerResult,
        list: &Arc<List>,
    ) -> Result<(), String> {
        let structured = match response {
            ServerResult::CallToolResult(result) if result.is_error != Some(true) => {
                result.structured_content.as_ref()
            }
            ServerResult::CustomResult(result) => {
                let is_error = result.0.get("isError").and_then(Value::as_bool);
                let structured = result.0.get("structuredContent");
                structured.filter(|_| is_error != Some(true))
            }
            _ => None,
        };
        let Some(structured) = structured.filter(|_| list.outputs.has(tool)) else {
            return Ok(());
        };
        let (structured, tool, list) = (structured.clone(), tool.to_owned(), Arc::clone(list));
        let check = move || list.outputs.faults(&tool, &structured);
        let checked = self.runtime.spawn_blocking(check).await;
        let faults = checked.unwrap_or_else(|error| Some(format!("it was not checked: {error}")));
        match faults {
            None => Ok(()),
            Some(faults) => Err(format!(
                "the server `{}` sent an answer that does not fit the tool's output schema: {faults}",
                self.server
            )),
        }
    }

    fn answer(&self, response: ServerResult) -> Result<ToolOutput, ToolError> {
        let failed = |text| Err(ToolError::Failed(text));
        match response {
            ServerResult::CallToolResult(result) => result::read(result),
            ServerResult::EmptyResult(_) | ServerResult::TaskAckResult(_) => {
                result::read(CallToolResult::success(Vec::new()))
            }
            // If one block is unknown to the SDK, it returns the whole result as a custom result.
            ServerResult::CustomResult(custom) => {
                let answer = result::read_loosely(&custom.0);
                answer.unwrap_or_else(|| failed(no_result(&self.server)))
            }
            ServerResult::InputRequiredResult(_) => failed(format!(
                "the server `{}` asks for more input, which can't be supplied here",
                self.server
            )),
            _ => failed(no_result(&self.server)),
        }
    }

    fn failed(&self, error: &ServiceError) -> String {
        let Trouble { brief, detail } = Trouble::of_call(&self.server, error, &self.secrets);
        if !matches!(
            error,
            ServiceError::McpError(_) | ServiceError::Cancelled { .. }
        ) {
            *lock(&self.trouble) = Some(detail);
        }
        brief
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Difference by which a timer may be early.
const EARLY: Duration = Duration::from_millis(5);

/// A call without an answer. If it is dropped, the server is told. If its time was over, that is a
/// failure of the server.
struct Unanswered<'l> {
    link: &'l ServerLink,
    /// `None` once the server has answered, or the request has failed.
    begun: Option<Instant>,
    /// The connection and the id, once the request is sent.
    sent: Option<(Peer<RoleClient>, RequestId)>,
}

impl Drop for Unanswered<'_> {
    fn drop(&mut self) {
        let Some(begun) = self.begun else { return };
        let timeout = self.link.call_timeout;
        // A call that the program cancels or drops earlier is not a failure.
        if begun.elapsed() + EARLY >= timeout {
            let reason = format!("it did not answer a call within {timeout:?}");
            *lock(&self.link.trouble) = Some(reason);
        }
        let Some((peer, id)) = self.sent.take() else {
            return;
        };
        self.link.runtime.spawn(async move {
            let words = "the answer is no longer needed".to_string();
            let notice = CancelledNotificationParam::new(Some(id), Some(words));
            // An unreachable server needs no notification.
            let _ = peer.notify_cancelled(notice).await;
        });
    }
}
