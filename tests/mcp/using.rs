//! Tools of servers in a set.

use core::time::Duration;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use toolcast::Verdict;
use toolcast::call::{CancellationToken, Content, ProgressUpdate, ToolCall, ToolError, ToolResult};
use toolcast::set::CallOptions;
use toolcast::{Provider, ToolSet, tool, toolset};
use toolcast_mcp::rmcp::model::CallToolResult;
use toolcast_mcp::{Client, ConnectionState, McpEndpoint, Server};

use crate::older::{fake, scripted};
use crate::support::{Log, tools, tools_with, within};

async fn call(tools: &ToolSet, name: &str, arguments: Value) -> ToolResult {
    call_with(tools, name, arguments, &CallOptions::new()).await
}

async fn call_with(
    tools: &ToolSet,
    name: &str,
    arguments: Value,
    options: &CallOptions,
) -> ToolResult {
    let call = ToolCall::new("1", name, arguments.to_string());
    within(tools.call_with(Provider::Anthropic, call, options)).await
}

/// Something of the program's own.
#[tool]
fn weather(place: &str) -> String {
    format!("own weather of {place}")
}

#[tokio::test]
async fn own_tools_and_those_of_two_servers_are_one_set() {
    let own = toolset![weather].build().unwrap();
    let client = Client::builder()
        .tools(own)
        .server(
            "north",
            McpEndpoint::in_process(&Server::new(tools()).instructions("Mind the cold.")),
        )
        .server(
            "other",
            McpEndpoint::in_process(&Server::new(tools())).always_prefixed(),
        )
        .connect()
        .await;
    let status = client.status();
    assert_eq!(status[0].connection, ConnectionState::Connected);
    assert_eq!(status[0].instructions.as_deref(), Some("Mind the cold."));
    assert_eq!(status[0].tools[..2], ["north_weather", "places"]);
    assert_eq!(status[1].tools[..2], ["other_weather", "other_places"]);
    let tools = client.tools();
    assert_eq!(tools.len(), 13);

    let result = call(&tools, "weather", json!({"place": "here"})).await;
    assert_eq!(
        result.content,
        [Content::Text("own weather of here".into())]
    );
    let result = call(&tools, "north_weather", json!({"place": "Oslo"})).await;
    let [Content::Json(text)] = &result.content[..] else {
        panic!("{result:?}");
    };
    assert_eq!(
        serde_json::from_str::<Value>(text).unwrap(),
        json!({"place": "Oslo", "degrees": 12.5})
    );
    let result = call(&tools, "other_weather", json!({"place": "Atlantis"})).await;
    assert_eq!(
        result.error,
        Some(ToolError::Failed("Atlantis has no weather".into()))
    );

    // Each provider's request declares them.
    for &provider in Provider::ALL {
        if provider != Provider::JsonSchema {
            let fragment = tools.request_fragment(provider).unwrap();
            assert!(fragment.contains("north_weather"), "{provider}");
        }
    }
    within(client.close()).await;
    // The remaining set reports the reason.
    let result = call(&tools, "places", json!({})).await;
    let text = result.error.unwrap().to_string();
    assert!(text.contains("`north` is closed"), "{text}");
}

/// Arguments are decoded from the form of the model's provider, checked before anything is sent,
/// and sent in the form of the server.
#[tokio::test]
async fn arguments_are_converted_and_checked() {
    let theirs = fake(json!([{"name": "best", "inputSchema": {
        "type": "object",
        "properties": {
            "scores": {"type": "object", "additionalProperties": {"type": "integer"}},
            "note": {"type": "string"},
        },
        "required": ["scores"],
    }}]));
    let client = Client::builder().server("theirs", theirs).connect().await;
    let tools = client.tools();
    let arguments = json!({"scores": [{"key": "Ada", "value": 3}], "note": null});
    let asked = ToolCall::new("1", "best", arguments.to_string());
    let result = within(tools.call(Provider::OpenAi, asked)).await;
    let [Content::Text(sent)] = &result.content[..] else {
        panic!("{result:?}");
    };
    let sent: Value = serde_json::from_str(sent).unwrap();
    assert_eq!(sent["name"], "best");
    assert_eq!(sent["arguments"], json!({"scores": {"Ada": 3}}));
    let result = call(&tools, "best", json!({"scores": {"Ada": "three"}})).await;
    assert!(
        matches!(result.error, Some(ToolError::Arguments(_))),
        "{result:?}"
    );
    within(client.close()).await;
}

