//! A server over HTTP under clients that it can't trust: other origins, slow bodies, many connections and
//! sessions, calls that are left behind. Loopback only.

use core::fmt::Write as _;
use core::time::Duration;
use std::sync::Arc;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::Notify;
use toolcast::mcp::rmcp::transport::StreamableHttpServerConfig;
use toolcast::mcp::rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use toolcast::mcp::{HttpOptions, HttpServer, Server};
use toolcast::{tool, toolset};

use crate::support::{Log, tools, tools_with, within};

/// A server at a port of its own, until it is dropped.
struct Served {
    address: String,
    _stop: tokio::sync::oneshot::Sender<()>,
}

async fn served(server: &Server, options: HttpOptions) -> Served {
    let http: HttpServer = server.bind_http_with("127.0.0.1:0", options).await.unwrap();
    let address = http.local_addr().unwrap().to_string();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    tokio::spawn(http.serve_until(async {
        let _ = stopped.await;
    }));
    Served {
        address,
        _stop: stop,
    }
}

/// One connection, by bytes.
struct Raw {
    stream: TcpStream,
    read: String,
}

impl Raw {
    async fn to(served: &Served) -> Self {
        Raw {
            stream: TcpStream::connect(&served.address).await.unwrap(),
            read: String::new(),
        }
    }

    async fn write(&mut self, text: &str) {
        self.stream.write_all(text.as_bytes()).await.unwrap();
    }

    /// Sends a request with a body, or without one if it is `GET`.
    async fn send(&mut self, method: &str, headers: &[(&str, &str)], body: &Value) {
        let body = if method == "POST" {
            body.to_string()
        } else {
            String::new()
        };
        let mut head = format!(
            "{method} /mcp HTTP/1.1\r\nHost: localhost\r\nAccept: application/json, text/event-stream\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n",
            body.len()
        );
        for (name, value) in headers {
            let _ = write!(head, "{name}: {value}\r\n");
        }
        self.write(&format!("{head}\r\n{body}")).await;
    }

    /// Reads until a text has come, and returns what was read so far.
    async fn until(&mut self, text: &str) -> &str {
        within(async {
            let mut bytes = vec![0; 4096];
            while !self.read.contains(text) {
                let n = self.stream.read(&mut bytes).await.unwrap();
                assert!(n > 0, "closed before `{text}`: {}", self.read);
                self.read.push_str(&String::from_utf8_lossy(&bytes[..n]));
            }
        })
        .await;
        &self.read
    }

    /// Reads the head of the next answer and returns its status.
    async fn status(&mut self) -> u16 {
        self.until("\r\n\r\n").await;
        self.read.split(' ').nth(1).unwrap().parse().unwrap()
    }

    fn header(&self, name: &str) -> Option<String> {
        self.read.lines().find_map(|line| {
            let (known, value) = line.split_once(": ")?;
            known
                .eq_ignore_ascii_case(name)
                .then(|| value.trim().to_owned())
        })
    }
}

fn initialize() -> Value {
    json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"}}})
}

fn calling(id: u32, tool: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": tool, "arguments": {}}})
}

/// The status of a handshake with further headers.
async fn handshake(served: &Served, headers: &[(&str, &str)]) -> u16 {
    let mut raw = Raw::to(served).await;
    raw.send("POST", headers, &initialize()).await;
    raw.status().await
}

/// A session that is ready for calls.
async fn session(served: &Served) -> String {
    let mut raw = Raw::to(served).await;
    raw.send("POST", &[], &initialize()).await;
    assert_eq!(raw.status().await, 200, "{}", raw.read);
    raw.until("serverInfo").await;
    let id = raw.header("mcp-session-id").unwrap();
    let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    let mut raw = Raw::to(served).await;
    raw.send("POST", &[("Mcp-Session-Id", &id)], &ready).await;
    assert_eq!(raw.status().await, 202, "{}", raw.read);
    id
}

