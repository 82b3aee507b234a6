//! Servers that are absent, disconnect, or send invalid data. None of it affects another server.

use core::sync::atomic::{AtomicU32, Ordering};
use core::time::Duration;
use std::sync::Arc;

use serde_json::json;
use toolcast::Provider;
use toolcast::call::{Content, ToolCall};
use toolcast_mcp::{Client, ConnectionState, McpEndpoint, Server};

use crate::older::{fake, scripted};
use crate::support::{reason, tools, until, within};

#[tokio::test]
async fn each_failing_server_has_its_error_and_the_others_keep_their_tools() {
    let client = Client::builder()
        .server(
            "missing",
            McpEndpoint::command("no-such-program-anywhere", ["x"]),
        )
        .server(
            "silent",
            scripted(|_, _| None).connect_timeout(Duration::from_millis(300)),
        )
        .server("false", McpEndpoint::command("false", [""; 0]))
        .server(
            "nowhere",
            McpEndpoint::transport(|| async { Err::<tokio::io::DuplexStream, _>("no way there") }),
        )
        .server("listless", scripted(|_, _| Some(json!({"tools": "none"}))))
        .server(
            "endless",
            scripted(|_, _| Some(json!({"tools": [], "nextCursor": "again"}))),
        )
        .server("good", McpEndpoint::in_process(&Server::new(tools())))
        .connect()
        .await;
    let status = client.status();
    let words = [
        "`no-such-program-anywhere` can't be started",
        "did not list its tools within 300ms",
        "its process ended with exit status: 1",
        "no way there",
        "not a list of tools",
        "repeats a cursor",
    ];
    for (status, words) in status.iter().zip(words) {
        assert!(reason(status).contains(words), "{status}");
        assert!(
            status
                .to_string()
                .starts_with(&format!("{}: failed once, ", status.server))
        );
    }
    assert_eq!(status[6].connection, ConnectionState::Connected);
    assert_eq!(client.tools().len(), 6);
    within(client.close()).await;
}

/// The exit status is reported whether the first message could be written or not.
#[cfg(unix)]
#[tokio::test]
async fn a_process_that_ends_at_once_leaves_its_exit_status() {
    for (script, words) in [
        ("exit 3", "exit status: 3"),
        ("true", "exit status: 0"),
        ("exec 0<&-; sleep 0.1; exit 4", "exit status: 4"),
        ("exec 1>&-; read line; exit 5", "exit status: 5"),
        ("read line; echo $line; exit 6", "exit status: 6"),
        ("kill -KILL $$", "signal: 9"),
    ] {
        for _ in 0..10 {
            let client = Client::builder()
                .server("short", McpEndpoint::command("sh", ["-c", script]))
                .connect()
                .await;
            let status = &client.status()[0];
            let words = format!("; its process ended with {words}");
            assert!(reason(status).contains(&words), "{script}: {status}");
            within(client.close()).await;
        }
    }
}

/// However the threads run: after `connect`, no server is still connecting.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connect_waits_for_every_server() {
    let server = Server::new(tools());
    for round in 0..200 {
        let fails =
            || McpEndpoint::transport(|| async { Err::<tokio::io::DuplexStream, _>("no way") });
        let client = Client::builder()
            .server("one", fails())
            .server("good", McpEndpoint::in_process(&server))
            .server("two", fails())
            .connect()
            .await;
        let status = client.status();
        for server in &status {
            assert_ne!(
                server.connection,
                ConnectionState::Connecting,
                "{round}: {server}"
            );
        }
        assert_eq!(status[1].tools.len(), client.tools().len(), "{round}");
    }
}

#[tokio::test]
async fn a_server_that_starts_later_gets_connected() {
    let attempts = Arc::new(AtomicU32::new(0));
    let server = Server::new(tools());
    let counter = Arc::clone(&attempts);
    let late = McpEndpoint::transport(move || {
        let (attempt, server) = (counter.fetch_add(1, Ordering::SeqCst), server.clone());
        async move {
            if attempt < 2 {
                return Err(format!("not yet, {attempt}"));
            }
            let (here, there) = tokio::io::duplex(1 << 16);
            tokio::spawn(async move {
                let _ = server.serve(there).await.unwrap().waiting().await;
            });
            Ok(here)
        }
    });
    let client = Client::builder().server("late", late).connect().await;
    assert_eq!(reason(&client.status()[0]), "not yet, 0");
    until(&client, 0, |status| {
        status.connection == ConnectionState::Connected
    })
    .await;
    assert_eq!(attempts.load(Ordering::SeqCst), 3);
    assert_eq!(client.tools().len(), 6);
    within(client.close()).await;
}

