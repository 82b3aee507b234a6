//! Lists that a client requests again: after a notice, after a failed request, and after a
//! subscription ended. Loopback only.

use core::sync::atomic::{AtomicUsize, Ordering};
use core::time::Duration;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use tokio::sync::Notify;
use toolcast::call::{Content, ToolCall, ToolError, ToolResult};
use toolcast::{Provider, ToolSet, tool, toolset};
use toolcast_mcp::{Client, ConnectionState, McpEndpoint, Server, ServerStatus};

use crate::gate::{Gate, behind};
use crate::older::scripted;
use crate::support::{Wire, places, within};

async fn connected(endpoint: McpEndpoint) -> Client {
    let own = ToolSet::builder().build().unwrap();
    let client = within(Client::builder(own).server("theirs", endpoint).connect()).await;
    let status = &client.status()[0];
    assert_eq!(status.connection, ConnectionState::Connected, "{status}");
    client
}

async fn until(client: &Client, wanted: impl Fn(&ServerStatus) -> bool) {
    within(async {
        while !wanted(&client.status()[0]) {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    })
    .await;
}

async fn counted(count: &AtomicUsize, wanted: usize) {
    within(async {
        while count.load(Ordering::SeqCst) < wanted {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    })
    .await;
}

async fn call(client: &Client, name: &str) -> ToolResult {
    let call = ToolCall::new("1", name, "{}");
    within(client.tools().call(Provider::Mcp, call)).await
}

fn list(names: &[&str]) -> Value {
    let tool = |name: &&str| json!({"name": name, "inputSchema": {"type": "object"}});
    json!({"tools": names.iter().map(tool).collect::<Vec<_>>()})
}

#[tokio::test]
async fn a_call_that_times_out_is_the_last_error_of_its_server() {
    let silent = scripted(|method, _| (method == "tools/list").then(|| list(&["slow"])));
    let client = connected(silent.call_timeout(Duration::from_millis(100))).await;
    assert_eq!(client.status()[0].last_error, None);
    let answer = call(&client, "slow").await;
    assert!(
        matches!(answer.error, Some(ToolError::TimedOut(_))),
        "{answer:?}"
    );
    let status = &client.status()[0];
    assert_eq!(
        status.last_error.as_deref(),
        Some("it did not answer a call within 100ms")
    );
    within(client.close()).await;
}

#[tokio::test]
async fn a_call_that_is_dropped_early_is_not_an_error_of_its_server() {
    let silent = scripted(|method, _| (method == "tools/list").then(|| list(&["slow"])));
    let client = connected(silent).await;
    let asked = ToolCall::new("1", "slow", "{}");
    let calling = client.tools().call(Provider::Mcp, asked);
    assert!(
        tokio::time::timeout(Duration::from_millis(100), calling)
            .await
            .is_err()
    );
    assert_eq!(client.status()[0].last_error, None);
    within(client.close()).await;
}

/// Wait for the test.
#[tool]
async fn hold(#[tool(inject)] held: Arc<Notify>) -> &'static str {
    held.notified().await;
    "held"
}

fn held_tools(held: &Arc<Notify>) -> ToolSet {
    let tools = toolset![hold, places].with_state_arc(Arc::clone(held));
    tools.build().unwrap()
}

#[tokio::test]
async fn the_last_error_stays_when_the_list_is_renewed() {
    let gate = Arc::<Gate>::default();
    let server = Server::new(held_tools(&Arc::default()));
    let client = connected(behind(&gate, &server).await).await;
    gate.refuse(Some(("tools/call", 500)));
    assert!(call(&client, "places").await.is_error());
    counted(&gate.lists, 2).await;
    // The answer is read meanwhile.
    tokio::time::sleep(Duration::from_millis(300)).await;
    let status = &client.status()[0];
    let error = status.last_error.clone().unwrap_or_default();
    assert!(error.contains("HTTP 500"), "{status}");
    within(client.close()).await;
}