#[tokio::test]
async fn a_foreign_origin_is_403_and_a_loopback_origin_is_served() {
    let fixtures = Server::new(tools());
    let foreign = [
        "http://evil.example",
        "https://localhost.evil.example",
        "http://127.0.0.1.evil.example:80",
        "http://evil.example#localhost",
        "file://",
        "null",
        "",
        "localhost",
    ];
    for options in [
        HttpOptions::new(),
        StreamableHttpServerConfig::default().into(),
    ] {
        let served = served(&fixtures, options).await;
        for origin in foreign {
            assert_eq!(
                handshake(&served, &[("Origin", origin)]).await,
                403,
                "{origin}"
            );
        }
        for origin in [
            "http://localhost:5173",
            "http://127.0.0.1:8080",
            "http://[::1]:1",
            "https://localhost",
        ] {
            assert_eq!(
                handshake(&served, &[("Origin", origin)]).await,
                200,
                "{origin}"
            );
        }
        // Clients outside of browsers.
        assert_eq!(handshake(&served, &[]).await, 200);
    }
}

#[tokio::test]
async fn origins_can_be_set() {
    let fixtures = Server::new(tools());
    let chat = "https://chat.example.com";
    let one = served(
        &fixtures,
        HttpOptions::new().allowed_origins(["https://chat.example.com:443"]),
    );
    let one = one.await;
    assert_eq!(handshake(&one, &[("Origin", chat)]).await, 200);
    assert_eq!(
        handshake(&one, &[("Origin", "http://localhost:1")]).await,
        403
    );
    let none = served(&fixtures, HttpOptions::new().allowed_origins([""; 0])).await;
    assert_eq!(handshake(&none, &[("Origin", chat)]).await, 403);
    assert_eq!(handshake(&none, &[]).await, 200);
    let any = served(&fixtures, HttpOptions::new().any_origin()).await;
    assert_eq!(handshake(&any, &[("Origin", chat)]).await, 200);
    // The SDK's settings keep their own list.
    let sdk = StreamableHttpServerConfig::default().with_allowed_origins([format!("{chat}:*")]);
    let sdk = served(&fixtures, sdk.into()).await;
    assert_eq!(handshake(&sdk, &[("Origin", chat)]).await, 200);
    assert_eq!(
        handshake(&sdk, &[("Origin", "http://localhost:1")]).await,
        403
    );
}

