//! Content that the model receives once, links, and results that a proxy passes on.

use serde_json::{Value, json};
use toolcast::call::{Content, ToolCall};
use toolcast::{Provider, ToolSet};
use toolcast_mcp::rmcp::model::{CallToolRequestParams, ProtocolVersion};
use toolcast_mcp::rmcp::service::{ClientLifecycleMode, ClientServiceExt as _};
use toolcast_mcp::{Client, Server};

use crate::older::{ask, scripted, shaken};
use crate::support::within;

/// A client of a server with one tool, `answer`, which has this result.
async fn answering(result: Value) -> Client {
    let theirs = scripted(move |method, _| match method {
        "tools/list" => {
            Some(json!({"tools": [{"name": "answer", "inputSchema": {"type": "object"}}]}))
        }
        _ => Some(result.clone()),
    });
    let own = ToolSet::builder().build().unwrap();
    within(
        Client::builder()
            .tools(own)
            .server("theirs", theirs)
            .connect(),
    )
    .await
}

async fn content(result: Value) -> Vec<Content> {
    let client = answering(result).await;
    let call = ToolCall::new("1", "answer", "{}");
    let result = within(client.tools().call(Provider::Mcp, call)).await;
    within(client.close()).await;
    result.content
}

fn text(text: &str) -> Content {
    Content::Text(text.to_owned())
}

fn data(json: &str) -> Content {
    Content::Json(json.to_owned())
}

