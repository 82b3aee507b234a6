//! Lists that a client requests again: after a notice, after a failed request, and after a
//! subscription ended. Loopback only.

use core::sync::atomic::{AtomicUsize, Ordering};
use core::time::Duration;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use tokio::sync::Notify;
use toolcast::call::{Content, ToolCall, ToolError, ToolResult};
use toolcast::{Provider, ToolSet, tool, toolset};
use toolcast_mcp::{Client, ConnectionState, McpEndpoint, Server};

use crate::by_hand::{by_hand, changed, error, handshake, list, result};
use crate::gate::{Gate, behind};
use crate::older::scripted;
use crate::support::{places, until, within};

async fn connected(endpoint: McpEndpoint) -> Client {
    let own = ToolSet::builder().build().unwrap();
    let client = within(
        Client::builder()
            .tools(own)
            .server("theirs", endpoint)
            .connect(),
    )
    .await;
    let status = &client.status()[0];
    assert_eq!(status.connection, ConnectionState::Connected, "{status}");
    client
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

#[tokio::test]
async fn a_list_without_a_change_does_not_complete_changed() {
    let (notices, notice) = (Arc::default(), Arc::default());
    let lists = Arc::new(AtomicUsize::new(0));
    let tools = Arc::new(Mutex::new(list(&["a"])));
    let (counter, current) = (Arc::clone(&lists), Arc::clone(&tools));
    let theirs = by_hand(&notices, &notice, move |method, request| match method {
        "initialize" => vec![handshake(request)],
        "tools/list" => {
            counter.fetch_add(1, Ordering::SeqCst);
            vec![result(request, &current.lock().unwrap())]
        }
        _ => Vec::new(),
    });
    let client = connected(theirs).await;
    let set = client.changed();
    notices.lock().unwrap().push(changed());
    notice.notify_one();
    counted(&lists, 2).await;
    let same = tokio::time::timeout(Duration::from_millis(500), set).await;
    assert!(same.is_err(), "the set is the same");
    let set = client.changed();
    *tools.lock().unwrap() = list(&["a", "b"]);
    notices.lock().unwrap().push(changed());
    notice.notify_one();
    within(set).await;
    assert!(client.tools().get("b").is_some());
    within(client.close()).await;
}

/// The second request for the list gets no answer. The call is answered after the third.
#[tokio::test]
async fn a_list_that_times_out_keeps_the_connection_and_its_calls() {
    let (notices, notice) = (Arc::default(), Arc::default());
    let (lists, handshakes) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let called = Arc::new(Notify::new());
    let calling: Mutex<Option<Value>> = Mutex::default();
    let (counter, begun, shaken) = (
        Arc::clone(&lists),
        Arc::clone(&called),
        Arc::clone(&handshakes),
    );
    let theirs = by_hand(&notices, &notice, move |method, request| match method {
        "initialize" => {
            shaken.fetch_add(1, Ordering::SeqCst);
            vec![handshake(request)]
        }
        "tools/call" => {
            *calling.lock().unwrap() = Some(request.clone());
            begun.notify_one();
            Vec::new()
        }
        "tools/list" => match counter.fetch_add(1, Ordering::SeqCst) {
            0 => vec![result(request, &list(&["slow"]))],
            1 => Vec::new(),
            _ => {
                let done = json!({"content": [{"type": "text", "text": "done"}]});
                let call = calling.lock().unwrap().take();
                let call = call.map(|call| result(&call, &done));
                let list = result(request, &list(&["slow", "new"]));
                call.into_iter().chain([list]).collect()
            }
        },
        _ => Vec::new(),
    });
    let client = connected(theirs.connect_timeout(Duration::from_millis(300))).await;
    let asked = ToolCall::new("1", "slow", "{}");
    let running = tokio::spawn(client.tools().call(Provider::Mcp, asked));
    within(called.notified()).await;
    notices.lock().unwrap().push(changed());
    notice.notify_one();
    let answer = within(running).await.unwrap();
    assert_eq!(answer.content, [Content::Text("done".into())], "{answer:?}");
    until(&client, 0, |status| status.tools == ["slow", "new"]).await;
    assert_eq!(client.status()[0].connection, ConnectionState::Connected);
    assert_eq!(handshakes.load(Ordering::SeqCst), 1);
    within(client.close()).await;
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

/// A client of protocol 2026-07-28: the first request for a subscription fails.
#[tokio::test]
async fn a_subscription_that_fails_once_is_requested_again() {
    let (notices, notice) = (Arc::default(), Arc::default());
    let theirs = subscribed(&notices, &notice, |n, request| match n {
        0 => vec![error(request, -32603)],
        _ => vec![acknowledged(request)],
    });
    let client = connected(theirs).await;
    assert_eq!(client.status()[0].tools, ["a"]);
    until(&client, 0, |status| status.tools == ["a", "b"]).await;
    within(client.close()).await;
}

/// The list changes between two subscriptions, when no notice can be sent.
#[tokio::test]
async fn a_change_between_two_subscriptions_is_seen() {
    let (notices, notice) = (Arc::default(), Arc::default());
    let first = Arc::new(Mutex::new(Value::Null));
    let keep = Arc::clone(&first);
    let theirs = subscribed(&notices, &notice, move |n, request| {
        if n == 0 {
            *keep.lock().unwrap() = request.clone();
        }
        vec![acknowledged(request)]
    });
    let client = connected(theirs).await;
    within(async {
        while first.lock().unwrap().is_null() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    })
    .await;
    // A list that the end of the subscription requests is sent at once then.
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    let request = first.lock().unwrap().clone();
    let end = json!({"resultType": "complete",
        "_meta": {"io.modelcontextprotocol/subscriptionId": request["id"]}});
    notices.lock().unwrap().push(result(&request, &end));
    notice.notify_one();
    until(&client, 0, |status| status.tools == ["a", "b"]).await;
    within(client.close()).await;
}

fn acknowledged(request: &Value) -> Value {
    json!({"jsonrpc": "2.0", "method": "notifications/subscriptions/acknowledged", "params": {
        "_meta": {"io.modelcontextprotocol/subscriptionId": request["id"]},
        "notifications": {"toolsListChanged": true},
    }})
}

/// A server without a handshake. It has one more tool from the second subscription on.
fn subscribed(
    notices: &Arc<Mutex<Vec<Value>>>,
    notice: &Arc<Notify>,
    listen: impl Fn(usize, &Value) -> Vec<Value> + Send + Sync + 'static,
) -> McpEndpoint {
    let listens = AtomicUsize::new(0);
    by_hand(notices, notice, move |method, request| match method {
        "initialize" => vec![error(request, -32601)],
        "server/discover" => vec![result(
            request,
            &json!({"resultType": "complete", "supportedVersions": ["2026-07-28"], "ttlMs": 0,
                "cacheScope": "private", "capabilities": {"tools": {"listChanged": true}}}),
        )],
        "subscriptions/listen" => listen(listens.fetch_add(1, Ordering::SeqCst), request),
        "tools/list" if listens.load(Ordering::SeqCst) < 2 => vec![result(request, &list(&["a"]))],
        "tools/list" => vec![result(request, &list(&["a", "b"]))],
        _ => Vec::new(),
    })
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
async fn a_list_that_is_refused_for_a_while_keeps_the_connection_and_its_calls() {
    for status in [429, 503] {
        let (gate, held) = (Arc::<Gate>::default(), Arc::new(Notify::new()));
        let server = Server::new(held_tools(&held));
        let client = connected(behind(&gate, &server).await).await;
        let asked = ToolCall::new("1", "hold", "{}");
        let running = tokio::spawn(client.tools().call(Provider::Mcp, asked));
        gate.refuse(Some(("tools/list", status)));
        // The client has its subscription when the call runs.
        let calls = call(&client, "places").await;
        assert!(!calls.is_error(), "{calls:?}");
        server
            .update(|tools| tools.with_disabled("places"))
            .unwrap();
        counted(&gate.refusals, 2).await;
        let reason = client.status()[0].clone();
        assert_eq!(reason.connection, ConnectionState::Connected, "{reason}");
        assert_eq!(reason.tools, ["hold", "places"]);
        let words = format!("HTTP {status}");
        let error = reason.last_error.unwrap_or_default();
        assert!(error.contains(&words), "{error}");
        gate.refuse(None);
        until(&client, 0, |status| status.tools == ["hold"]).await;
        held.notify_one();
        let answer = within(running).await.unwrap();
        assert_eq!(answer.content, [Content::Text("held".into())], "{answer:?}");
        assert_eq!(gate.handshakes.load(Ordering::SeqCst), 1);
        within(client.close()).await;
    }
}

#[tokio::test]
async fn a_list_of_an_unknown_session_connects_again() {
    for status in [400, 404] {
        let gate = Arc::<Gate>::default();
        let server = Server::new(held_tools(&Arc::default()));
        let client = connected(behind(&gate, &server).await).await;
        let before = gate.handshakes.load(Ordering::SeqCst);
        gate.refuse(Some(("tools/list", status)));
        assert!(!call(&client, "places").await.is_error());
        server
            .update(|tools| tools.with_disabled("places"))
            .unwrap();
        counted(&gate.refusals, 1).await;
        until(&client, 0, |status| {
            matches!(status.connection, ConnectionState::Failed { .. })
        })
        .await;
        gate.refuse(None);
        client.retry_now();
        until(&client, 0, |status| {
            status.connection == ConnectionState::Connected && status.tools == ["hold"]
        })
        .await;
        assert!(gate.handshakes.load(Ordering::SeqCst) > before);
        within(client.close()).await;
    }
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

/// A child announces a change at each call and refuses the lists after the first three times.
#[cfg(unix)]
#[tokio::test]
#[cfg_attr(not(has_python), ignore = "needs python3")]
async fn a_child_that_refuses_its_list_keeps_running() {
    let script = r#"
import json, os, sys
lists = 0
for line in sys.stdin:
    request = json.loads(line)
    if "id" not in request: continue
    reply = {"jsonrpc": "2.0", "id": request["id"]}
    if request["method"] == "initialize":
        reply["result"] = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {"listChanged": True}}, "serverInfo": {"name": "py", "version": "0"}}
    elif request["method"] == "tools/list":
        lists += 1
        if 2 <= lists <= 4:
            reply["error"] = {"code": -32603, "message": "not now"}
        else:
            names = ["self"] if lists == 1 else ["self", "more"]
            reply["result"] = {"tools": [{"name": name, "inputSchema": {"type": "object"}} for name in names]}
    else:
        print(json.dumps({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}), flush=True)
        reply["result"] = {"content": [{"type": "text", "text": str(os.getpid())}]}
    print(json.dumps(reply), flush=True)
"#;
    let child = McpEndpoint::command("python3", ["-c", script]).discard_stderr();
    let client = connected(child).await;
    let first = call(&client, "self").await.content;
    until(&client, 0, |status| {
        assert_eq!(status.connection, ConnectionState::Connected, "{status}");
        let error = status.last_error.clone().unwrap_or_default();
        error.contains("not now")
    })
    .await;
    client.retry_now();
    until(&client, 0, |status| {
        assert_eq!(status.connection, ConnectionState::Connected, "{status}");
        status.tools == ["self", "more"]
    })
    .await;
    assert_eq!(call(&client, "self").await.content, first);
    within(client.close()).await;
}
