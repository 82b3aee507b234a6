//! Our client with servers of the official SDKs: one each for the Python and the TypeScript SDK,
//! and a packaged one. `tests/conformance/mcp/run` and `run-node` provide what they need.

use core::time::Duration;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use toolcast::call::{CancellationToken, Content, ProgressUpdate, ToolCall, ToolError, ToolResult};
use toolcast::set::CallOptions;
use toolcast::{Provider, ToolSet};
use toolcast_mcp::{Client, ConnectionState, McpEndpoint};

use crate::support::within;

/// A program that runs a script, and the script: a server made with an official SDK.
struct Outside {
    program: PathBuf,
    script: PathBuf,
}

/// That of the SDK for Python, and an interpreter that has it.
fn python() -> Outside {
    let program = std::env::var_os("TOOLCAST_MCP_PYTHON").expect("TOOLCAST_MCP_PYTHON");
    let script = [env!("CARGO_MANIFEST_DIR"), "conformance/mcp/server.py"];
    Outside {
        program: program.into(),
        script: script.iter().collect(),
    }
}

/// That of the SDK for TypeScript, in a folder with its packages.
fn node() -> Outside {
    let folder = std::env::var_os("TOOLCAST_MCP_NODE").expect("TOOLCAST_MCP_NODE");
    Outside {
        program: "node".into(),
        script: PathBuf::from(folder).join("server.mjs"),
    }
}

async fn call(tools: &ToolSet, provider: Provider, name: &str, arguments: Value) -> ToolResult {
    within(tools.call(provider, ToolCall::new("1", name, arguments.to_string()))).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "tests/conformance/mcp/run runs it"]
async fn a_server_of_the_python_sdk_is_used_over_stdio() {
    let server = python();
    over_stdio(server).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "tests/conformance/mcp/run runs it"]
async fn a_server_of_the_python_sdk_is_used_over_http() {
    let server = python();
    over_http(server).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "tests/conformance/mcp/run-node runs it"]
async fn a_server_of_the_typescript_sdk_is_used_over_stdio() {
    let server = node();
    over_stdio(server).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "tests/conformance/mcp/run-node runs it"]
async fn a_server_of_the_typescript_sdk_is_used_over_http() {
    let server = node();
    over_http(server).await;
}

async fn over_stdio(server: Outside) {
    let server = McpEndpoint::command(server.program, [server.script]);
    let client = Client::builder().server("outside", server).connect().await;
    all(&client).await;
    within(client.close()).await;
}