#[tokio::test]
async fn every_kind_of_result_is_content() {
    let content = json!([
        {"type": "text", "text": "a"},
        {"type": "image", "data": "iVBO\nRw", "mimeType": "image/png"},
        {"type": "audio", "data": "!", "mimeType": "audio/wav"},
        {"type": "resource", "resource": {"uri": "file:///b.txt", "text": "b"}},
        {"type": "resource", "resource": {"uri": "file:///c%20d.bin", "blob": "AQI=", "mimeType": "application/x-c"}},
        {"type": "resource", "resource": {"uri": "https://example.com/f?sig=SECRET", "blob": "AQI="}},
        {"type": "resource_link", "uri": "https://user:SECRET@example.com/e?lang=en&sig=SECRET#access_token=SECRET", "name": "e", "description": "An e", "mimeType": "text/html"},
    ]);
    let theirs = scripted(move |method, params| match method {
        "tools/list" => Some(json!({"tools": [
            {"name": "all", "inputSchema": {"type": "object"}},
            {"name": "structured", "inputSchema": {"type": "object"}},
            {"name": "new", "inputSchema": {"type": "object"}},
            {"name": "bad", "inputSchema": {"type": "object"}},
            {"name": "odd", "inputSchema": {"type": "object"}},
        ]})),
        _ => Some(match params["name"].as_str()? {
            "all" => json!({"content": content}),
            "structured" => {
                json!({"content": [{"type": "text", "text": "{\"n\": 1}"}], "structuredContent": {"n": 1}, "_meta": {"k": "v"}})
            }
            "new" => {
                json!({"content": [{"type": "text", "text": "a"}, {"type": "hologram", "data": 7}]})
            }
            "bad" => {
                json!({"content": [{"type": "text", "text": "no"}, {"type": "text", "text": "never"}], "isError": true})
            }
            _ => json!({"surprise": true}),
        }),
    });
    let client = Client::builder().server("theirs", theirs).connect().await;
    let tools = client.tools();
    let result = call(&tools, "all", json!({})).await;
    assert_eq!(
        result.content,
        [
            Content::Text("a".into()),
            Content::image("image/png", vec![0x89, b'P', b'N', b'G']),
            Content::Text("(the server sent audio that can't be read)".into()),
            Content::Text("b".into()),
            Content::File {
                media_type: "application/x-c".into(),
                name: "c d.bin".into(),
                data: vec![1, 2]
            },
            Content::File {
                media_type: "application/octet-stream".into(),
                name: "https://example.com/f".into(),
                data: vec![1, 2]
            },
            Content::Text("[e](https://example.com/e?lang=en) (text/html): An e".into()),
        ]
    );
    // The program gets the server's result unchanged.
    let result = call(&tools, "structured", json!({})).await;
    assert_eq!(result.content, [Content::Json(r#"{"n":1}"#.into())]);
    let whole = result
        .artifact
        .unwrap()
        .downcast::<CallToolResult>()
        .unwrap();
    assert_eq!(whole.meta.unwrap().0["k"], "v");
    let result = call(&tools, "new", json!({})).await;
    assert_eq!(result.content[0], Content::Text("a".into()));
    let [_, Content::Json(unknown)] = &result.content[..] else {
        panic!("{result:?}");
    };
    assert!(unknown.contains("hologram"));
    let result = call(&tools, "bad", json!({})).await;
    assert_eq!(result.error, Some(ToolError::Failed("no\nnever".into())));
    let result = call(&tools, "odd", json!({})).await;
    assert_eq!(
        result.error,
        Some(ToolError::Failed(
            "the server `theirs` sent an answer that is not a result".into()
        ))
    );
    within(client.close()).await;
}

#[tokio::test]
async fn a_dropped_call_is_cancelled_on_the_server() {
    for way in ["dropped", "cancelled", "too long"] {
        let log = Arc::new(Log::default());
        let served = McpEndpoint::in_process(&Server::new(tools_with(&log)));
        let served = if way == "too long" {
            served.call_timeout(Duration::from_millis(200))
        } else {
            served
        };
        let client = Client::builder().server("slow", served).connect().await;
        let tools = client.tools();
        let cancellation = CancellationToken::new();
        let options = CallOptions::new().cancellation(&cancellation);
        let asked = ToolCall::new("1", "wait", "{}");
        let calling = tokio::spawn(tools.call_with(Provider::Mcp, asked, &options));
        log.noted("began").await;
        match way {
            "dropped" => calling.abort(),
            "cancelled" => cancellation.cancel(),
            _ => {}
        }
        // The server's tool received the cancellation.
        log.noted("dropped").await;
        match way {
            "dropped" => assert!(within(calling).await.unwrap_err().is_cancelled()),
            "cancelled" => assert_eq!(
                within(calling).await.unwrap().error,
                Some(ToolError::Cancelled)
            ),
            _ => assert!(matches!(
                within(calling).await.unwrap().error,
                Some(ToolError::TimedOut(_))
            )),
        }
        within(client.close()).await;
    }
}

#[tokio::test]
async fn progress_reaches_the_program() {
    let client = Client::builder()
        .server("counter", McpEndpoint::in_process(&Server::new(tools())))
        .connect()
        .await;
    let seen = Arc::new(Mutex::new(Vec::new()));
    let listener = Arc::clone(&seen);
    let options = CallOptions::new().on_progress(move |_, step: ProgressUpdate| {
        listener.lock().unwrap().push(step);
    });
    let result = call_with(&client.tools(), "count", json!({"to": 50}), &options).await;
    assert_eq!(
        result.content,
        [Content::Text("counted to 50, progress: true".into())]
    );
    // All steps, in order, and before the result.
    let steps = seen.lock().unwrap().clone();
    assert!(
        steps
            .iter()
            .map(|step| step.done)
            .eq((1..=50).map(f64::from)),
        "{steps:?}"
    );
    assert_eq!(
        (steps[0].total, steps[0].message.as_deref()),
        (Some(50.0), Some("at 1"))
    );
    within(client.close()).await;
}

#[tokio::test]
async fn a_changed_list_changes_the_set() {
    let server = Server::new(tools());
    let client = Client::builder()
        .server("one", McpEndpoint::in_process(&server))
        .connect()
        .await;
    assert!(client.tools().get("weather").is_some());
    // The server treats a client as ready after it has read the notification.
    drop(call(&client.tools(), "places", json!({})).await);
    let changed = client.changed();
    server
        .update(|tools| tools.with_disabled("weather"))
        .unwrap();
    within(changed).await;
    assert!(client.tools().get("weather").is_none());
    assert!(client.tools().get("places").is_some());
    within(client.close()).await;
}

/// A server that passes on the tools of another server returns that server's results unchanged.
#[tokio::test]
async fn a_server_can_serve_the_tools_of_servers() {
    let first = Client::builder()
        .server("first", McpEndpoint::in_process(&Server::new(tools())))
        .connect()
        .await;
    let between = Server::new(first.tools());
    let second = Client::builder()
        .server("second", McpEndpoint::in_process(&between))
        .connect()
        .await;
    for name in ["weather", "places"] {
        let schema = |set: &ToolSet| {
            let tools = set.clone();
            let text = tools
                .get(name)
                .unwrap()
                .schema_for(Provider::Mcp)
                .unwrap()
                .to_owned();
            serde_json::from_str::<Value>(&text).unwrap()
        };
        assert_eq!(schema(&second.tools()), schema(&tools()));
    }
    let result = call(&second.tools(), "postcard", json!({})).await;
    assert_eq!(result.content.len(), 4);
    assert!(
        matches!(&result.content[3], Content::File { name, .. } if name == "a map.pdf"),
        "{result:?}"
    );
    let whole = call(&second.tools(), "places", json!({"most": 1}))
        .await
        .artifact
        .unwrap();
    let whole = whole.downcast::<CallToolResult>().unwrap();
    assert_eq!(whole.structured_content, Some(json!({"value": ["Bergen"]})));
    let seen = Arc::new(Mutex::new(0));
    let counter = Arc::clone(&seen);
    let options =
        CallOptions::new().on_progress(move |_, _: ProgressUpdate| *counter.lock().unwrap() += 1);
    drop(call_with(&second.tools(), "count", json!({"to": 1}), &options).await);
    assert_eq!(*seen.lock().unwrap(), 1);
    within(second.close()).await;
    within(first.close()).await;
}

/// The caller's hooks run for the tools of servers too, and get their annotations.
#[tokio::test]
async fn hooks_are_called_for_the_tools_of_servers() {
    let own = ToolSet::builder()
        .before_call(|call| {
            if call.tool().annotations().read_only == Some(true) {
                Verdict::Allow
            } else {
                Verdict::deny("only what reads is allowed")
            }
        })
        .build()
        .unwrap();
    let client = Client::builder()
        .tools(own)
        .server("one", McpEndpoint::in_process(&Server::new(tools())))
        .connect()
        .await;
    let tools = client.tools();
    assert!(!call(&tools, "places", json!({})).await.is_error());
    let result = call(&tools, "postcard", json!({})).await;
    assert_eq!(
        result.content,
        [Content::Text("only what reads is allowed".into())]
    );
    within(client.close()).await;
}

/// Connections live in their runtime, calls wherever the program likes.
#[test]
fn calls_need_no_runtime() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .worker_threads(1)
        .build()
        .unwrap();
    let client = runtime.block_on(
        Client::builder()
            .server("one", {
                let _inside = runtime.enter();
                McpEndpoint::in_process(&Server::new(tools()))
            })
            .connect(),
    );
    let asked = ToolCall::new("1", "nearest", r#"{"to": "x"}"#);
    let result = futures_executor::block_on(client.tools().call(Provider::Gemini, asked));
    assert_eq!(result.content, [Content::Text("Oslo".into())]);
    runtime.block_on(client.close());
}
