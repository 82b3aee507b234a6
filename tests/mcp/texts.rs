//! The texts that a model reads of servers, and those of a server for another host's model: the
//! section on MCP of `docs/texts.md`. `UPDATE=1` writes it.

use core::time::Duration;
use std::sync::Arc;

use serde_json::{Value, json};
use toolcast::call::{Content, ToolCall};
use toolcast::set::{CallOptions, ToolSet};
use toolcast::{Provider, toolset};
use toolcast_mcp::{Client, McpEndpoint, Server};
use toolcast_test_support::page::{agrees, blocks};

use crate::by_hand::{by_hand, error, handshake, list, result};
use crate::older::{ask, scripted, shaken};
use crate::stub::{Failure, start};
use crate::support::{tools, weather, within};

/// The text that the model gets for a call of the tool `find` of the server `maps`.
async fn called(endpoint: McpEndpoint) -> String {
    let own = ToolSet::builder().build().unwrap();
    let client = within(
        Client::builder()
            .tools(own)
            .server("maps", endpoint)
            .connect(),
    )
    .await;
    let call = ToolCall::new("1", "find", "{}");
    let result = within(client.tools().call(Provider::Anthropic, call)).await;
    within(client.close()).await;
    let texts = result.content.iter().filter_map(|part| match part {
        Content::Text(text) | Content::Json(text) => Some(text.as_str()),
        _ => None,
    });
    texts.collect::<Vec<_>>().join("\n")
}

/// A server with the tool `find`, which has this result.
fn finding(result: Value) -> McpEndpoint {
    scripted(move |method, _| match method {
        "tools/list" => Some(json!({"tools": [{
            "name": "find",
            "inputSchema": {"type": "object"},
            "outputSchema": {"type": "object", "properties": {"n": {"type": "integer"}}},
        }]})),
        _ => Some(result.clone()),
    })
}

async fn failing(failure: Failure) -> String {
    let port = start("tools/call", failure).await;
    let url = format!("http://127.0.0.1:{port}/mcp");
    called(McpEndpoint::http(url)).await
}

/// The text of a call after its connection is closed.
async fn closed() -> String {
    let own = ToolSet::builder().build().unwrap();
    let endpoint = finding(json!({"content": []}));
    let client = within(
        Client::builder()
            .tools(own)
            .server("maps", endpoint)
            .connect(),
    )
    .await;
    let tools = client.tools();
    within(client.close()).await;
    let call = ToolCall::new("1", "find", "{}");
    let result = within(tools.call(Provider::Anthropic, call)).await;
    result.error.unwrap().to_string()
}

/// A server that answers a call by this message, and has the tool `find`.
fn answering(message: fn(&Value) -> Value) -> McpEndpoint {
    by_hand(
        &Arc::default(),
        &Arc::default(),
        move |method, request| match method {
            "initialize" => vec![handshake(request)],
            "tools/list" => vec![result(request, &list(&["find"]))],
            "tools/call" => vec![message(request)],
            _ => Vec::new(),
        },
    )
}

async fn of_servers() -> Vec<(&'static str, String)> {
    let content = |blocks: Value| finding(json!({ "content": blocks }));
    let broken = |kind: &str| json!({"type": kind, "data": "?", "mimeType": "image/png"});
    let file = json!({"type": "resource", "resource": {"uri": "file:///a", "blob": "?"}});
    let link = json!({"type": "resource_link", "uri": "https://example.com/map", "name": "map",
        "title": "The map", "mimeType": "text/html", "description": "A map of all places"});
    let late = scripted(|method, _| match method {
        "tools/list" => {
            Some(json!({"tools": [{"name": "find", "inputSchema": {"type": "object"}}]}))
        }
        _ => None,
    });
    vec![
        (
            "a failed call without a reason",
            called(finding(json!({"content": [], "isError": true}))).await,
        ),
        (
            "content that can't be read",
            called(content(json!([broken("image"), broken("audio"), file]))).await,
        ),
        ("a link", called(content(json!([link]))).await),
        (
            "an answer that doesn't fit the output schema",
            called(finding(
                json!({"content": [], "structuredContent": {"n": "one"}}),
            ))
            .await,
        ),
        (
            "an answer that is not a result",
            called(finding(json!({"surprise": true}))).await,
        ),
        (
            "an answer that is too long",
            failing(Failure::TooLong).await,
        ),
        (
            "a question in place of an answer",
            called(answering(|request| {
                result(
                    request,
                    &json!({"resultType": "input_required", "inputRequests": {}}),
                )
            }))
            .await,
        ),
        (
            "an error of the protocol",
            called(answering(|request| error(request, -32602))).await,
        ),
        (
            "a server that doesn't answer in time",
            called(late.call_timeout(Duration::from_millis(200))).await,
        ),
        ("a server that is gone", failing(Failure::Closed).await),
        (
            "an answer that breaks off",
            failing(Failure::EndedStream).await,
        ),
        (
            "a request that is refused by HTTP",
            failing(Failure::Status(401)).await,
        ),
        ("a connection that the program closed", closed().await),
    ]
}

/// The errors of a server, which another host may show its model.
async fn of_a_server() -> Vec<(&'static str, String)> {
    let refused = |server: Server, params: Value| async move {
        let (mut wire, _) = shaken(&server, "2025-06-18").await;
        let answer = ask(&mut wire, 1, "tools/call", params).await;
        answer["error"]["message"].as_str().unwrap().to_owned()
    };
    let one = toolset![weather].build().unwrap();
    let unready = Server::new(one).call_options(|_| -> CallOptions { panic!("not ready") });
    let call = json!({"name": "weather", "arguments": {"place": "Oslo"}});
    let busy = async {
        let (mut wire, _) = shaken(&Server::new(tools()), "2025-06-18").await;
        let wait = |id: u32| json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": "wait"}});
        for id in 1..=2000 {
            wire.send(&wait(id)).await;
        }
        let answer = ask(&mut wire, 2001, "tools/call", json!({"name": "wait"})).await;
        answer["error"]["message"].as_str().unwrap().to_owned()
    };
    vec![
        ("more calls than a server runs", within(busy).await),
        (
            "an unknown tool",
            refused(Server::new(tools()), json!({"name": "wether"})).await,
        ),
        (
            "options that can't be made for a call",
            refused(unready, call).await,
        ),
    ]
}

#[tokio::test]
async fn the_page_has_each_text_of_servers_and_clients() {
    agrees(
        "texts.md",
        &[
            ("MCP servers", blocks(of_servers().await)),
            ("MCP server", blocks(of_a_server().await)),
        ],
    );
}
