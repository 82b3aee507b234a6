//! Notices of changes and of progress that a server sends, and for how long its list is current.

use core::sync::atomic::{AtomicUsize, Ordering};
use core::time::Duration;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use tokio::sync::Notify;
use toolcast::call::{ProgressReporter, ProgressUpdate, ToolCall};
use toolcast::set::CallOptions;
use toolcast::{Provider, tool, toolset};
use toolcast_mcp::rmcp::model::{CacheScope, ProtocolVersion};
use toolcast_mcp::rmcp::service::{
    ClientLifecycleMode, ClientServiceExt as _, NotificationContext, RunningService,
};
use toolcast_mcp::rmcp::{ClientHandler, RoleClient};
use toolcast_mcp::{Client, Handler, Server};

use crate::by_hand::{by_hand, handshake, list, result};
use crate::older::shaken;
use crate::support::{client, tools, within};

/// Counts the notices of a changed list.
#[derive(Clone, Default)]
struct Ears {
    changes: Arc<AtomicUsize>,
    changed: Arc<Notify>,
}

impl ClientHandler for Ears {
    async fn on_tool_list_changed(&self, _: NotificationContext<RoleClient>) {
        self.changes.fetch_add(1, Ordering::SeqCst);
        self.changed.notify_one();
    }
}

impl Ears {
    async fn hear(&self, wanted: usize) {
        within(async {
            while self.changes.load(Ordering::SeqCst) < wanted {
                self.changed.notified().await;
            }
        })
        .await;
    }
}

type Connected = (
    RunningService<RoleClient, Ears>,
    RunningService<toolcast_mcp::rmcp::RoleServer, Handler>,
);

async fn connected(server: &Server, ears: &Ears) -> Connected {
    let connected = client(server, ears.clone()).await;
    // The server handles the notification that the client is ready before this request.
    within(connected.0.list_tools(None)).await.unwrap();
    tokio::time::sleep(Duration::from_millis(50)).await;
    connected
}

fn runtime() -> tokio::runtime::Runtime {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    builder.worker_threads(1).enable_all().build().unwrap()
}

/// A server that is a `static` of a program has clients in several runtimes, of which one ends.
#[test]
fn a_runtime_that_ends_does_not_end_the_notices_of_another() {
    for before in [true, false] {
        let server = Server::new(tools());
        let (first, second) = (runtime(), runtime());
        let ears = Ears::default();
        let _first = first.block_on(connected(&server, &Ears::default()));
        let early = before.then(|| second.block_on(connected(&server, &ears)));
        first.shutdown_timeout(Duration::from_secs(10));
        let late = (!before).then(|| second.block_on(connected(&server, &ears)));
        for (n, name) in ["weather", "places"].iter().enumerate() {
            server.update(|tools| tools.with_disabled(name)).unwrap();
            second.block_on(ears.hear(n + 1));
        }
        drop((early, late));
    }
}

/// The number of notices is bounded by the client: those that wait are merged.
#[tokio::test]
async fn a_client_that_does_not_read_gets_few_notices_of_many_changes() {
    let server = Server::new(tools());
    let (mut wire, _) = shaken(&server, "2025-06-18").await;
    let ping = json!({"jsonrpc": "2.0", "id": 1, "method": "ping"});
    wire.send(&ping).await;
    assert_eq!(wire.next().await.unwrap()["id"], 1);
    for n in 0..20_000 {
        server.set_tools(tools());
        if n % 100 == 0 {
            tokio::task::yield_now().await;
        }
    }
    wire.send(&json!({"jsonrpc": "2.0", "id": 2, "method": "ping"}))
        .await;
    let mut notices = 0;
    loop {
        let message = wire.next().await.unwrap();
        if message["id"] == 2 {
            break;
        }
        assert_eq!(message["method"], "notifications/tools/list_changed");
        notices += 1;
    }
    assert!((1..=2_000).contains(&notices), "{notices} notices");
}

