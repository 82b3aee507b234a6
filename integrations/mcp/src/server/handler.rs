//! The request handler for one client.

use std::fmt::{self, Write as _};
use std::pin::pin;
use std::sync::{Arc, Mutex};

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, ErrorData, ListToolsResult, PaginatedRequestParams,
    ProgressNotificationParam, ProgressToken, ProtocolVersion, ServerConfig, SubscriptionFilter,
    Tool,
};
use rmcp::service::{NotificationContext, RequestContext, SubscriptionContext};
use rmcp::{RoleServer, ServerHandler};
use serde_json::Value;
use tokio::sync::{Semaphore, mpsc, watch};
use tokio::task::JoinSet;

use super::Server;
use super::listing::{Listing, for_older};
use crate::result::{FailedMeta, call_tool_result};
use toolcast::Provider;
use toolcast::call::{CancellationToken, ProgressReporter, ProgressUpdate, ToolCall};
use toolcast::integration::{ShownName, catch_panic, lock, nearest};
use toolcast::set::CallOptions;

/// Maximum number of progress reports queued for a slow client. Further reports are dropped.
const MAX_WAITING: usize = 256;

/// Maximum number of a client's calls that run at a time. Further calls wait.
const MAX_CALLS: usize = 1_000;

/// Maximum number of a client's calls that wait. Further calls are rejected.
const MAX_WAITING_CALLS: usize = 1_000;

/// The request handler for one client: the SDK's handler around a [`Server`]. A clone is the
/// handler for another client.
pub struct Handler {
    server: Server,
    /// The listing at the time of creation, so that a change before the client subscribes is also
    /// announced.
    begun: watch::Receiver<Arc<Listing>>,
    /// The task that announces changes, once the client has initialized. It ends with the handler.
    notices: Mutex<JoinSet<()>>,
    /// Permits for running calls, and for calls that run or wait.
    running: Semaphore,
    begun_calls: Semaphore,
}

impl Clone for Handler {
    fn clone(&self) -> Self {
        Handler::new(self.server.clone())
    }
}

impl fmt::Debug for Handler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Handler").field(&self.server).finish()
    }
}

