//! Findings of an attack on the server and the client.

use core::sync::atomic::{AtomicUsize, Ordering};
use core::time::Duration;

use serde_json::{Value, json};
use tokio::sync::Semaphore;
use toolcast::call::{Content, ToolCall, ToolError};
use toolcast::{Provider, tool, toolset};
use toolcast_mcp::rmcp::model::CallToolResult;
use toolcast_mcp::{Client, ConnectionState, McpEndpoint, Server};

use crate::older::{ask, scripted, shaken};
use crate::support::{Wire, within};

/// One.
#[tool]
fn first() {}

/// Two.
#[tool]
fn second() {}

/// Reset it.
#[tool(except(Mcp))]
fn internal_reset() {}

/// Show a number.
#[tool]
fn show(n: u128, others: Option<Vec<i128>>) -> String {
    let others = others.unwrap_or_default();
    format!("{n} {others:?}")
}

/// Show a number that may be absent, for MCP alone.
#[tool(providers(Mcp))]
fn maybe(#[tool(default = Some(7))] n: Option<u128>) -> String {
    format!("{n:?}")
}

/// Show a float.
#[tool]
fn float(n: f64) -> String {
    n.to_string()
}

#[test]
fn no_update_is_lost_to_another_thread() {
    for _ in 0..200 {
        let server = Server::new(toolset![first, second].build().unwrap());
        std::thread::scope(|scope| {
            for name in ["first", "second"] {
                scope.spawn(|| server.update(|tools| tools.with_disabled(name)));
            }
        });
        let tools = server.tools();
        assert!(tools.all_tools().all(|tool| !tool.is_enabled()));
    }
}

#[tokio::test]
async fn a_client_that_repeats_its_notification_is_notified_once() {
    let server = Server::new(toolset![first, second].build().unwrap());
    let (mut wire, _) = shaken(&server, "2025-06-18").await;
    for _ in 0..100 {
        wire.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))
            .await;
    }
    assert_eq!(ask(&mut wire, 1, "ping", json!({})).await["id"], 1);
    server
        .update(|tools| tools.with_disabled("second"))
        .unwrap();
    let changed = within(wire.next()).await.unwrap();
    assert_eq!(changed["method"], "notifications/tools/list_changed");
    assert_eq!(ask(&mut wire, 2, "ping", json!({})).await["id"], 2);
}

#[tokio::test]
async fn names_of_tools_that_are_not_offered_are_not_suggested() {
    let tools = toolset![first, second, internal_reset].build().unwrap();
    let tools = tools.with_disabled("second").unwrap();
    let (mut wire, _) = shaken(&Server::new(tools), "2025-06-18").await;
    for (id, name) in ["second", "secondd", "internal_resett"].iter().enumerate() {
        let id = u32::try_from(id).unwrap();
        let call = json!({"name": name, "arguments": {}});
        let answer = ask(&mut wire, id, "tools/call", call).await;
        assert_eq!(
            answer["error"]["message"],
            format!("Unknown tool: {name}"),
            "{answer}"
        );
    }
    let call = json!({"name": "frist", "arguments": {}});
    let answer = ask(&mut wire, 9, "tools/call", call).await;
    assert_eq!(
        answer["error"]["message"],
        "Unknown tool: frist; did you mean `first`?"
    );
}

async fn called(wire: &mut Wire, name: &str, arguments: &str) -> String {
    let line = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"{name}","arguments":{arguments}}}}}"#
    );
    wire.send_text(&line).await;
    let answer = wire.next().await.unwrap();
    answer["result"]["content"][0]["text"]
        .as_str()
        .unwrap_or_else(|| panic!("{answer}"))
        .to_owned()
}