#[tokio::test]
async fn a_list_is_private_for_a_minute_unless_the_program_sets_it() {
    let hour = Duration::from_secs(3600);
    let server = Server::new(tools());
    let public = server.clone().list_cache(CacheScope::Public, hour);
    for (server, scope, millis) in [
        (server, CacheScope::Private, 60_000),
        (public, CacheScope::Public, 3_600_000),
    ] {
        let (here, there) = tokio::io::duplex(1 << 16);
        let lifecycle = ClientLifecycleMode::Discover {
            preferred_versions: vec![ProtocolVersion::V_2026_07_28],
        };
        tokio::spawn(async move { server.serve(there).await.unwrap().waiting().await });
        let client = within(().serve_with_lifecycle(here, lifecycle))
            .await
            .unwrap();
        let list = within(client.list_tools(None)).await.unwrap();
        assert_eq!((list.cache_scope, list.ttl_ms), (Some(scope), Some(millis)));
    }
}

/// Only a call that runs receives reports, and only its own.
#[tokio::test]
async fn late_progress_and_that_of_other_calls_is_not_reported() {
    let report = |token: &Value, done: u32| {
        let params =
            json!({"progressToken": token, "progress": done, "message": "x".repeat(9_000)});
        json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": params})
    };
    let (notices, notice) = (Arc::default(), Arc::default());
    let before = Mutex::new(json!("other"));
    let server = by_hand(&notices, &notice, move |method, request| match method {
        "initialize" => vec![handshake(request)],
        "tools/list" => vec![result(request, &list(&["count"]))],
        "tools/call" => {
            let token = request["params"]["_meta"]["progressToken"].clone();
            let before = core::mem::replace(&mut *before.lock().unwrap(), token.clone());
            vec![
                report(&before, 1),
                report(&json!(9_999), 2),
                report(&token, 3),
                result(request, &json!({"content": []})),
            ]
        }
        _ => Vec::new(),
    });
    let client = Client::builder().server("one", server).connect().await;
    let seen = Arc::new(Mutex::new(Vec::new()));
    for _ in 0..2 {
        let listener = Arc::clone(&seen);
        let options = CallOptions::new().on_progress(move |_, step: ProgressUpdate| {
            listener.lock().unwrap().push((step.done, step.message));
        });
        let call = ToolCall::new("1", "count", "{}");
        let tools = client.tools();
        let called = within(tools.call_with(Provider::OpenAi, call, &options)).await;
        assert!(!called.is_error(), "{called:?}");
    }
    let seen = core::mem::take(&mut *seen.lock().unwrap());
    assert_eq!(seen.len(), 2);
    for (done, message) in seen {
        assert!(done.total_cmp(&3.0).is_eq());
        let message = message.unwrap();
        assert!(
            message.len() <= 4_096 && message.ends_with(".. (cut)"),
            "{message}"
        );
    }
    within(client.close()).await;
}

/// Report progress that doesn't increase, or isn't a number.
#[tool]
fn stumble(#[tool(inject)] progress: ProgressReporter) {
    let done = [
        -1.0,
        f64::NAN,
        0.5,
        0.5,
        0.25,
        f64::NEG_INFINITY,
        f64::INFINITY,
        2.0,
    ];
    for done in done {
        progress.report(ProgressUpdate::new(done).with_total(f64::INFINITY));
    }
    progress.report(ProgressUpdate::new(3.0).with_total(3.0));
    drop(progress);
}

#[tokio::test]
async fn progress_that_does_not_increase_is_not_sent() {
    let server = Server::new(toolset![stumble].build().unwrap());
    let (mut wire, _) = shaken(&server, "2025-06-18").await;
    // The next call begins anew.
    for id in 1..=2 {
        let call = json!({"name": "stumble", "_meta": {"progressToken": id}});
        wire.send(&json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": call}))
            .await;
        for (done, total) in [(-1.0, None), (0.5, None), (2.0, None), (3.0, Some(3.0))] {
            let notice = wire.next().await.unwrap();
            assert_eq!(notice["method"], "notifications/progress", "{notice}");
            let params = &notice["params"];
            assert_eq!(params["progress"], done, "{notice}");
            assert_eq!(
                params.get("total").map(Value::as_f64),
                total.map(Some),
                "{notice}"
            );
        }
        assert_eq!(wire.next().await.unwrap()["id"], id);
    }
}
