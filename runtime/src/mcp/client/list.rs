//! A server's list of tools, each read by itself: one that can't be read does not cost the others.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use rmcp::RoleClient;
use rmcp::model::{ClientRequest, ListToolsRequest, PaginatedRequestParams, ServerResult};
use rmcp::service::{Peer, ServiceError};
use serde_json::{Value, json};

use super::endpoint::words;
use crate::import::{Definitions, Shape};

/// How many pages and tools are read: a list that goes on for ever is none.
const MOST_PAGES: usize = 1_000;
const MOST_TOOLS: usize = 10_000;

/// Asks a server for all its tools.
///
/// # Errors
///
/// Where it answers with something else.
pub(super) async fn list(peer: &Peer<RoleClient>) -> Result<Definitions, String> {
    let none = || "its list of tools is none".to_owned();
    let mut tools: Vec<Value> = Vec::new();
    let mut seen = BTreeSet::new();
    let mut cursor: Option<String> = None;
    for _ in 0..MOST_PAGES {
        let request = ListToolsRequest {
            params: cursor
                .take()
                .map(|cursor| PaginatedRequestParams::default().with_cursor(Some(cursor))),
            ..ListToolsRequest::default()
        };
        let answer = peer.send_request(ClientRequest::ListToolsRequest(request));
        let page = match answer.await.map_err(|error| reason(&error))? {
            ServerResult::ListToolsResult(page) => serde_json::to_value(page),
            // One tool that the SDK can't read makes the whole list unknown to it.
            ServerResult::CustomResult(page) => Ok(page.0),
            _ => return Err(none()),
        };
        let mut page = page.map_err(|error| error.to_string())?;
        match page["tools"].take() {
            Value::Array(list) => tools.extend(list),
            _ => return Err(none()),
        }
        if tools.len() > MOST_TOOLS {
            return Err(format!("it has more than {MOST_TOOLS} tools"));
        }
        match page["nextCursor"].as_str() {
            None => return read(&tools),
            Some(next) if !seen.insert(next.to_owned()) => {
                return Err("its list of tools goes in a circle".to_owned());
            }
            Some(next) => cursor = Some(next.to_owned()),
        }
    }
    Err(format!(
        "its list of tools has more than {MOST_PAGES} pages"
    ))
}

fn reason(error: &ServiceError) -> String {
    match error {
        ServiceError::TransportSend(error) => words(&*error.error),
        error => words(error),
    }
}

fn read(tools: &[Value]) -> Result<Definitions, String> {
    if tools.is_empty() {
        return Ok(Definitions::default());
    }
    Definitions::read_as(&json!({ "tools": tools }), Shape::Mcp).map_err(|error| error.to_string())
}
