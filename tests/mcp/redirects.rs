//! Redirects of an MCP server over HTTP. They carry the headers, so few are followed. Loopback
//! only.

use std::convert::Infallible;
use std::sync::{Arc, Mutex};

use hyper::header::LOCATION;
use hyper::service::service_fn;
use hyper::{Request, Response, body::Incoming};
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;
use toolcast::ToolSet;
use toolcast_mcp::{Client, ConnectionState, McpEndpoint};

use crate::support::within;

/// The paths that a server was asked for.
type Paths = Arc<Mutex<Vec<String>>>;

/// A server that redirects each request, from `/n` to `/n+1`, of another server if one is named.
async fn redirecting(status: u16, to: Option<String>) -> (String, Paths) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let here = format!("http://{}", listener.local_addr().unwrap());
    let to = to.unwrap_or_else(|| here.clone());
    let paths = Paths::default();
    let seen = Arc::clone(&paths);
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let (seen, to) = (Arc::clone(&seen), to.clone());
            let answer = service_fn(move |request: Request<Incoming>| {
                let path = request.uri().path().to_owned();
                let next = path[1..].parse::<u32>().map_or(0, |n| n + 1);
                seen.lock().unwrap().push(path);
                let mut answer = Response::new(String::new());
                *answer.status_mut() = status.try_into().unwrap();
                let location = format!("{to}/{next}").parse().unwrap();
                answer.headers_mut().insert(LOCATION, location);
                async move { Ok::<_, Infallible>(answer) }
            });
            let http = hyper::server::conn::http1::Builder::new();
            tokio::spawn(http.serve_connection(TokioIo::new(stream), answer));
        }
    });
    (here, paths)
}

/// Connects once, which fails, and returns the last path of the server.
async fn last_path(url: &str, paths: &Paths) -> u32 {
    let own = ToolSet::builder().build().unwrap();
    let endpoint = McpEndpoint::http(format!("{url}/0")).token("SECRET-TOKEN");
    let client = Client::builder()
        .tools(own)
        .server("web", endpoint.allow_plain_http());
    let client = within(client.connect()).await;
    let connection = &client.status()[0].connection;
    assert!(
        matches!(connection, ConnectionState::Failed { .. }),
        "{connection:?}"
    );
    within(client.close()).await;
    let paths = paths.lock().unwrap();
    let numbers = paths.iter().filter_map(|path| path[1..].parse().ok());
    numbers.max().expect("a request")
}

#[tokio::test]
async fn five_redirects_within_the_origin_are_followed() {
    for status in [307, 308] {
        let (url, paths) = redirecting(status, None).await;
        assert_eq!(last_path(&url, &paths).await, 5, "{status}");
    }
}

#[tokio::test]
async fn redirects_that_change_the_method_are_not_followed() {
    for status in [301, 302, 303] {
        let (url, paths) = redirecting(status, None).await;
        assert_eq!(last_path(&url, &paths).await, 0, "{status}");
    }
}

#[tokio::test]
async fn redirects_to_another_origin_are_not_followed() {
    for status in [301, 302, 303, 307, 308] {
        let (other, asked) = redirecting(307, None).await;
        let (url, paths) = redirecting(status, Some(other)).await;
        assert_eq!(last_path(&url, &paths).await, 0, "{status}");
        assert!(asked.lock().unwrap().is_empty(), "{status}");
    }
}