impl Handler {
    pub(super) fn new(server: Server) -> Self {
        let begun = server.listing.subscribe();
        Handler {
            server,
            begun,
            notices: Mutex::default(),
            running: Semaphore::new(MAX_CALLS),
            begun_calls: Semaphore::new(MAX_CALLS + MAX_WAITING_CALLS),
        }
    }
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        self.server.config()
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.server.listing.borrow().tool(name).cloned()
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        let mut notices = lock(&self.notices);
        // A client may repeat the notification.
        if notices.is_empty() {
            let (mut listing, peer) = (self.begun.clone(), context.peer);
            notices.spawn(async move {
                // Any number of changes while a notice is sent is one more notice.
                while listing.changed().await.is_ok() {
                    // A client that is gone needs no notice.
                    let _ = peer.notify_tool_list_changed().await;
                }
            });
        }
    }

    fn accepted_subscription_filter(&self, _: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        Some(SubscriptionFilter::builder().tools_list_changed().build())
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        // The client's subscription was acknowledged before this runs.
        let mut listing = self.begun.clone();
        loop {
            tokio::select! {
                () = context.cancelled() => return Ok(()),
                changed = listing.changed() => {
                    if changed.is_err() || context.sink().notify_tool_list_changed().await.is_err() {
                        return Ok(());
                    }
                }
            }
        }
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let listing = Arc::clone(&self.server.listing.borrow());
        let cursor = request.and_then(|request| request.cursor);
        let (page, next) = listing
            .page(cursor.as_deref(), self.server.page)
            .ok_or_else(|| {
                let words = "the cursor is invalid: the list has changed, start again without it";
                ErrorData::invalid_params(words, None)
            })?;
        let new = is_new(&context);
        let tools = page
            .iter()
            .map(|tool| if new { tool.clone() } else { for_older(tool) });
        let mut result = ListToolsResult::with_all_items(tools.collect());
        result.next_cursor = next.map(ToOwned::to_owned);
        if new {
            let (scope, time) = self.server.list_cache;
            result.ttl_ms = Some(u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
            result.cache_scope = Some(scope);
        }
        Ok(result)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Ok(_begun) = self.begun_calls.try_acquire() else {
            return Err(ErrorData::internal_error(
                format!("{MAX_CALLS} calls run and {MAX_WAITING_CALLS} wait: try again later"),
                None,
            ));
        };
        let _running = tokio::select! {
            running = self.running.acquire() => running,
            () = context.ct.cancelled() => {
                return Err(ErrorData::internal_error("the call was cancelled", None));
            }
        };
        let listing = Arc::clone(&self.server.listing.borrow());
        if listing.tool(&request.name).is_none() {
            return Err(unknown(&listing, &request.name));
        }
        let arguments = request.arguments.unwrap_or_default();
        let arguments = serde_json::to_string(&arguments)
            .map_err(|error| ErrorData::invalid_params(error.to_string(), None))?;
        let id = context.id.to_string();
        let call = ToolCall::new(id, request.name, arguments);
        let options = match &self.server.options {
            None => CallOptions::new(),
            // Without an answer the client would wait forever.
            Some(options) => catch_panic(|| options(&context)).map_err(|_| {
                ErrorData::internal_error("the server could not prepare the call", None)
            })?,
        };
        let cancellation = CancellationToken::new();
        let (progress, mut steps) = listen(context.meta.get_progress_token());
        let failed = FailedMeta::default();
        let options = options
            .extension(failed.clone())
            .cancellation(&cancellation)
            .progress(progress);
        let mut calling = pin!(listing.set.call_with(Provider::Mcp, call, &options));
        // Then only the tool itself can keep the progress sender alive.
        drop(options);
        // The call goes on, with its timeout, while a client does not read.
        let mut sending = None;
        let result = loop {
            tokio::select! {
                biased;
                () = sent(&mut sending), if sending.is_some() => sending = None,
                Some(step) = steps.recv(), if sending.is_none() => {
                    sending = Some(Box::pin(context.peer.notify_progress(step)));
                }
                result = &mut calling => break result,
                () = context.ct.cancelled(), if !cancellation.is_cancelled() => cancellation.cancel(),
            }
        };
        // Send the last reports before the answer.
        sent(&mut sending).await;
        while let Ok(step) = steps.try_recv() {
            let _ = context.peer.notify_progress(step).await;
        }
        let meta = failed.of(&result);
        let mut result = call_tool_result(result);
        result.meta = result.meta.or(meta);
        if !is_new(&context) {
            // Older protocols allow an object alone. The text has the value too.
            result.structured_content = result.structured_content.filter(Value::is_object);
        }
        Ok(result.into())
    }
}

/// Waits until a report is sent, if there is one. An error means that the client is gone.
async fn sent<R>(report: &mut Option<impl Future<Output = R> + Unpin>) {
    if let Some(report) = report {
        report.await;
    }
}

/// Creates a progress reporter for the tool and the receiver of its reports. The reporter is empty
/// if the client sent no token. Reports that the protocol forbids are left out: those that don't
/// increase, or aren't finite, which JSON can't express.
fn listen(
    token: Option<ProgressToken>,
) -> (ProgressReporter, mpsc::Receiver<ProgressNotificationParam>) {
    let (sender, receiver) = mpsc::channel(MAX_WAITING);
    let Some(token) = token else {
        return (ProgressReporter::none(), receiver);
    };
    let last = Mutex::new(f64::NEG_INFINITY);
    let progress = ProgressReporter::new(move |step: ProgressUpdate| {
        // Held until the report is queued, so that reports of several threads are in order.
        let mut last = lock(&last);
        if !step.done.is_finite() || step.done <= *last {
            return;
        }
        *last = step.done;
        let mut notice = ProgressNotificationParam::new(token.clone(), step.done);
        notice.total = step.total.filter(|total| total.is_finite());
        notice.message = step.message;
        let _ = sender.try_send(notice);
    });
    (progress, receiver)
}

/// Returns true if the client's protocol version allows any output schema and any structured
/// content.
fn is_new(context: &RequestContext<RoleServer>) -> bool {
    context
        .protocol_version()
        .is_some_and(|version| version.as_str() >= ProtocolVersion::V_2026_07_28.as_str())
}

fn unknown(listing: &Listing, name: &str) -> ErrorData {
    let mut words = format!("Unknown tool: {}", ShownName(name));
    if let Some(nearest) = nearest(name, listing.tools.iter().map(|tool| &*tool.name)) {
        let _ = write!(words, "; did you mean `{}`?", ShownName(nearest));
    }
    ErrorData::invalid_params(words, None)
}
