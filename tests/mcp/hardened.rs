//! A server over HTTP with untrusted clients: other origins, slow bodies, many connections and
//! sessions. Loopback only.

use core::time::Duration;

use serde_json::Value;
use tokio::io::AsyncReadExt as _;
use toolcast_mcp::rmcp::transport::StreamableHttpServerConfig;
use toolcast_mcp::rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use toolcast_mcp::{HttpOptions, Server};

use crate::raw::{Raw, calling, handshake, initialize, served, session};
use crate::support::{tools, within};

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
        // Clients other than browsers.
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
    // The SDK's settings have a list of their own.
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

/// Without the bound, `within` fails.
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
    // A later request is still served.
    assert_eq!(handshake(&served, &[]).await, 200);
}

/// The clock is stopped, and moves on when all tasks wait.
#[tokio::test]
async fn a_connection_without_a_request_is_closed_after_thirty_seconds() {
    let served = served(&Server::new(tools()), HttpOptions::new()).await;
    for begun in ["", "POST /mcp HTTP/1.1\r\nHost: loc"] {
        let mut raw = Raw::to(&served).await;
        raw.write(begun).await;
        // A response shows that the server has begun with both connections.
        assert_eq!(handshake(&served, &[]).await, 200);
        tokio::time::pause();
        let start = tokio::time::Instant::now();
        let mut rest = String::new();
        within(raw.stream.read_to_string(&mut rest)).await.unwrap();
        let waited = start.elapsed();
        tokio::time::resume();
        assert!(rest.is_empty(), "{rest}");
        let about = Duration::from_secs(15)..Duration::from_secs(31);
        assert!(about.contains(&waited), "{waited:?}");
    }
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
    // The server serves the first connection, and the second gets no answer.
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
    // There is room again, without any action by the client.
    within(async { while Box::pin(handshake(&served, &[])).await != 200 {} }).await;
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
