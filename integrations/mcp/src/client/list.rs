//! A server's list of tools. Each tool is read separately, so an unreadable one does not affect the
//! others.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hasher as _};
use std::io;

use rmcp::RoleClient;
use rmcp::model::{
    ClientRequest, ErrorCode, ListToolsRequest, PaginatedRequestParams, ServerResult,
};
use rmcp::service::{Peer, ServiceError};
use serde::Serialize;
use serde_json::{Map, Value};

use super::output::Outputs;
use super::trouble::{Lasting, lasting, words};
use toolcast::import::{ToolDefinitions, ToolFormat};

/// Limits of a list, because a server may send pages without end.
const MAX_PAGES: usize = 1_000;
const MAX_TOOLS: usize = 10_000;
/// Maximum bytes of a cursor. All cursors are kept to detect a cycle.
const MAX_CURSOR: usize = 16 * 1024;

/// The tools of a server.
#[derive(Debug, Default)]
pub(super) struct List {
    pub(super) tools: ToolDefinitions,
    /// The output schemas of the tools.
    pub(super) outputs: Outputs,
    /// A hash of the server's text, equal for equal lists. 0 if there are no tools.
    pub(super) digest: u64,
}

/// The reason why a server's list could not be read.
pub(super) struct ListError {
    pub(super) reason: String,
    /// How long the connection may have the failure.
    pub(super) lasting: Lasting,
}

/// An answer that is not a list that can be used. The next one may be.
impl From<String> for ListError {
    fn from(reason: String) -> Self {
        ListError {
            reason,
            lasting: Lasting::ForNow,
        }
    }
}

impl From<ServiceError> for ListError {
    fn from(error: ServiceError) -> Self {
        let lasting = lasting(&error);
        let reason = match &error {
            ServiceError::TransportSend(error) => words(&*error.error),
            error => words(error),
        };
        ListError { reason, lasting }
    }
}

/// Requests all tools of a server. All pages together may have at most `max` bytes. Parsing runs
/// on a blocking thread, because a list of megabytes takes seconds.
///
/// # Errors
///
/// Returns an error if the answer is not a list or exceeds a limit.
pub(super) async fn list(peer: &Peer<RoleClient>, max: usize) -> Result<List, ListError> {
    let mut tools: Vec<Value> = Vec::new();
    let mut bytes = 0;
    let mut seen = BTreeSet::new();
    let mut cursor: Option<String> = None;
    for _ in 0..MAX_PAGES {
        let request = ListToolsRequest {
            params: cursor
                .take()
                .map(|cursor| PaginatedRequestParams::default().with_cursor(Some(cursor))),
            ..ListToolsRequest::default()
        };
        let answer = peer.send_request(ClientRequest::ListToolsRequest(request));
        let answer = match answer.await {
            // A server that offers other things than tools.
            Err(ServiceError::McpError(error))
                if error.code == ErrorCode::METHOD_NOT_FOUND && !has_tools(peer) =>
            {
                return Ok(List::default());
            }
            answer => answer?,
        };
        let page = aside(move || page(answer, bytes, max)).await?;
        bytes += page.bytes;
        tools.extend(page.tools);
        if tools.len() > MAX_TOOLS {
            return Err(format!("it has more than {MAX_TOOLS} tools").into());
        }
        match page.next {
            None => return Ok(aside(move || read(tools)).await?),
            Some(next) if next.len() > MAX_CURSOR => {
                return Err(format!(
                    "the cursor of its list of tools is longer than {MAX_CURSOR} bytes"
                )
                .into());
            }
            Some(next) if !seen.insert(next.clone()) => {
                return Err("its list of tools repeats a cursor".to_owned().into());
            }
            Some(next) => cursor = Some(next),
        }
    }
    Err(format!("its list of tools has more than {MAX_PAGES} pages").into())
}

async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, String> + Send + 'static,
) -> Result<T, String> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|error| Err(format!("its list of tools was not read: {error}")))
}

/// Returns true if the server has declared that it has tools.
fn has_tools(peer: &Peer<RoleClient>) -> bool {
    let info = peer.peer_info();
    info.is_some_and(|info| info.capabilities.tools.is_some())
}

struct Page {
    tools: Vec<Value>,
    next: Option<String>,
    bytes: usize,
}

/// Parses a page after others of so many bytes.
fn page(answer: ServerResult, before: usize, max: usize) -> Result<Page, String> {
    let none = || "its answer is not a list of tools".to_owned();
    let (bytes, page) = match answer {
        ServerResult::ListToolsResult(page) => (length(&page), serde_json::to_value(page)),
        // If one tool is unreadable for the SDK, it returns the whole list as a custom result.
        ServerResult::CustomResult(page) => (length(&page.0), Ok(page.0)),
        _ => return Err(none()),
    };
    if bytes > max - before {
        return Err(format!("its list of tools is longer than {max} bytes"));
    }
    let mut page = page.map_err(|error| error.to_string())?;
    let Some(Value::Array(tools)) = page.get_mut("tools").map(Value::take) else {
        return Err(none());
    };
    let next = page["nextCursor"].as_str().map(ToOwned::to_owned);
    Ok(Page { tools, next, bytes })
}

/// The length and a hash of a text that is not kept.
#[derive(Default)]
struct Measure {
    length: usize,
    hasher: DefaultHasher,
}

impl io::Write for Measure {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.length += bytes.len();
        self.hasher.write(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Measure {
    fn of(value: &impl Serialize) -> Self {
        let mut measure = Measure::default();
        // A value that can't be serialized fails in the caller.
        let _ = serde_json::to_writer(&mut measure, value);
        measure
    }
}

fn length(value: &impl Serialize) -> usize {
    Measure::of(value).length
}

fn read(tools: Vec<Value>) -> Result<List, String> {
    if tools.is_empty() {
        return Ok(List::default());
    }
    let digest = Measure::of(&tools).hasher.finish();
    let list = Value::Object(Map::from_iter([("tools".to_owned(), Value::Array(tools))]));
    let tools =
        ToolDefinitions::parse_as(&list, ToolFormat::Mcp).map_err(|error| error.to_string())?;
    Ok(List {
        outputs: Outputs::of(&tools),
        tools,
        digest,
    })
}