#[tokio::test]
async fn a_number_that_the_sdk_has_rounded_is_an_error() {
    let tools = toolset![show, maybe, float].build().unwrap();
    let (mut wire, _) = shaken(&Server::new(tools), "2025-06-18").await;
    let exact = called(&mut wire, "show", r#"{"n":18446744073709551615}"#).await;
    assert_eq!(exact, "18446744073709551615 []");
    for arguments in [
        r#"{"n":18446744073709551616}"#,
        r#"{"n":1,"others":[-9223372036854775809]}"#,
        r#"{"n":340282366920938463463374607431768211455}"#,
    ] {
        let text = called(&mut wire, "show", arguments).await;
        assert!(text.contains("Invalid arguments"), "{arguments}: {text}");
    }
    let text = called(&mut wire, "maybe", r#"{"n":18446744073709551616}"#).await;
    assert!(
        text.contains("$.n: expected an integer of at least 0 or null, all its digits without a fraction or an exponent, got 1.8446744073709552e+19"),
        "{text}"
    );
    let text = called(&mut wire, "float", r#"{"n":18446744073709551616}"#).await;
    assert_eq!(text, "18446744073709552000");
}

/// The number of calls that have begun.
static BEGUN: AtomicUsize = AtomicUsize::new(0);
static GATE: Semaphore = Semaphore::const_new(0);

/// Wait at the gate.
#[tool]
async fn rest() {
    BEGUN.fetch_add(1, Ordering::SeqCst);
    let _passed = GATE.acquire().await;
}

#[tokio::test]
async fn calls_beyond_the_bound_of_a_client_wait_and_are_then_rejected() {
    let server = Server::new(toolset![rest].build().unwrap());
    let (mut wire, _) = shaken(&server, "2025-06-18").await;
    for id in 0..2_005 {
        let call = json!({"name": "rest", "arguments": {}});
        wire.send(&json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": call}))
            .await;
    }
    for _ in 0..5 {
        let answer = within(wire.next()).await.unwrap();
        assert!(
            answer["error"]["message"]
                .as_str()
                .unwrap()
                .contains("try again"),
            "{answer}"
        );
    }
    while BEGUN.load(Ordering::SeqCst) < 1_000 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert_eq!(BEGUN.load(Ordering::SeqCst), 1_000);

    // A tool that is disabled meanwhile is not called.
    server.update(|tools| tools.with_disabled("rest")).unwrap();
    GATE.add_permits(1_000);
    let (mut results, mut errors) = (0, 0);
    while results + errors < 2_000 {
        let answer = within(wire.next()).await.unwrap();
        results += usize::from(answer.get("result").is_some());
        errors += usize::from(answer.get("error").is_some());
    }
    assert_eq!((results, errors), (1_000, 1_000));
}

/// A server whose only tool has this result.
fn answering(result: Value) -> McpEndpoint {
    scripted(move |method, _| match method {
        "tools/list" => Some(
            json!({"tools": [{"name": "it", "inputSchema": {"type": "object"}, "outputSchema": {"type": "object", "required": ["n"]}}]}),
        ),
        _ => Some(result.clone()),
    })
}

#[tokio::test]
async fn results_keep_their_digits_their_order_and_their_reasons() {
    let text = |text: &str| json!({"type": "text", "text": text});
    let video = json!({"type": "video", "data": "AAAA"});
    let json_of = |value: &Value| Content::Json(value.to_string());
    for (result, expected) in [
        (
            json!({"content": [text("{ \"n\" : 18446744073709551617 , \"s\":\"a \\\" b\" }")], "structuredContent": {"n": 1.844_674_407_370_955_2e19, "s": "a \" b"}}),
            Ok(vec![Content::Json(
                r#"{"n":18446744073709551617,"s":"a \" b"}"#.into(),
            )]),
        ),
        (
            json!({"content": [text("Before:"), video, text("After:"), video]}),
            Ok(vec![
                Content::Text("Before:".into()),
                json_of(&video),
                Content::Text("After:".into()),
                json_of(&video),
            ]),
        ),
        (
            json!({"content": [], "structuredContent": {"code": "E42"}, "isError": true}),
            Err(r#"{"code":"E42"}"#),
        ),
        (
            json!({"content": [text("real reason: quota"), video], "structuredContent": {}, "isError": true}),
            Err("real reason: quota"),
        ),
        (
            json!({"content": [], "structuredContent": {}, "isError": true}),
            Err("its server gave no reason"),
        ),
    ] {
        let client = Client::builder()
            .server("theirs", answering(result))
            .connect()
            .await;
        let call = || ToolCall::new("1", "it", "{}");
        let got = within(client.tools().call(Provider::OpenAi, call())).await;
        match expected {
            Ok(content) => {
                assert_eq!(got.content, content, "{got:?}");
                // A proxy passes on all of them, in order.
                let proxied = got
                    .artifact
                    .and_then(|it| it.downcast::<CallToolResult>().ok());
                assert_eq!(proxied.unwrap().content.len(), content.len());
            }
            Err(reason) => match got.error {
                Some(ToolError::Failed(failed)) => {
                    assert!(failed.text().contains(reason), "{failed}");
                }
                other => panic!("{other:?}"),
            },
        }
        within(client.close()).await;
    }
}

#[tokio::test]
async fn a_server_without_tools_is_connected() {
    let endpoint = McpEndpoint::transport(|| async {
        let (here, there) = tokio::io::duplex(1 << 16);
        tokio::spawn(async move {
            let mut wire = Wire::new(there);
            while let Some(request) = wire.next().await {
                let Some(id) = request.get("id") else {
                    continue;
                };
                let answer = match request["method"].as_str() {
                    Some("initialize") => json!({"jsonrpc": "2.0", "id": id, "result": {
                        "protocolVersion": request["params"]["protocolVersion"],
                        "capabilities": {"resources": {}},
                        "serverInfo": {"name": "by hand", "version": "0"},
                    }}),
                    _ => {
                        json!({"jsonrpc": "2.0", "id": id, "error": {"code": -32601, "message": "no"}})
                    }
                };
                wire.send(&answer).await;
            }
        });
        Ok::<_, String>(here)
    });
    let client = Client::builder()
        .server("resources", endpoint)
        .connect()
        .await;
    let status = &client.status()[0];
    assert_eq!(status.connection, ConnectionState::Connected, "{status}");
    assert!(status.tools.is_empty());
    within(client.close()).await;
}
