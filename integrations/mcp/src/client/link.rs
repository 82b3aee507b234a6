//! The link to one server, which survives reconnects.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rmcp::RoleClient;
use rmcp::model::{
    CallToolRequest, CallToolRequestParams, CallToolResult, CancelledNotificationParam,
    ClientRequest, ProgressToken, RequestId, ServerResult,
};
use rmcp::service::{Peer, PeerRequestOptions, ServiceError};
use serde_json::Value;
use tokio::runtime::Handle;

use super::list::List;
use super::listener::ProgressQueue;
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
    now: Mutex<Result<Connection, Gone>>,
    /// The last failure since the server was connected.
    trouble: Mutex<Option<String>>,
}

/// The reason for a missing connection, in the detail that the model needs.
#[derive(Clone, Copy)]
pub(super) enum Gone {
    Unreachable,
    Closed,
}

/// A connection and the progress listeners of its calls.
#[derive(Clone)]
struct Connection {
    peer: Peer<RoleClient>,
    steps: Arc<ProgressQueue>,
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
    pub(super) fn connected(&self, peer: Peer<RoleClient>, steps: Arc<ProgressQueue>) {
        *lock(&self.now) = Ok(Connection { peer, steps });
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
        let connection = lock(&self.now).clone();
        let Connection { peer, steps } = connection.map_err(|gone| match gone {
            Gone::Unreachable => unreachable(&self.server),
            Gone::Closed => format!("the server `{}` is closed", self.server),
        })?;
        let mut params = CallToolRequestParams::new(call.tool.to_string());
        match &call.arguments {
            Value::Object(arguments) => params.arguments = Some(arguments.clone()),
            Value::Null => {}
            _ => return Err("the arguments are not an object".into()),
        }
        let request = ClientRequest::CallToolRequest(CallToolRequest::new(params));
        let mut overdue = Overdue::new(self);
        let sending = steps.sending();
        let sent = peer
            .send_cancellable_request(request, PeerRequestOptions::no_options())
            .await;
        let handle = match sent {
            Ok(handle) => handle,
            Err(error) => {
                overdue.begun = None;
                return Err(self.failed(&error));
            }
        };
        let mut guard = Pending {
            link: self,
            peer,
            steps,
            token: handle.progress_token.clone(),
            id: Some(handle.id.clone()),
        };
        let progress = call.context.progress();
        if progress.is_observed() {
            guard.steps.listen(guard.token.clone(), progress.clone());
        }
        drop(sending);
        let response = handle.await_response().await;
        overdue.begun = None;
        guard.id = None;
        drop(guard);
        match response {
            Ok(response) => {
                self.check(&call.tool, &response, list).await?;
                Ok(response)
            }
            Err(error) => Err(self.failed(&error)),
        }
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
        let check = move || list.outputs.check(&tool, &structured);
        let checked = self.runtime.spawn_blocking(check).await;
        let checked = checked.unwrap_or_else(|error| Err(format!("it was not checked: {error}")));
        checked.map_err(|faults| {
            format!(
                "the server `{}` sent an answer that does not fit the tool's output schema: {faults}",
                self.server
            )
        })
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

/// Records a call that is dropped because its time is over.
struct Overdue<'l> {
    link: &'l ServerLink,
    /// `None` once the server has answered, or the request has failed.
    begun: Option<Instant>,
}

impl<'l> Overdue<'l> {
    fn new(link: &'l ServerLink) -> Self {
        Overdue {
            link,
            begun: Some(Instant::now()),
        }
    }
}

impl Drop for Overdue<'_> {
    fn drop(&mut self) {
        let Some(begun) = self.begun else { return };
        let timeout = self.link.call_timeout;
        // A call that the program cancels or drops earlier is not a failure.
        if begun.elapsed() + EARLY >= timeout {
            let reason = format!("it did not answer a call within {timeout:?}");
            *lock(&self.link.trouble) = Some(reason);
        }
    }
}

/// A call that is running on the server.
struct Pending<'l> {
    link: &'l ServerLink,
    peer: Peer<RoleClient>,
    steps: Arc<ProgressQueue>,
    token: ProgressToken,
    /// `None` once the call was answered.
    id: Option<RequestId>,
}

impl Drop for Pending<'_> {
    fn drop(&mut self) {
        self.steps.leave(&self.token);
        let Some(id) = self.id.take() else { return };
        let peer = self.peer.clone();
        self.link.runtime.spawn(async move {
            let words = "the answer is no longer needed".to_string();
            let notice = CancelledNotificationParam::new(Some(id), Some(words));
            // An unreachable server needs no notification.
            let _ = peer.notify_cancelled(notice).await;
        });
    }
}
