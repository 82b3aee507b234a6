//! A server over HTTP and its clients, byte by byte. Loopback only.

use core::fmt::Write as _;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use toolcast_mcp::{HttpOptions, HttpServer, Server};

use crate::support::within;

/// A server at a port of its own, until it is dropped.
pub(crate) struct Served {
    address: String,
    _stop: tokio::sync::oneshot::Sender<()>,
}

pub(crate) async fn served(server: &Server, options: HttpOptions) -> Served {
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
pub(crate) struct Raw {
    pub(crate) stream: TcpStream,
    pub(crate) read: String,
}

impl Raw {
    pub(crate) async fn to(served: &Served) -> Self {
        Raw {
            stream: TcpStream::connect(&served.address).await.unwrap(),
            read: String::new(),
        }
    }

    pub(crate) async fn write(&mut self, text: &str) {
        self.stream.write_all(text.as_bytes()).await.unwrap();
    }

    /// Sends a request with a body, or without one if it is `GET`.
    pub(crate) async fn send(&mut self, method: &str, headers: &[(&str, &str)], body: &Value) {
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
    pub(crate) async fn until(&mut self, text: &str) -> &str {
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
    pub(crate) async fn status(&mut self) -> u16 {
        self.until("\r\n\r\n").await;
        self.read.split(' ').nth(1).unwrap().parse().unwrap()
    }

    pub(crate) fn header(&self, name: &str) -> Option<String> {
        self.read.lines().find_map(|line| {
            let (known, value) = line.split_once(": ")?;
            known
                .eq_ignore_ascii_case(name)
                .then(|| value.trim().to_owned())
        })
    }
}

pub(crate) fn initialize() -> Value {
    json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"}}})
}

pub(crate) fn calling(id: u32, tool: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": tool, "arguments": {}}})
}

/// The status of a handshake with further headers.
pub(crate) async fn handshake(served: &Served, headers: &[(&str, &str)]) -> u16 {
    let mut raw = Raw::to(served).await;
    raw.send("POST", headers, &initialize()).await;
    raw.status().await
}

/// A session that is ready for calls.
pub(crate) async fn session(served: &Served) -> String {
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
