//! The link to one server, which survives reconnects.

use std::sync::{Arc, Mutex};
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
use crate::result::FailedMeta;
use toolcast::call::{Content, ToolError, ToolOutput};
use toolcast::import::SourceCall;
use toolcast::integration::lock;

/// The link to one server.
pub(super) struct ServerLink {
    /// The server's name, as chosen by the program.
    pub(super) server: String,
    /// The runtime of the connections. Calls may be made and dropped on any thread.
    runtime: Handle,
    /// The time that a call of the set may take.
    pub(super) call_timeout: Duration,
    pub(super) secrets: Secrets,
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
        let answered = self.answered(call, list).await;
        let (whole, content) = answered.map_err(|text| ToolError::Failed(text.into()))?;
        let meta = whole.meta.clone();
        let answer = result::answer(whole, content);
        if let (Err(error), Some(failed)) = (&answer, call.context.extension::<FailedMeta>()) {
            failed.set(error.to_string(), meta);
        }
        answer
    }

    async fn answered(
        &self,
        call: &SourceCall,
        list: &Arc<List>,
    ) -> Result<(CallToolResult, Vec<Content>), String> {
        let (whole, content) = match self.ask(call).await? {
            ServerResult::CallToolResult(result) => result::read(result),
            ServerResult::EmptyResult(_) | ServerResult::TaskAckResult(_) => {
                result::read(CallToolResult::success(Vec::new()))
            }
            // If one block is unknown to the SDK, it returns the whole result as a custom result.
            ServerResult::CustomResult(custom) => {
                result::read_loosely(&custom.0).ok_or_else(|| no_result(&self.server))?
            }
            ServerResult::InputRequiredResult(_) => {
                return Err(format!(
                    "the server `{}` asks for more input, which can't be supplied here",
                    self.server
                ));
            }
            _ => return Err(no_result(&self.server)),
        };
        self.check(&call.tool, &whole, list).await?;
        Ok((whole, content))
    }

    async fn ask(&self, call: &SourceCall) -> Result<ServerResult, String> {
        let peer = lock(&self.now).clone().map_err(|gone| match gone {
            Gone::Unreachable => unreachable(&self.server),
            Gone::Closed => format!("the server `{}` is closed", self.server),
        })?;
        let mut params = CallToolRequestParams::new(call.tool.to_string());
        match call.arguments_value() {
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
        let mut unanswered = CallGuard {
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
        response.map_err(|error| self.failed(&error))
    }

    /// Checks an answer against the tool's output schema, on a blocking thread: the check of a long
    /// answer takes seconds. It is one of the runtime of the connections: a call needs none.
    async fn check(
        &self,
        tool: &str,
        result: &CallToolResult,
        list: &Arc<List>,
    ) -> Result<(), String> {
        let is_checked = result.is_error != Some(true) && list.outputs.has(tool);
        let Some(structured) = result.structured_content.as_ref().filter(|_| is_checked) else {
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

/// Difference by which a timer may be early.
const EARLY: Duration = Duration::from_millis(5);

/// A call without an answer. If it is dropped, the server is notified. If its time was over, that
/// is a failure of the server.
struct CallGuard<'l> {
    link: &'l ServerLink,
    /// `None` once the server has answered, or the request has failed.
    begun: Option<Instant>,
    /// The connection and the id, once the request is sent.
    sent: Option<(Peer<RoleClient>, RequestId)>,
}

impl Drop for CallGuard<'_> {
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