#[tokio::test]
async fn a_lost_connection_is_restored() {
    let server = Server::new(tools());
    let connections = Arc::new(AtomicU32::new(0));
    let counter = Arc::clone(&connections);
    let drop_it = Arc::new(tokio::sync::Notify::new());
    let dropping = Arc::clone(&drop_it);
    let shaky = McpEndpoint::transport(move || {
        let (server, dropping) = (server.clone(), Arc::clone(&dropping));
        counter.fetch_add(1, Ordering::SeqCst);
        async move {
            let (here, there) = tokio::io::duplex(1 << 16);
            tokio::spawn(async move {
                let mut running = server.serve(there).await.unwrap();
                dropping.notified().await;
                let _ = running.close().await;
            });
            Ok::<_, String>(here)
        }
    });
    let client = Client::builder().server("shaky", shaky).connect().await;
    let before = client.tools();
    drop_it.notify_one();
    within(async {
        while connections.load(Ordering::SeqCst) < 2 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    })
    .await;
    until(&client, 0, |status| {
        status.connection == ConnectionState::Connected
    })
    .await;
    // An older set of the program reaches the server through the new connection.
    for tools in [before, client.tools()] {
        let call = ToolCall::new("1", "nearest", r#"{"to": "x"}"#);
        let result = within(tools.call(Provider::Mcp, call)).await;
        assert_eq!(result.content, [Content::Text("Oslo".into())]);
    }
    within(client.close()).await;
}

/// Tools that can't be read, of which even the SDK can't make any, beside good ones.
#[tokio::test]
async fn an_invalid_tool_does_not_affect_the_others() {
    let theirs = fake(json!([
        {"name": "good", "inputSchema": {"type": "object", "properties": {"a": {"type": "string"}}}},
        {"name": "bad", "inputSchema": {"type": "object", "properties": 7}},
        {"inputSchema": {"type": "object"}},
        {"name": "never", "inputSchema": {"type": "object", "properties": {"a": false}, "required": ["a"]}},
        {"name": "good", "inputSchema": {"type": "object"}},
        {"name": "lists", "inputSchema": []},
        {"name": "words", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": "yes"}},
        {"name": "fine", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true}},
    ]));
    let client = Client::builder().server("theirs", theirs).connect().await;
    let status = &client.status()[0];
    assert_eq!(status.connection, ConnectionState::Connected, "{status}");
    for name in ["good", "fine"] {
        assert!(client.tools().get(name).is_some(), "{name}: {status}");
    }
    let skipped: Vec<&str> = status
        .skipped
        .iter()
        .map(|one| one.name.as_deref().unwrap_or_default())
        .collect();
    for name in ["bad", "lists", ""] {
        assert!(skipped.contains(&name), "{name}: {status}");
    }
    let bad = status
        .skipped
        .iter()
        .find(|one| one.name.as_deref() == Some("bad"))
        .unwrap();
    assert!(bad.pointer.contains("inputSchema/properties"), "{bad}");
    let call = ToolCall::new("1", "good", r#"{"a": "x"}"#);
    assert!(
        !within(client.tools().call(Provider::OpenAi, call))
            .await
            .is_error()
    );
    within(client.close()).await;
}

/// A child that was started has ended when `close` is over.
#[cfg(target_os = "linux")]
#[tokio::test]
#[cfg_attr(not(has_python), ignore = "needs python3")]
async fn processes_of_servers_are_ended_on_close() {
    // The server completes the handshake and lists one tool. It answers with its number and the
    // environment variables that it sees.
    let script = r#"
import json, os, sys
for line in sys.stdin:
    request = json.loads(line)
    if "id" not in request: continue
    if request["method"] == "initialize":
        result = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": {"name": "py", "version": "0"}}
    elif request["method"] == "tools/list":
        result = {"tools": [{"name": "self", "inputSchema": {"type": "object"}}]}
    else:
        seen = {"pid": os.getpid(), "given": os.environ.get("GIVEN"), "secret": os.environ.get("CARGO_MANIFEST_DIR"), "path": "PATH" in os.environ}
        result = {"content": [{"type": "text", "text": json.dumps(seen)}]}
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
"#;
    let child = McpEndpoint::command("python3", ["-c", script])
        .env("GIVEN", "yes")
        .discard_stderr();
    let client = Client::builder().server("py", child).connect().await;
    let result = within(
        client
            .tools()
            .call(Provider::Mcp, ToolCall::new("1", "self", "{}")),
    )
    .await;
    let [Content::Text(text)] = &result.content[..] else {
        panic!("{result:?} {:?}", client.status());
    };
    let seen: serde_json::Value = serde_json::from_str(text).unwrap();
    assert_eq!(
        (&seen["given"], &seen["secret"], &seen["path"]),
        (&json!("yes"), &json!(null), &json!(true))
    );
    let process = format!("/proc/{}", seen["pid"]);
    assert!(std::path::Path::new(&process).exists());
    within(client.close()).await;
    assert!(
        !std::path::Path::new(&process).exists(),
        "the child outlives its client"
    );
}

/// The head of an answer that never ends.
#[tokio::test]
async fn an_endless_head_of_an_answer_is_an_error() {
    use core::sync::atomic::{AtomicUsize, Ordering};
    use tokio::io::AsyncWriteExt;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let sent = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&sent);
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut head = format!("HTTP/1.1 200 OK\r\nx-long: {}\r\n", "x".repeat(1_000));
            // Bounded, if the client should read all of it.
            while counter.load(Ordering::SeqCst) < 64 << 20
                && stream.write_all(head.as_bytes()).await.is_ok()
            {
                counter.fetch_add(head.len(), Ordering::SeqCst);
                head = format!("x-more: {}\r\n", "x".repeat(1_000));
            }
        }
    });
    let endpoint = McpEndpoint::http(format!("http://127.0.0.1:{port}/mcp"));
    let client = within(Client::builder().server("endless", endpoint).connect()).await;
    let status = &client.status()[0];
    assert!(
        matches!(status.connection, ConnectionState::Failed { .. }),
        "{status}"
    );
    // Those that a socket holds come on top of the client's own bound.
    assert!(sent.load(Ordering::SeqCst) < 16 << 20, "{sent:?} bytes");
    within(client.close()).await;
}
