//! A server whose messages a test writes.

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use tokio::sync::Notify;
use toolcast_mcp::McpEndpoint;

use crate::support::Wire;

pub(crate) fn list(names: &[&str]) -> Value {
    let tool = |name: &&str| json!({"name": name, "inputSchema": {"type": "object"}});
    json!({"tools": names.iter().map(tool).collect::<Vec<_>>()})
}

/// A server whose messages are made by a function of each request, and by notices of the test.
pub(crate) fn by_hand(
    notices: &Arc<Mutex<Vec<Value>>>,
    notice: &Arc<Notify>,
    answer: impl Fn(&str, &Value) -> Vec<Value> + Send + Sync + 'static,
) -> McpEndpoint {
    let answer = Arc::new(answer);
    let (notices, notice) = (Arc::clone(notices), Arc::clone(notice));
    McpEndpoint::transport(move || {
        let (answer, notices, notice) = (
            Arc::clone(&answer),
            Arc::clone(&notices),
            Arc::clone(&notice),
        );
        let (here, there) = tokio::io::duplex(1 << 16);
        tokio::spawn(async move {
            let mut wire = Wire::new(there);
            loop {
                let messages = tokio::select! {
                    request = wire.next() => {
                        let Some(request) = request else { return };
                        answer(request["method"].as_str().unwrap_or_default(), &request)
                    }
                    () = notice.notified() => core::mem::take(&mut *notices.lock().unwrap()),
                };
                for message in messages {
                    wire.send(&message).await;
                }
            }
        });
        core::future::ready(Ok::<_, String>(here))
    })
}

pub(crate) fn result(request: &Value, result: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": request["id"], "result": result})
}

pub(crate) fn error(request: &Value, code: i32) -> Value {
    json!({"jsonrpc": "2.0", "id": request["id"], "error": {"code": code, "message": "no"}})
}

pub(crate) fn handshake(request: &Value) -> Value {
    let begin = json!({
        "protocolVersion": "2025-06-18",
        "capabilities": {"tools": {"listChanged": true}},
        "serverInfo": {"name": "by hand", "version": "0"},
    });
    result(request, &begin)
}

pub(crate) fn changed() -> Value {
    json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"})
}