/// Servers repeat the structured content as text, whole, its only member, or one block an item.
#[tokio::test]
async fn structured_content_that_repeats_the_text_reaches_the_model_once() {
    for (texts, structured, expected) in [
        (
            vec![r#"{"n": 1}"#],
            json!({"n": 1}),
            vec![data(r#"{"n":1}"#)],
        ),
        (
            vec!["Bergen"],
            json!({"value": "Bergen"}),
            vec![text("Bergen")],
        ),
        (
            vec![r#"["Bergen"]"#],
            json!({"value": ["Bergen"]}),
            vec![data(r#"["Bergen"]"#)],
        ),
        (
            vec!["[ 1, 2 ]"],
            json!({"result": [1, 2]}),
            vec![data("[1,2]")],
        ),
        (vec!["3"], json!({"result": 3}), vec![data("3")]),
        (vec!["null"], json!({"result": null}), vec![data("null")]),
        (
            vec!["Bergen", "Oslo"],
            json!({"result": ["Bergen", "Oslo"]}),
            vec![text("Bergen"), text("Oslo")],
        ),
        (
            vec!["Bergen"],
            json!({"result": ["Bergen"]}),
            vec![text("Bergen")],
        ),
        (
            vec![r#"{"a": 1}"#, "2", "two"],
            json!({"result": [{"a": 1}, 2, "two"]}),
            vec![text(r#"{"a": 1}"#), text("2"), text("two")],
        ),
        (
            vec!["a", "b"],
            json!(["a", "b"]),
            vec![text("a"), text("b")],
        ),
    ] {
        let blocks = texts
            .iter()
            .map(|text| json!({"type": "text", "text": text}));
        let blocks: Vec<Value> = blocks.collect();
        let result = json!({"content": blocks, "structuredContent": structured});
        assert_eq!(content(result).await, expected, "{texts:?} {structured}");
    }
}

#[tokio::test]
async fn structured_content_with_more_than_the_text_is_added() {
    for (texts, structured) in [
        (vec!["3 places"], json!({"result": 3})),
        (vec!["3"], json!({"result": 3, "unit": "m"})),
        (vec!["3"], json!({"result": 4})),
        (vec!["Bergen"], json!({"result": ["Bergen", "Oslo"]})),
        (
            vec!["Bergen", "Oslo"],
            json!({"result": ["Oslo", "Bergen"]}),
        ),
        (vec!["Bergen", "Oslo"], json!({"result": "Bergen"})),
        (vec![], json!({"result": []})),
    ] {
        let blocks = texts
            .iter()
            .map(|text| json!({"type": "text", "text": text}));
        let blocks: Vec<Value> = blocks.collect();
        let result = json!({"content": blocks, "structuredContent": structured});
        let mut expected: Vec<Content> = texts.iter().map(|one| text(one)).collect();
        expected.push(data(&structured.to_string()));
        assert_eq!(content(result).await, expected, "{texts:?} {structured}");
    }
}

#[tokio::test]
async fn links_keep_what_is_not_a_credential() {
    for (uri, expected) in [
        (
            "https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42#comments",
            None,
        ),
        (
            "https://user:SECRET@h:1/p?q=a%20b&api%5Fkey=SECRET&page=2",
            Some("https://h:1/p?q=a%20b&page=2"),
        ),
        (
            "https://h/f?X-Amz-Signature=SECRET&X-Amz-Credential=SECRET",
            Some("https://h/f"),
        ),
        (
            "https://h/f?sv=2024&sig=SECRET",
            Some("https://h/f?sv=2024"),
        ),
        ("https://h/api?code=SECRET", Some("https://h/api")),
        (
            "https://h/#access_token=SECRET&state=open",
            Some("https://h/#state=open"),
        ),
        (
            "https://h/?back=https%3A%2F%2Fu%3ASECRET%40h%2F",
            Some("https://h/"),
        ),
        ("https://h/?3f9a8b7c6d5e4f3a2b1c", Some("https://h/")),
    ] {
        let link = json!({"type": "resource_link", "uri": uri, "name": "it"});
        let expected = text(&format!("[it]({})", expected.unwrap_or(uri)));
        assert_eq!(content(json!({"content": [link]})).await, [expected]);
    }
}

/// Clients of older protocols reject structured content that is not an object.
#[tokio::test]
async fn a_proxy_sends_structured_content_that_older_clients_accept() {
    for (structured, is_object) in [(json!([1, 2]), false), (json!({"a": 1}), true)] {
        let block = json!({"type": "text", "text": "the answer"});
        let result =
            json!({"content": [block], "structuredContent": structured, "_meta": {"k": "v"}});
        let first = answering(result).await;
        let server = Server::new(first.tools());
        let (mut wire, _) = shaken(&server, "2025-06-18").await;
        let answer = ask(&mut wire, 1, "tools/call", json!({"name": "answer"})).await;
        let answer = &answer["result"];
        assert_eq!(answer["content"][0]["text"], "the answer", "{answer}");
        assert_eq!(answer["_meta"]["k"], "v", "{answer}");
        let expected = is_object.then_some(&structured);
        assert_eq!(answer.get("structuredContent"), expected, "{answer}");

        let (here, there) = tokio::io::duplex(1 << 16);
        let lifecycle = ClientLifecycleMode::Discover {
            preferred_versions: vec![ProtocolVersion::V_2026_07_28],
        };
        tokio::spawn(async move { server.serve(there).await.unwrap().waiting().await });
        let client = within(().serve_with_lifecycle(here, lifecycle))
            .await
            .unwrap();
        let call = CallToolRequestParams::new("answer");
        let answer = within(client.call_tool(call)).await.unwrap();
        assert_eq!(answer.structured_content.as_ref(), Some(&structured));
        within(first.close()).await;
    }
}

/// Its members may repeat the reason that the policy replaces.
#[tokio::test]
async fn a_failed_result_with_another_text_loses_its_meta() {
    let block = json!({"type": "text", "text": "no"});
    let first = answering(json!({"content": [block], "isError": true, "_meta": {"k": "v"}})).await;
    let own = ToolSet::builder()
        .on_error(|_, _| "it failed".to_owned())
        .build()
        .unwrap();
    let tools = own.merged_with(&first.tools()).unwrap();
    let (mut wire, _) = shaken(&Server::new(tools), "2025-06-18").await;
    let answer = ask(&mut wire, 1, "tools/call", json!({"name": "answer"})).await;
    let answer = &answer["result"];
    assert_eq!(answer["content"][0]["text"], "it failed", "{answer}");
    assert_eq!(answer.get("_meta"), None, "{answer}");
    within(first.close()).await;
}

#[tokio::test]
async fn a_failed_result_with_a_secret_loses_its_meta() {
    let block = json!({"type": "text", "text": "no login for hunter22"});
    let meta = json!({"log": "hunter22"});
    let first = answering(json!({"content": [block], "isError": true, "_meta": meta})).await;
    let own = ToolSet::builder().redact("hunter22").build().unwrap();
    let tools = own.merged_with(&first.tools()).unwrap();
    let (mut wire, _) = shaken(&Server::new(tools), "2025-06-18").await;
    let answer = ask(&mut wire, 1, "tools/call", json!({"name": "answer"})).await;
    let answer = &answer["result"];
    assert_eq!(
        answer["content"][0]["text"], "no login for [redacted]",
        "{answer}"
    );
    assert_eq!(answer.get("_meta"), None, "{answer}");
    within(first.close()).await;
}

#[tokio::test]
async fn a_failed_result_keeps_its_content_and_meta() {
    let png = json!({"type": "image", "data": "AQID", "mimeType": "image/png"});
    let picture = || Content::image("image/png", vec![1, 2, 3]);
    let block = |text: &str| json!({"type": "text", "text": text});
    let no_reason = "the tool failed, and its server gave no reason";
    for (blocks, structured, expected) in [
        (
            vec![block("no"), png.clone()],
            json!({"code": 7}),
            vec![text("no"), picture(), data(r#"{"code":7}"#)],
        ),
        (
            vec![block(r#"{"code": 7}"#)],
            json!({"code": 7}),
            vec![data(r#"{"code":7}"#)],
        ),
        (
            vec![block(""), png.clone()],
            json!({}),
            vec![text(no_reason), picture()],
        ),
        (
            vec![block("no"), block("way")],
            json!({}),
            vec![text("no\nway")],
        ),
    ] {
        let result = json!({"content": blocks, "structuredContent": structured, "isError": true,
            "_meta": {"k": "v"}});
        assert_eq!(content(result.clone()).await, expected);
        let first = answering(result).await;
        let (mut wire, _) = shaken(&Server::new(first.tools()), "2025-06-18").await;
        let answer = ask(&mut wire, 1, "tools/call", json!({"name": "answer"})).await;
        let answer = &answer["result"];
        assert_eq!(answer["isError"], true, "{answer}");
        assert_eq!(answer["_meta"]["k"], "v", "{answer}");
        let passed = answer["content"].as_array().unwrap();
        assert_eq!(passed.len(), expected.len(), "{answer}");
        assert_eq!(passed.contains(&png), blocks.contains(&png), "{answer}");
        within(first.close()).await;
    }
}