#[tokio::test]
async fn hosts_can_be_set_and_two_of_them_are_400() {
    let fixtures = Server::new(tools());
    let served = served(
        &fixtures,
        HttpOptions::new().allowed_hosts(["tools.example"]),
    )
    .await;
    for (hosts, status) in [
        (&["tools.example"][..], 200),
        (&["localhost"], 403),
        (&["tools.example", "evil.example"], 400),
        (&["evil.example", "tools.example"], 400),
        (&["tools.example", "tools.example"], 400),
    ] {
        let mut raw = Raw::to(&served).await;
        let body = initialize().to_string();
        let hosts_sent = hosts.iter().fold(String::new(), |sent, host| {
            format!("{sent}Host: {host}\r\n")
        });
        raw.write(&format!(
            "POST /mcp HTTP/1.1\r\n{hosts_sent}Accept: application/json, text/event-stream\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        ))
        .await;
        assert_eq!(raw.status().await, status, "{hosts:?}");
    }
}

/// What hangs here without the bound fails by `within`.
#[tokio::test]
async fn a_body_that_does_not_come_is_408() {
    let options = HttpOptions::new().body_timeout(Duration::from_millis(50));
    let served = served(&Server::new(tools()), options).await;
    for begun in ["", "{\"jsonrpc\""] {
        let mut raw = Raw::to(&served).await;
        raw.write(&format!(
            "POST /mcp HTTP/1.1\r\nHost: localhost\r\nAccept: application/json, text/event-stream\r\n\
             Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{begun}"
        ))
        .await;
        assert_eq!(raw.status().await, 408);
        let mut rest = String::new();
        within(raw.stream.read_to_string(&mut rest)).await.unwrap();
    }
    // One that comes is served.
    assert_eq!(handshake(&served, &[]).await, 200);
}

#[tokio::test]
async fn connections_beyond_the_bound_wait() {
    let served = served(&Server::new(tools()), HttpOptions::new().max_connections(1)).await;
    let elsewhere = "GET /elsewhere HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let mut first = Raw::to(&served).await;
    first.write(elsewhere).await;
    assert_eq!(first.status().await, 404);
    let mut second = Raw::to(&served).await;
    second.write(elsewhere).await;
    // The server goes on with the first, and the second has no answer.
    for _ in 0..20 {
        first.read.clear();
        first.write(elsewhere).await;
        assert_eq!(first.status().await, 404);
    }
    let nothing = second.stream.try_read(&mut [0; 1]).unwrap_err();
    assert_eq!(nothing.kind(), std::io::ErrorKind::WouldBlock);
    drop(first);
    assert_eq!(second.status().await, 404);
}

#[tokio::test]
async fn sessions_beyond_the_bound_are_refused_until_one_ends() {
    let served = served(&Server::new(tools()), HttpOptions::new().max_sessions(2)).await;
    let first = session(&served).await;
    session(&served).await;
    let mut raw = Raw::to(&served).await;
    raw.send("POST", &[], &initialize()).await;
    assert_eq!(raw.status().await, 500);
    raw.until("its limit; try again later").await;

    let mut raw = Raw::to(&served).await;
    raw.send("DELETE", &[("Mcp-Session-Id", &first)], &Value::Null)
        .await;
    assert_eq!(raw.status().await, 202);
    assert_eq!(handshake(&served, &[]).await, 200);
    assert_eq!(handshake(&served, &[]).await, 500);
}

#[tokio::test]
async fn an_idle_session_ends_after_the_managers_time() {
    let mut manager = LocalSessionManager::default();
    manager.session_config.keep_alive = Some(Duration::from_millis(50));
    let options = HttpOptions::new().sessions(manager).max_sessions(1);
    let served = served(&Server::new(tools()), options).await;
    session(&served).await;
    // There is room again, without a word of the client.
    within(async { while Box::pin(handshake(&served, &[])).await != 200 {} }).await;
}

/// The session's end is the call's, also if the client waits for it.
#[tokio::test]
async fn a_call_in_a_session_that_idles_out_is_cancelled() {
    let mut manager = LocalSessionManager::default();
    manager.session_config.keep_alive = Some(Duration::from_millis(200));
    let log = Arc::new(Log::default());
    let options = HttpOptions::new().sessions(manager);
    let served = served(&Server::new(tools_with(&log)), options).await;
    let id = session(&served).await;
    let mut raw = Raw::to(&served).await;
    let headers = [("Mcp-Session-Id", id.as_str())];
    raw.send("POST", &headers, &calling(1, "wait")).await;
    log.noted("began").await;
    log.noted("dropped").await;
}

/// Begins a call in a session, reads the first event of its stream and hangs up. Returns the event's id.
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
async fn a_call_whose_client_hung_up_is_cancelled() {
    let log = Arc::new(Log::default());
    let fixtures = Server::new(tools_with(&log));
    let options = HttpOptions::new().resume_timeout(Duration::from_millis(50));
    let served = served(&fixtures, options).await;
    let id = session(&served).await;
    begin_and_hang_up(&served, &id, &calling(1, "wait")).await;
    log.noted("began").await;
    log.noted("dropped").await;
    // The session goes on.
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

#[tokio::test]
async fn an_unknown_name_is_cut_and_on_one_line() {
    let served = served(&Server::new(tools()), HttpOptions::new()).await;
    let id = session(&served).await;
    let name = format!("we\u{1b}[31m\nther\u{202e}{}", "x".repeat(1_000_000));
    let mut raw = Raw::to(&served).await;
    raw.send("POST", &[("Mcp-Session-Id", &id)], &calling(1, &name))
        .await;
    let read = raw.until("-32602").await.to_owned();
    let read = if read.contains("}}") {
        read
    } else {
        raw.until("}}").await.to_owned()
    };
    let data = read
        .lines()
        .find_map(|line| line.strip_prefix("data: {"))
        .unwrap();
    let error: Value = serde_json::from_str(&format!("{{{data}")).unwrap();
    let message = error["error"]["message"].as_str().unwrap();
    assert!(
        message.starts_with("Unknown tool: we\\u{1b}[31m\\nther\\u{202e}xxx"),
        "{message}"
    );
    assert!(message.len() < 300, "{}", message.len());
}
