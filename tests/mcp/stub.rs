//! A hand-written HTTP server that fails at one request and repeats all its input in the answer.

use std::sync::Arc;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// The failure of the server's answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Failure {
    /// A status, with the request as the body.
    Status(u16),
    /// A status with a challenge in a header.
    Challenge(u16),
    /// A status with an error of the protocol.
    StatusJson(u16),
    /// To another place.
    Redirect(u16),
    /// Nothing.
    Closed,
    /// The beginning of an answer.
    HalfJson,
    /// The beginning of a stream.
    HalfStream,
    /// A stream that ends without an answer.
    EndedStream,
    /// A good answer of more bytes than a client reads.
    TooLong,
    /// A page.
    Html,
    /// JSON that is not an answer.
    OtherJson,
    /// An error of the protocol.
    Error,
    /// A good answer.
    Echo,
    /// A good answer, by a stream that begins with a notice.
    EchoStream,
}

pub(crate) const FAILURES: [Failure; 20] = [
    Failure::Status(401),
    Failure::Status(403),
    Failure::Status(404),
    Failure::Status(429),
    Failure::Status(500),
    Failure::Challenge(401),
    Failure::Challenge(403),
    Failure::StatusJson(401),
    Failure::StatusJson(403),
    Failure::StatusJson(404),
    Failure::StatusJson(500),
    Failure::Redirect(302),
    Failure::Redirect(307),
    Failure::Closed,
    Failure::HalfJson,
    Failure::HalfStream,
    Failure::Html,
    Failure::OtherJson,
    Failure::Error,
    Failure::EchoStream,
];

/// Starts a server that fails in this way at requests of one method. It ends with the test's
/// runtime. Returns its port.
pub(crate) async fn start(method: &'static str, failure: Failure) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let what = Arc::new((method, failure));
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let what = Arc::clone(&what);
            tokio::spawn(async move {
                // The client may have disconnected.
                let _ = serve(stream, what.0, what.1).await;
            });
        }
    });
    port
}

async fn serve(mut stream: TcpStream, method: &str, failure: Failure) -> std::io::Result<()> {
    let mut sent = Vec::new();
    let body = loop {
        let mut bytes = [0; 4096];
        let n = stream.read(&mut bytes).await?;
        if n == 0 {
            return Ok(());
        }
        sent.extend_from_slice(&bytes[..n]);
        if let Some(body) = body(&sent) {
            break body;
        }
    };
    let echo = String::from_utf8_lossy(&sent).into_owned();
    let request: Value = serde_json::from_slice(&body).unwrap_or_default();
    let asked = request["method"].as_str().unwrap_or_default();
    let answer = if request.get("id").is_none() {
        whole("202 Accepted", "text/plain", "")
    } else if asked == method {
        failed(&request, failure, &echo)
    } else {
        let result = result(&request, "nothing");
        whole("200 OK", "application/json", &answer(&request, &result))
    };
    stream.write_all(answer.as_bytes()).await?;
    stream.shutdown().await
}

/// The body, if all of it is there.
fn body(sent: &[u8]) -> Option<Vec<u8>> {
    let end = sent.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = String::from_utf8_lossy(&sent[..end]).to_lowercase();
    let length: usize = head
        .lines()
        .find_map(|line| line.strip_prefix("content-length:"))
        .map_or(0, |length| length.trim().parse().unwrap());
    sent.get(end + 4..end + 4 + length).map(<[u8]>::to_vec)
}

fn failed(request: &Value, failure: Failure, echo: &str) -> String {
    let error = || {
        let error = json!({"code": -32602, "message": echo, "data": {"sent": echo}});
        json!({"jsonrpc": "2.0", "id": request["id"], "error": error}).to_string()
    };
    let line = echo.replace(['\r', '\n', '"'], " ");
    match failure {
        Failure::Status(status) => whole(&format!("{status} No"), "text/plain", echo),
        Failure::Challenge(status) => {
            let head = format!("{status} No\r\nwww-authenticate: Bearer realm=\"{line}\"");
            whole(&head, "text/plain", echo)
        }
        Failure::StatusJson(status) => whole(&format!("{status} No"), "application/json", &error()),
        Failure::Redirect(status) => {
            let place = line.replace(' ', "+");
            let head = format!("{status} There\r\nlocation: http://localhost:1/?was={place}");
            whole(&head, "text/plain", echo)
        }
        Failure::Closed => String::new(),
        Failure::HalfJson => {
            let result = answer(request, &result(request, echo));
            let head = "200 OK\r\ncontent-type: application/json\r\ncontent-length: 100000";
            format!("HTTP/1.1 {head}\r\n\r\n{}", &result[..result.len() / 2])
        }
        Failure::HalfStream => {
            let result = answer(request, &result(request, echo));
            let head = "200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: 100000";
            format!(
                "HTTP/1.1 {head}\r\n\r\ndata: {}",
                &result[..result.len() / 2]
            )
        }
        Failure::EndedStream => whole("200 OK", "text/event-stream", ": no answer\n\n"),
        Failure::TooLong => {
            let text = "x".repeat(17 << 20);
            let long = json!({"content": [{"type": "text", "text": text}]});
            whole("200 OK", "application/json", &answer(request, &long))
        }
        Failure::Html => whole("200 OK", "text/html", echo),
        Failure::OtherJson => whole(
            "200 OK",
            "application/json",
            &json!({"sent": echo}).to_string(),
        ),
        Failure::Error => whole("200 OK", "application/json", &error()),
        Failure::Echo => {
            let result = answer(request, &result(request, echo));
            whole("200 OK", "application/json", &result)
        }
        Failure::EchoStream => {
            let notice = json!({"jsonrpc": "2.0", "method": "notifications/message",
                "params": {"level": "info", "data": echo}});
            let result = answer(request, &result(request, echo));
            let stream = format!("data: {notice}\n\ndata: {result}\n\n");
            whole("200 OK", "text/event-stream", &stream)
        }
    }
}

fn answer(request: &Value, result: &Value) -> String {
    json!({"jsonrpc": "2.0", "id": request["id"], "result": result}).to_string()
}

/// A good answer, with a text wherever there is one.
fn result(request: &Value, text: &str) -> Value {
    match request["method"].as_str().unwrap_or_default() {
        "initialize" => json!({
            "protocolVersion": "2025-06-18",
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "stub", "version": "0", "title": text},
            "instructions": text,
        }),
        "tools/list" => json!({"tools": [
            {"name": "find", "description": text, "inputSchema": {"type": "object", "properties": {
                "place": {"type": "string", "description": text, "default": text}}}},
            {"name": "broken", "inputSchema": {"type": "object", "properties": text}},
        ]}),
        _ => json!({
            "content": [
                {"type": "text", "text": text},
                {"type": "text", "text": json!({"sent": text}).to_string()},
                {"type": "resource_link", "uri": format!("file:///{text}"), "name": text},
            ],
            "structuredContent": {"sent": text, text: [text]},
            "_meta": {"sent": text},
        }),
    }
}

fn whole(head: &str, kind: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "HTTP/1.1 {head}\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}"
    )
}
