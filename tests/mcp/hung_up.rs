//! HTTP clients that disconnect during a call. Loopback only.

use core::time::Duration;
use std::sync::Arc;

use serde_json::{Value, json};
use tokio::sync::Notify;
use toolcast::{tool, toolset};
use toolcast_mcp::rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use toolcast_mcp::{HttpOptions, Server};

use crate::raw::{Raw, Served, calling, served, session};
use crate::support::{Log, places, tools_with, wait, within};

/// Begins a call in a session, reads the first event of its stream and disconnects. Returns the
/// event's id.
async fn begin_and_hang_up(served: &Served, session: &str, call: &Value) -> String {
    let mut raw = Raw::to(served).await;
    raw.send("POST", &[("Mcp-Session-Id", session)], call).await;
    assert_eq!(raw.status().await, 200);
    let read = raw.until("\nid: ").await.to_owned();
    let read = if read.ends_with('\n') {
        read
    } else {
        raw.until("retry:").await.to_owned()
    };
    let id = read.split("\nid: ").nth(1).unwrap().lines().next().unwrap();
    id.trim().to_owned()
}

#[tokio::test]
async fn a_call_whose_client_disconnected_is_cancelled() {
    let log = Arc::new(Log::default());
    let fixtures = Server::new(tools_with(&log));
    let options = HttpOptions::new().resume_timeout(Duration::from_millis(50));
    let served = served(&fixtures, options).await;
    let id = session(&served).await;
    begin_and_hang_up(&served, &id, &calling(1, "wait")).await;
    log.noted("began").await;
    log.noted("dropped").await;
    // The session continues.
    let mut raw = Raw::to(&served).await;
    raw.send("POST", &[("Mcp-Session-Id", &id)], &calling(2, "places"))
        .await;
    raw.until("Bergen").await;
}

/// Answers when it is let go.
#[tool]
async fn hold(#[tool(inject)] gate: Arc<Notify>) -> &'static str {
    gate.notified().await;
    "let go"
}

#[tokio::test]
async fn a_call_whose_stream_is_resumed_goes_on() {
    let gate = Arc::new(Notify::new());
    let tools = toolset![hold]
        .with_state_arc(Arc::clone(&gate))
        .build()
        .unwrap();
    let served = served(&Server::new(tools), HttpOptions::new()).await;
    let id = session(&served).await;
    let event = begin_and_hang_up(&served, &id, &calling(1, "hold")).await;
    assert!(event.contains('/'), "{event}");
    let mut raw = Raw::to(&served).await;
    let headers = [("Mcp-Session-Id", id.as_str()), ("Last-Event-ID", &event)];
    raw.send("GET", &headers, &Value::Null).await;
    assert_eq!(raw.status().await, 200);
    gate.notify_one();
    raw.until("let go").await;
}

#[tokio::test]
async fn a_resumed_call_is_cancelled_only_if_it_is_lost_again() {
    let log = Arc::new(Log::default());
    let fixtures = Server::new(tools_with(&log));
    let options = HttpOptions::new().resume_timeout(Duration::from_millis(200));
    let served = served(&fixtures, options).await;
    let id = session(&served).await;
    let event = begin_and_hang_up(&served, &id, &calling(1, "wait")).await;
    log.noted("began").await;
    let headers = [("Mcp-Session-Id", id.as_str()), ("Last-Event-ID", &event)];
    let mut first = Raw::to(&served).await;
    first.send("GET", &headers, &Value::Null).await;
    assert_eq!(first.status().await, 200);
    // Its place is taken by another stream while it is read.
    let mut second = Raw::to(&served).await;
    second.send("GET", &headers, &Value::Null).await;
    assert_eq!(second.status().await, 200);
    drop(first);
    within(tokio::time::sleep(Duration::from_millis(600))).await;
    assert_eq!(*log.1.lock().unwrap(), ["began"]);
    drop(second);
    log.noted("dropped").await;
}

/// The protocol without sessions: the stream of a call is the call.
#[tokio::test]
async fn a_call_without_a_session_is_cancelled_at_once() {
    let log = Arc::new(Log::default());
    let served = served(&Server::new(tools_with(&log)), HttpOptions::new()).await;
    let mut call = calling(1, "wait");
    call["params"]["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "raw", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let mut raw = Raw::to(&served).await;
    let headers = [
        ("MCP-Protocol-Version", "2026-07-28"),
        ("Mcp-Method", "tools/call"),
        ("Mcp-Name", "wait"),
    ];
    raw.send("POST", &headers, &call).await;
    log.noted("began").await;
    drop(raw);
    log.noted("dropped").await;
}

/// To the SDK a session without messages is idle, however long its tools take.
#[tokio::test]
async fn a_session_is_not_idle_while_a_client_waits_for_a_call() {
    let mut manager = LocalSessionManager::default();
    manager.session_config.keep_alive = Some(Duration::from_secs(1));
    let gate = Arc::new(Notify::new());
    let tools = toolset![hold]
        .with_state_arc(Arc::clone(&gate))
        .build()
        .unwrap();
    let options = HttpOptions::new().sessions(manager);
    let served = served(&Server::new(tools), options).await;
    let id = session(&served).await;
    let mut raw = Raw::to(&served).await;
    let headers = [("Mcp-Session-Id", id.as_str())];
    raw.send("POST", &headers, &calling(1, "hold")).await;
    assert_eq!(raw.status().await, 200);

    // A later session without a call ends.
    let other = session(&served).await;
    let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    within(tokio::time::sleep(Duration::from_millis(1_500))).await;
    let mut ended = Raw::to(&served).await;
    ended
        .send("POST", &[("Mcp-Session-Id", &other)], &ready)
        .await;
    assert_eq!(ended.status().await, 404);
    gate.notify_one();
    raw.until("let go").await;
}

/// Clients that begin calls and go away pile up no more than the bound.
#[tokio::test]
async fn requests_beyond_the_bound_are_refused_until_one_ends() {
    let gate = Arc::new(Notify::new());
    let tools = toolset![hold, places, wait]
        .with_state_arc(Arc::clone(&gate))
        .with_state_arc(Arc::new(Log::default()))
        .build()
        .unwrap();
    let served = served(&Server::new(tools), HttpOptions::new().max_requests(2)).await;
    let id = session(&served).await;
    let headers = [("Mcp-Session-Id", id.as_str())];
    begin_and_hang_up(&served, &id, &calling(1, "wait")).await;
    let mut waits = Raw::to(&served).await;
    waits.send("POST", &headers, &calling(2, "hold")).await;
    assert_eq!(waits.status().await, 200);
    let mut third = Raw::to(&served).await;
    third.send("POST", &headers, &calling(3, "places")).await;
    assert_eq!(third.status().await, 500);
    third.until("answers 2 requests, its limit").await;

    gate.notify_one();
    waits.until("let go").await;
    // The stream ends after the answer.
    within(async {
        let mut status = 500;
        while status != 200 {
            third = Raw::to(&served).await;
            third.send("POST", &headers, &calling(3, "places")).await;
            status = third.status().await;
        }
        third.until("Bergen").await;
    })
    .await;
}
