//! The messages, line by line, for clients that speak an older protocol.

use serde_json::{Value, json};
use toolcast_mcp::{Client, McpEndpoint, Server};

use crate::support::{Wire, tools, within};

/// A client that has shaken hands, by hand.
pub(crate) async fn shaken(server: &Server, version: &str) -> (Wire, Value) {
    let (here, there) = tokio::io::duplex(1 << 16);
    let server = server.clone();
    tokio::spawn(async move {
        if let Ok(running) = server.serve(there).await {
            let _ = running.waiting().await;
        }
    });
    let mut wire = Wire::new(here);
    let params = json!({
        "protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "by hand", "version": "0"}
    });
    wire.send(&json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params}))
        .await;
    let answer = wire.next().await.unwrap();
    wire.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))
        .await;
    (wire, answer["result"].clone())
}

pub(crate) async fn ask(wire: &mut Wire, id: u32, method: &str, params: Value) -> Value {
    wire.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))
        .await;
    wire.next().await.unwrap()
}

#[tokio::test]
async fn every_version_with_a_handshake_is_spoken() {
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let (mut wire, info) = shaken(&Server::new(tools()).name("fixtures"), version).await;
        assert_eq!(info["protocolVersion"], version);
        assert_eq!(info["serverInfo"]["name"], "fixtures");
        let list = ask(&mut wire, 1, "tools/list", json!({})).await;
        assert_eq!(list["result"]["tools"].as_array().unwrap().len(), 6);
        let call = json!({"name": "weather", "arguments": {"place": "Oslo"}});
        let result = ask(&mut wire, 2, "tools/call", call).await;
        assert_eq!(
            result["result"]["structuredContent"]["degrees"], 12.5,
            "{result}"
        );
        // Members of a later protocol are not sent to clients that may reject them.
        for text in [list.to_string(), result.to_string()] {
            assert!(
                !text.contains("resultType") && !text.contains("ttlMs"),
                "{text}"
            );
        }
    }
}

/// Properties are sent in the order of their declaration.
#[tokio::test]
async fn order_is_kept_on_the_wire() {
    let server = Server::new(tools());
    let (here, there) = tokio::io::duplex(1 << 16);
    let serving = server.clone();
    tokio::spawn(async move {
        let _ = serving.serve(there).await.unwrap().waiting().await;
    });
    let mut wire = Wire::new(here);
    wire.send(&json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "by hand", "version": "0"}}})).await;
    wire.next().await.unwrap();
    wire.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))
        .await;
    let list = ask(&mut wire, 1, "tools/list", json!({})).await.to_string();
    let places: Vec<usize> = ["\"place\":", "\"days\":", "\"wind\":"]
        .iter()
        .map(|name| list.find(name).unwrap())
        .collect();
    assert!(places.is_sorted(), "{list}");
}

/// Progress is sent only for a progress token, in order and before the answer.
#[tokio::test]
async fn progress_is_sent_only_with_a_token() {
    let (mut wire, _) = shaken(&Server::new(tools()), "2025-11-25").await;
    let call = json!({"name": "count", "arguments": {"to": 3}});
    let answer = ask(&mut wire, 1, "tools/call", call).await;
    assert_eq!(
        answer["result"]["content"][0]["text"],
        "counted to 3, progress: false"
    );
    let call = json!({"name": "count", "arguments": {"to": 3}, "_meta": {"progressToken": "mine"}});
    wire.send(&json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call}))
        .await;
    for step in 1..=3 {
        let said = wire.next().await.unwrap();
        assert_eq!(said["method"], "notifications/progress", "{said}");
        assert_eq!(said["params"]["progressToken"], "mine");
        assert_eq!(said["params"]["progress"], f64::from(step));
        assert_eq!(said["params"]["message"], format!("at {step}"));
    }
    let answer = wire.next().await.unwrap();
    assert_eq!(answer["id"], 2);
}

/// Only the newest protocol allows an output schema that is not an object. Older clients would
/// reject the whole list for it.
#[tokio::test]
async fn schemas_that_older_clients_reject_are_left_out() {
    let theirs = fake(json!([{
        "name": "users", "inputSchema": {"type": "object"},
        "outputSchema": {"type": "array", "items": {"type": "string"}}
    }]));
    let client = Client::builder().server("theirs", theirs).connect().await;
    let server = Server::new(client.tools());
    let (mut wire, _) = shaken(&server, "2025-06-18").await;
    let list = ask(&mut wire, 1, "tools/list", json!({})).await;
    assert_eq!(list["result"]["tools"][0]["name"], "users");
    assert_eq!(
        list["result"]["tools"][0].get("outputSchema"),
        None,
        "{list}"
    );
    // Other clients get it unchanged.
    let again = Client::builder()
        .server("ours", McpEndpoint::in_process(&server))
        .connect()
        .await;
    assert_eq!(again.tools().len(), 1);
    again.close().await;
    client.close().await;
}

/// A hostile line is answered by an error, and doesn't affect other requests.
#[tokio::test]
async fn lines_that_are_not_requests_are_errors() {
    let (mut wire, _) = shaken(&Server::new(tools()), "2025-11-25").await;
    for bad in [
        json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "weather", "arguments": [1]}}),
        json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"arguments": {}}}),
        json!({"jsonrpc": "2.0", "id": 7, "method": "tools/nothing", "params": {}}),
    ] {
        wire.send(&bad).await;
        let answer = wire.next().await.unwrap();
        assert!(answer.get("error").is_some(), "{bad}: {answer}");
    }
    let call = json!({"name": "weather", "arguments": {"place": {"a": [null, 1e300]}}});
    let answer = ask(&mut wire, 8, "tools/call", call).await;
    assert_eq!(answer["result"]["isError"], true);
    let answer = ask(&mut wire, 9, "tools/call", json!({"name": "places"})).await;
    assert_eq!(answer["result"]["structuredContent"]["value"][0], "Bergen");
}

/// A server that has these tools and answers each call with what it was sent.
pub(crate) fn fake(tools: Value) -> McpEndpoint {
    scripted(move |method, params| match method {
        "tools/list" => Some(json!({"tools": tools})),
        "tools/call" => Some(json!({"content": [{"type": "text", "text": params.to_string()}]})),
        _ => None,
    })
}

/// A server that answers by a function; to what it has no answer for, it never answers.
pub(crate) fn scripted(
    answer: impl Fn(&str, &Value) -> Option<Value> + Send + Sync + Clone + 'static,
) -> McpEndpoint {
    McpEndpoint::transport(move || {
        let answer = answer.clone();
        async move {
            let (here, there) = tokio::io::duplex(1 << 16);
            tokio::spawn(async move {
                let mut wire = Wire::new(there);
                loop {
                    let line = within_quietly(&mut wire).await;
                    let Some(request) = line else { return };
                    let Some(id) = request.get("id") else {
                        continue;
                    };
                    let method = request["method"].as_str().unwrap_or_default();
                    let result = match method {
                        "initialize" => Some(json!({
                            "protocolVersion": request["params"]["protocolVersion"],
                            "capabilities": {"tools": {}},
                            "serverInfo": {"name": "by hand", "version": "0"},
                        })),
                        method => answer(method, &request["params"]),
                    };
                    if let Some(result) = result {
                        wire.send(&json!({"jsonrpc": "2.0", "id": id, "result": result}))
                            .await;
                    }
                }
            });
            Ok::<_, String>(here)
        }
    })
}

async fn within_quietly(wire: &mut Wire) -> Option<Value> {
    within(wire.next()).await
}
