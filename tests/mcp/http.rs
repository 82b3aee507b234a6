//! Streamable HTTP, with headers and tokens. Loopback only.

use core::convert::Infallible;
use core::sync::atomic::{AtomicU32, Ordering};
use core::time::Duration;
use std::sync::{Arc, Mutex};

use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper::{Request, StatusCode};
use hyper_util::rt::TokioIo;
use serde_json::json;
use tokio::net::TcpListener;
use toolcast::Provider;
use toolcast::call::{Content, ProgressUpdate, ToolCall};
use toolcast::set::CallOptions;
use toolcast_mcp::reqwest;
use toolcast_mcp::{Client, ConnectionState, HttpOptions, HttpService, McpEndpoint, Server, Token};

use crate::support::{Log, tools, tools_with, until, within};

/// A server at a port of its own, until the sender is dropped.
async fn served(server: &Server) -> (String, tokio::sync::oneshot::Sender<()>) {
    let http = server.bind_http("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp", http.local_addr().unwrap());
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    tokio::spawn(http.serve_until(async {
        let _ = stopped.await;
    }));
    (url, stop)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn calls_progress_and_cancellation_work_over_http() {
    let log = Arc::new(Log::default());
    let server = Server::new(tools_with(&log)).name("over http");
    let (url, _stop) = served(&server).await;
    let client = Client::builder()
        .server("web", McpEndpoint::http(&url))
        .connect()
        .await;
    assert_eq!(
        client.status()[0].connection,
        ConnectionState::Connected,
        "{}",
        client.status()[0]
    );
    let tools = client.tools();
    let asked =
        |name: &str, arguments: serde_json::Value| ToolCall::new("1", name, arguments.to_string());

    let result = within(tools.call(
        Provider::OpenAi,
        asked(
            "weather",
            json!({"place": "Oslo", "days": null, "wind": null}),
        ),
    ))
    .await;
    assert!(
        matches!(&result.content[..], [Content::Json(text)] if text.contains("12.5")),
        "{result:?}"
    );

    let steps = Arc::new(Mutex::new(Vec::new()));
    let listener = Arc::clone(&steps);
    let options = CallOptions::new()
        .on_progress(move |_, step: ProgressUpdate| listener.lock().unwrap().push(step.done));
    let _ =
        within(tools.call_with(Provider::Mcp, asked("count", json!({"to": 20})), &options)).await;
    assert!(
        steps
            .lock()
            .unwrap()
            .iter()
            .copied()
            .eq((1..=20).map(f64::from))
    );

    let calling = tokio::spawn(tools.call(Provider::Mcp, asked("wait", json!({}))));
    log.noted("began").await;
    calling.abort();
    log.noted("dropped").await;

    let changed = client.changed();
    server
        .update(|tools| tools.with_disabled("weather"))
        .unwrap();
    within(changed).await;
    assert!(client.tools().get("weather").is_none());
    within(client.close()).await;
}

/// The requests that a server with authorization received.
#[derive(Default)]
struct Guard {
    /// The token that is good now.
    good: Mutex<String>,
    refused: AtomicU32,
    headers: Mutex<Vec<String>>,
}

/// A server behind a guard that wants `Authorization: Bearer ..` and looks at a header.
async fn guarded(service: HttpService, guard: Arc<Guard>, challenge: bool) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let (service, guard) = (service.clone(), Arc::clone(&guard));
            tokio::spawn(async move {
                let answer = service_fn(move |request: Request<Incoming>| {
                    let (service, guard) = (service.clone(), Arc::clone(&guard));
                    async move {
                        let value = |name: &str| {
                            let value = request.headers().get(name)?;
                            Some(value.to_str().ok()?.to_owned())
                        };
                        if let Some(value) = value("x-tenant") {
                            guard.headers.lock().unwrap().push(value);
                        }
                        let good = format!("Bearer {}", guard.good.lock().unwrap());
                        if value("authorization") == Some(good) {
                            return Ok::<_, Infallible>(service.handle(request).await);
                        }
                        guard.refused.fetch_add(1, Ordering::SeqCst);
                        let mut refused = hyper::Response::default();
                        *refused.status_mut() = StatusCode::UNAUTHORIZED;
                        if challenge {
                            refused
                                .headers_mut()
                                .insert("www-authenticate", "Bearer".parse().unwrap());
                        }
                        Ok(refused)
                    }
                });
                let _ = hyper::server::conn::http1::Builder::new()
                    .serve_connection(TokioIo::new(stream), answer)
                    .await;
            });
        }
    });
    url
}