async fn over_http(server: Outside) {
    // A port that was free a moment ago.
    let port = {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.local_addr().unwrap().port()
    };
    let mut child = tokio::process::Command::new(server.program)
        .args([
            server.script.as_os_str(),
            "--http".as_ref(),
            port.to_string().as_ref(),
        ])
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let url = format!("http://127.0.0.1:{port}/mcp");
    // The server is not running yet, so the client has to retry.
    let client = Client::builder()
        .server("outside", McpEndpoint::http(url))
        .start();
    within(async {
        while client.status()[0].connection != ConnectionState::Connected {
            client.retry_now();
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    })
    .await;
    all(&client).await;
    within(client.close()).await;
    child.kill().await.unwrap();
}

async fn all(client: &Client) {
    let status = &client.status()[0];
    assert_eq!(status.connection, ConnectionState::Connected, "{status}");
    assert_eq!(
        status.instructions.as_deref(),
        Some("Add before you divide.")
    );
    assert_eq!(status.skipped, []);
    let tools = client.tools();
    assert_eq!(
        tools.get("add").unwrap().annotations().read_only,
        Some(true)
    );
    for &provider in Provider::ALL {
        for tool in tools.tools() {
            assert!(
                tool.schema_for(provider).is_some(),
                "{provider}: {}",
                tool.name()
            );
        }
    }

    // Structured content, and arguments in the form of a provider's model.
    let result = call(&tools, Provider::Anthropic, "add", json!({"a": 2, "b": 40})).await;
    let said = format!("{:?}", result.content);
    assert!(said.contains("42"), "{said}");
    let orders = json!({"orders": [{"item": "pen", "amount": 3, "notes": [{"key": "ink", "value": "blue"}]}], "currency": null});
    let result = call(&tools, Provider::OpenAi, "price", orders).await;
    let [Content::Json(total)] = &result.content[..] else {
        panic!("{result:?}");
    };
    assert_eq!(
        serde_json::from_str::<Value>(total).unwrap(),
        json!({"sum": 4.5, "currency": "EUR"})
    );

    // All argument errors are found here, before the server is called.
    let result = call(
        &tools,
        Provider::Mcp,
        "price",
        json!({"orders": [{"itme": "pen", "amount": 200}], "currency": "USD"}),
    )
    .await;
    let Some(ToolError::Arguments(errors)) = &result.error else {
        panic!("{result:?}");
    };
    assert!(errors.faults.len() >= 3, "{errors}");
    let result = call(
        &tools,
        Provider::Mcp,
        "fail",
        json!({"reason": "it is Sunday"}),
    )
    .await;
    assert!(
        matches!(&result.error, Some(ToolError::Failed(failed)) if failed.text().contains("it is Sunday")),
        "{result:?}"
    );
    let result = call(&tools, Provider::Mcp, "picture", json!({})).await;
    assert!(
        matches!(&result.content[..], [Content::Image { media_type, data }] if media_type == "image/png" && data == b"\x89PNG"),
        "{result:?}"
    );

    // Progress, and a call that is cancelled before it ends.
    let steps = Arc::new(Mutex::new(Vec::new()));
    let cancellation = CancellationToken::new();
    let (listener, cancel) = (Arc::clone(&steps), cancellation.clone());
    let options = CallOptions::new().cancellation(&cancellation).on_progress(
        move |_, step: ProgressUpdate| {
            let enough = step.done >= 3.0;
            listener.lock().unwrap().push(step);
            if enough {
                cancel.cancel();
            }
        },
    );
    let walk = ToolCall::new("1", "walk", r#"{"steps": 100000, "pause": 0.01}"#);
    let result = within(tools.call_with(Provider::Mcp, walk, &options)).await;
    assert_eq!(result.error, Some(ToolError::Cancelled));
    let step = steps.lock().unwrap()[0].clone();
    assert_eq!(
        (step.total, step.message.is_some()),
        (Some(100_000.0), true)
    );
    // The server received the cancellation.
    within(async {
        loop {
            let result = call(&tools, Provider::Mcp, "what_stopped", json!({})).await;
            if format!("{:?}", result.content).contains("walk") {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    })
    .await;

    // A tool that is added later.
    let changed = client.changed();
    let result = call(&tools, Provider::Mcp, "grow", json!({})).await;
    assert!(!result.is_error(), "{result:?}");
    within(changed).await;
    let result = call(&client.tools(), Provider::Mcp, "grown", json!({})).await;
    assert!(
        format!("{:?}", result.content).contains("here"),
        "{result:?}"
    );
}

/// A packaged server, as its users start it.
#[tokio::test]
#[ignore = "tests/conformance/mcp/run runs it"]
async fn a_packaged_server_is_started_and_called() {
    let python = python();
    let server = McpEndpoint::command(
        python.program,
        ["-m", "mcp_server_time", "--local-timezone", "Europe/Vienna"],
    )
    .always_prefixed();
    let client = Client::builder().server("time", server).connect().await;
    let status = &client.status()[0];
    assert_eq!(status.connection, ConnectionState::Connected, "{status}");
    let tools = client.tools();
    let arguments = json!({"source_timezone": "Europe/Vienna", "time": "12:00", "target_timezone": "Asia/Tokyo"});
    let result = call(&tools, Provider::Gemini, "time_convert_time", arguments).await;
    let [Content::Text(text) | Content::Json(text), ..] = &result.content[..] else {
        panic!("{result:?}");
    };
    let converted: Value = serde_json::from_str(text).unwrap();
    assert_eq!(converted["target"]["timezone"], "Asia/Tokyo", "{text}");
    let result = call(
        &tools,
        Provider::Gemini,
        "time_convert_time",
        json!({"time": "12:00"}),
    )
    .await;
    assert!(
        matches!(result.error, Some(ToolError::Arguments(_))),
        "{result:?}"
    );
    within(client.close()).await;
}