#[tokio::test]
async fn a_token_that_is_refused_is_renewed() {
    for challenge in [true, false] {
        let guard = Arc::new(Guard::default());
        let url = guarded(
            Server::new(tools()).http_service(),
            Arc::clone(&guard),
            challenge,
        )
        .await;
        let given = Arc::new(AtomicU32::new(0));
        let (vault, counter) = (Arc::clone(&guard), Arc::clone(&given));
        let endpoint = McpEndpoint::http(&url)
            .header("X-Tenant", "blue")
            .tokens(move || {
                counter.fetch_add(1, Ordering::SeqCst);
                let token = Token::new(vault.good.lock().unwrap().clone());
                async move { Ok::<_, String>(token) }
            });
        guard.good.lock().unwrap().push_str("first");
        let client = Client::builder().server("web", endpoint).connect().await;
        assert_eq!(
            client.status()[0].connection,
            ConnectionState::Connected,
            "{}",
            client.status()[0]
        );
        let call = || ToolCall::new("1", "nearest", r#"{"to": "x"}"#);
        assert!(
            !within(client.tools().call(Provider::Mcp, call()))
                .await
                .is_error()
        );
        assert_eq!(
            (
                given.load(Ordering::SeqCst),
                guard.refused.load(Ordering::SeqCst)
            ),
            (1, 0)
        );

        // The token expires without notice.
        "second".clone_into(&mut guard.good.lock().unwrap());
        let result = within(client.tools().call(Provider::Mcp, call())).await;
        assert_eq!(result.content, [Content::Text("Oslo".into())], "{result:?}");
        assert_eq!(
            (
                given.load(Ordering::SeqCst),
                guard.refused.load(Ordering::SeqCst)
            ),
            (2, 1)
        );
        let headers = guard.headers.lock().unwrap().clone();
        assert!(!headers.is_empty(), "no request is seen");
        assert!(headers.iter().all(|header| header == "blue"));
        within(client.close()).await;
    }
}

#[tokio::test]
async fn a_wrong_or_absent_token_is_an_error_with_the_status() {
    let guard = Arc::new(Guard::default());
    guard.good.lock().unwrap().push_str("good");
    let url = guarded(Server::new(tools()).http_service(), guard, true).await;
    let own = Server::new(tools());
    let (open, _stop) = served(&own).await;
    let client = Client::builder()
        .server("wrong", McpEndpoint::http(&url).token("bad"))
        .server("none", McpEndpoint::http(&url))
        .server(
            "vault",
            McpEndpoint::http(&url).tokens(|| async { Err::<Token, _>("the vault is shut") }),
        )
        .server("header", McpEndpoint::http(&url).header("bad name", "x"))
        .server("nobody", McpEndpoint::http("http://127.0.0.1:1/mcp"))
        .server(
            "elsewhere",
            McpEndpoint::http(open.replace("/mcp", "/other")),
        )
        .server("secret", McpEndpoint::http(open.replace("http:", "https:")))
        .server("good", McpEndpoint::http(&open))
        .connect()
        .await;
    let status = client.status();
    let words = [
        "Auth required",
        "Auth required",
        "the vault is shut",
        "`bad name` can't be sent",
        "refused",
        "404",
        "switch on the feature `tls`",
    ];
    for (status, words) in status.iter().zip(words) {
        let ConnectionState::Failed { reason, .. } = &status.connection else {
            panic!("{status}");
        };
        assert!(reason.contains(words), "{status}");
        // Tokens are never part of a message.
        assert!(
            !reason.contains("bad\"") && !reason.contains("Bearer bad"),
            "{status}"
        );
    }
    assert_eq!(
        status[7].connection,
        ConnectionState::Connected,
        "{}",
        status[7]
    );
    within(client.close()).await;
}

/// Names that lead to this machine from elsewhere are refused, and other paths are nothing.
#[tokio::test]
async fn requests_for_other_hosts_are_refused() {
    let (url, _stop) = served(&Server::new(tools())).await;
    let client = Client::builder()
        .server(
            "rebound",
            McpEndpoint::http(&url).header("Host", "evil.example"),
        )
        .connect()
        .await;
    let ConnectionState::Failed { reason, .. } = &client.status()[0].connection else {
        panic!("{}", client.status()[0]);
    };
    assert!(
        reason.contains("403") || reason.contains("Forbidden") || reason.contains("reserved"),
        "{reason}"
    );
    within(client.close()).await;
}

/// A server that stops takes its tools with it, and brings them again.
#[tokio::test]
async fn a_stopped_server_loses_its_tools_until_it_is_back() {
    let server = Server::new(tools());
    let (url, stop) = served(&server).await;
    let client = Client::builder()
        .server("web", McpEndpoint::http(&url))
        .connect()
        .await;
    drop(stop);
    let call = ToolCall::new("1", "nearest", r#"{"to": "x"}"#);
    let result = within(async {
        loop {
            let result = client.tools().call(Provider::Mcp, call.clone()).await;
            if result.is_error() {
                break result;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    })
    .await;
    let text = result.error.unwrap().to_string();
    assert!(text.contains("`web`"), "{text}");
    within(client.close()).await;
}

/// Serves at a port again that another server had.
async fn served_at(server: &Server, url: &str) -> tokio::sync::oneshot::Sender<()> {
    let place = url.trim_start_matches("http://").trim_end_matches("/mcp");
    let http = within(async {
        loop {
            match server.bind_http(place).await {
                Ok(http) => break http,
                // The last connections may still be open.
                Err(_) => tokio::time::sleep(Duration::from_millis(10)).await,
            }
        }
    })
    .await;
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    tokio::spawn(http.serve_until(async {
        let _ = stopped.await;
    }));
    stop
}

/// A server that dies is disconnected, even without a call. When it is back, it gets connected with
/// its new list.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_ends_is_not_connected_any_more() {
    for called in [true, false] {
        let server = Server::new(tools());
        let (url, stop) = served(&server).await;
        let client = Client::builder()
            .server("web", McpEndpoint::http(&url))
            .connect()
            .await;
        let all = client.tools().len();
        drop(stop);
        if called {
            let call = ToolCall::new("1", "nearest", r#"{"to": "x"}"#);
            let _ = within(client.tools().call(Provider::Mcp, call)).await;
        }
        until(&client, 0, |status| {
            matches!(status.connection, ConnectionState::Failed { .. })
        })
        .await;
        let fewer = Server::new(tools().with_disabled("weather").unwrap());
        let _stop = served_at(&fewer, &url).await;
        client.retry_now();
        until(&client, 0, |status| {
            status.connection == ConnectionState::Connected && status.tools.len() + 1 == all
        })
        .await;
        within(client.close()).await;
    }
}

/// Between two calls a server is exchanged, which knows the old session no more.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_restarted_brings_its_new_list() {
    let server = Server::new(tools());
    let (url, stop) = served(&server).await;
    let client = Client::builder()
        .server("web", McpEndpoint::http(&url))
        .connect()
        .await;
    let all = client.tools().len();
    drop(stop);
    drop(server);
    let fewer = Server::new(tools().with_disabled("weather").unwrap());
    let _stop = served_at(&fewer, &url).await;
    let call = ToolCall::new("1", "nearest", r#"{"to": "x"}"#);
    let _ = within(client.tools().call(Provider::Mcp, call)).await;
    until(&client, 0, |status| {
        status.connection == ConnectionState::Connected && status.tools.len() + 1 == all
    })
    .await;
    within(client.close()).await;
}

#[tokio::test]
async fn a_client_and_a_service_can_have_their_own_settings() {
    let guard = Arc::new(Guard::default());
    guard.good.lock().unwrap().push_str("good");
    let service = Server::new(tools()).http_service_with(HttpOptions::new().max_sessions(1));
    let url = guarded(service, Arc::clone(&guard), false).await;
    let headers =
        [("x-tenant", "mine")].map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()));
    let http = reqwest::Client::builder()
        .default_headers(headers.into_iter().collect())
        .build();
    let endpoint = McpEndpoint::http(url)
        .http_client(http.unwrap())
        .token("good");
    let connected = || Client::builder().server("web", endpoint.clone()).connect();
    let first = connected().await;
    assert_eq!(
        first.status()[0].connection,
        ConnectionState::Connected,
        "{}",
        first.status()[0]
    );
    assert_eq!(guard.headers.lock().unwrap()[0], "mine");
    // The only session is used.
    let second = connected().await;
    assert_ne!(second.status()[0].connection, ConnectionState::Connected);
    within(first.close()).await;
    within(second.close()).await;
}

#[tokio::test]
async fn serving_at_an_address_in_use_is_an_error() {
    let taken = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let error = within(Server::new(tools()).serve_http(taken.local_addr().unwrap())).await;
    assert_eq!(error.unwrap_err().kind(), std::io::ErrorKind::AddrInUse);
}
