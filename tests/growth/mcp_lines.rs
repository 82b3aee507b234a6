//! Lines between an MCP client and a server, one of which is hostile: many of them, long ones, and
//! none that is read.

use crate::instructions::{assert_linear_tasks, count, count_a_square, is_counted, sizes};
use crate::mcp::{connected_by, run};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader};
use tokio::io::{DuplexStream, Lines, ReadHalf, WriteHalf, split};
use tokio::net::TcpStream;
use toolcast::call::{ProgressReporter, ProgressUpdate};
use toolcast::{Provider, ToolCall, ToolSet, tool, toolset};
use toolcast_mcp::{McpEndpoint, Server};

/// Counts to a number.
#[tool]
async fn count_to(number: u32, #[tool(inject)] progress: ProgressReporter) -> String {
    for i in 1..=number {
        progress.report(ProgressUpdate::new(f64::from(i)));
        tokio::task::yield_now().await;
    }
    "x".repeat(1_000)
}

fn set() -> ToolSet {
    toolset![count_to].build().expect("a set")
}

/// One side of a connection.
struct Side<S> {
    lines: Lines<BufReader<ReadHalf<S>>>,
    write: WriteHalf<S>,
}

impl<S: AsyncRead + AsyncWrite> Side<S> {
    fn new(stream: S) -> Self {
        let (read, write) = split(stream);
        let lines = BufReader::new(read).lines();
        Side { lines, write }
    }

    async fn send(&mut self, message: &Value) {
        let line = format!("{message}\n");
        self.write.write_all(line.as_bytes()).await.expect("room");
    }

    async fn next(&mut self) -> Value {
        let line = self.lines.next_line().await.expect("a line");
        serde_json::from_str(&line.expect("a line")).expect("JSON")
    }
}

fn initialize() -> Value {
    json!({"jsonrpc": "2.0", "id": "start", "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "c", "version": "0"}}})
}

fn initialized() -> Value {
    json!({"jsonrpc": "2.0", "method": "notifications/initialized"})
}

/// A client by lines of a server, with so many bytes between them.
async fn client(room: usize) -> Side<DuplexStream> {
    let (here, there) = tokio::io::duplex(room);
    tokio::spawn(async move {
        let running = Server::new(set()).serve(there).await.expect("a client");
        let _ = running.waiting().await;
    });
    let mut peer = Side::new(here);
    peer.send(&initialize()).await;
    peer.next().await;
    peer.send(&initialized()).await;
    peer
}

fn calling(id: usize, number: u32) -> Value {
    let params = json!({"name": "count_to", "arguments": {"number": number}, "_meta": {"progressToken": id}});
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params})
}

/// Calls, and an invalid line after each fifth.
pub(crate) fn called_by_lines(size: usize) {
    run(async {
        let Side {
            mut lines,
            mut write,
        } = client(1 << 16).await;
        let writing = async {
            for i in 0..size {
                let junk = if i % 5 == 0 {
                    "{\"jsonrpc\": junk\n"
                } else {
                    ""
                };
                let line = format!("{}\n{junk}", calling(i, 0));
                write.write_all(line.as_bytes()).await.expect("room");
            }
        };
        let reading = async {
            let mut answered = vec![false; size];
            while !answered.iter().all(|one| *one) {
                let line = lines.next_line().await.expect("a line").expect("a line");
                let answer: Value = serde_json::from_str(&line).expect("JSON");
                if let Some(id) = answer["id"].as_u64() {
                    answered[usize::try_from(id).expect("an id")] = true;
                }
            }
        };
        tokio::join!(writing, reading);
    });
}

/// Reports of progress of one call.
pub(crate) fn reported(size: usize) {
    run(async {
        let mut peer = client(1 << 16).await;
        peer.send(&calling(1, u32::try_from(size).expect("a number")))
            .await;
        let mut reports = 0;
        while peer.next().await["id"] != 1 {
            reports += 1;
        }
        // Beyond 256 that wait, the next ones are left out.
        assert!(reports == size || size > 256, "{reports}");
    });
}

/// A line of junk, of so many KiB.
pub(crate) fn a_long_line(size: usize) {
    run(async {
        let mut peer = client(1 << 16).await;
        let line = "x".repeat(1024 * size) + "\n";
        peer.write.write_all(line.as_bytes()).await.expect("room");
        peer.send(&calling(1, 0)).await;
        while peer.next().await["id"] != 1 {}
    });
}

/// A server by lines.
#[derive(Clone, Default)]
struct Hostile {
    /// The pages of its list. Each has one tool.
    pages: usize,
    /// The length of the description of each tool.
    description: usize,
    /// Sent before the answer to a call.
    line: Value,
    times: usize,
}

fn server(hostile: Hostile) -> McpEndpoint {
    McpEndpoint::transport(move || {
        let hostile = hostile.clone();
        async move {
            let (here, there) = tokio::io::duplex(1 << 16);
            tokio::spawn(answer_all(Side::new(there), hostile));
            Ok::<_, String>(here)
        }
    })
}

async fn answer_all(mut peer: Side<DuplexStream>, hostile: Hostile) {
    loop {
        let Ok(Some(request)) = peer.lines.next_line().await else {
            return;
        };
        let request: Value = serde_json::from_str(&request).expect("JSON");
        let params = &request["params"];
        let result = match request["method"].as_str().unwrap_or_default() {
            "initialize" => json!({"protocolVersion": params["protocolVersion"],
                "capabilities": {"tools": {}}, "serverInfo": {"name": "s", "version": "0"}}),
            "tools/list" => {
                let page = params["cursor"]
                    .as_str()
                    .map_or(0, |page| page.parse().expect("a page"));
                let tool = json!({"name": format!("t{page}"), "inputSchema": {"type": "object"},
                    "description": "x".repeat(hostile.description)});
                let next = (page + 1 < hostile.pages).then(|| (page + 1).to_string());
                json!({"tools": [tool], "nextCursor": next})
            }
            "tools/call" => {
                for _ in 0..hostile.times {
                    peer.send(&hostile.line).await;
                }
                json!({"content": []})
            }
            _ => continue,
        };
        peer.send(&json!({"jsonrpc": "2.0", "id": request["id"], "result": result}))
            .await;
    }
}

/// A call whose answer comes after so many lines.
fn called_after(line: &Value, times: usize) {
    let hostile = Hostile {
        pages: 1,
        line: line.clone(),
        times,
        ..Hostile::default()
    };
    run(async {
        let client = connected_by(server(hostile)).await;
        let result = client
            .tools()
            .call(Provider::Mcp, ToolCall::new("c", "t0", "{}"))
            .await;
        assert!(!result.is_error(), "{result:?}");
        client.close().await;
    });
}

fn listed_by_pages(size: usize) {
    let hostile = Hostile {
        pages: size,
        ..Hostile::default()
    };
    run(async {
        let client = connected_by(server(hostile)).await;
        assert_eq!(client.tools().len(), size, "{}", client.status()[0]);
        client.close().await;
    });
}

/// Pages of 15 MB, which are beyond the bound of a list.
pub(crate) fn listed_by_large_pages(size: usize) {
    let hostile = Hostile {
        pages: size,
        description: 15_000_000,
        ..Hostile::default()
    };
    run(async {
        let client = connected_by(server(hostile)).await;
        assert_eq!(client.tools().len(), 0, "{}", client.status()[0]);
        client.close().await;
    });
}

/// A call whose answer comes after so many reports for no call, of a length.
fn called_after_reports(times: usize, length: usize) {
    let params = json!({"progressToken": 77, "progress": 1, "message": "x".repeat(length)});
    let line = json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": params});
    called_after(&line, times);
}

pub(crate) fn called_after_large_progress(times: usize) {
    called_after_reports(times, 10_000_000);
}

pub(crate) fn called_after_progress(times: usize) {
    called_after_reports(times, 1_000);
}

/// Calls whose answers the client doesn't read, until the server reads no more of them.
/// Returns their number.
pub(crate) fn not_read(size: usize) -> usize {
    let mut sent_calls = 0;
    run(async {
        let mut peer = client(1 << 10).await;
        for i in 0..size {
            let call = calling(i, 0);
            let sent = peer.send(&call);
            if tokio::time::timeout(Duration::from_secs(1), sent)
                .await
                .is_err()
            {
                break;
            }
            sent_calls = i + 1;
        }
    });
    sent_calls
}

/// Sessions over HTTP, which are begun and left.
fn sessions(size: usize) {
    run(async {
        let http = Server::new(set())
            .bind_http("127.0.0.1:0")
            .await
            .expect("a port");
        let address = http.local_addr().expect("an address");
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        let served = tokio::spawn(http.serve_until(async {
            let _ = stopped.await;
        }));
        for _ in 0..size {
            let mut peer = Side::new(TcpStream::connect(address).await.expect("a connection"));
            let body = initialize().to_string();
            let head = format!(
                "POST /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n\
                 Accept: application/json, text/event-stream\r\nContent-Length: {}\r\n\r\n{body}",
                body.len()
            );
            peer.write.write_all(head.as_bytes()).await.expect("room");
            let status = peer.lines.next_line().await.expect("a line");
            assert_eq!(status.as_deref(), Some("HTTP/1.1 200 OK"));
        }
        let _ = stop.send(());
        let _ = served.await;
    });
}

const SIZES: [usize; 3] = [50, 100, 200];

#[test]
#[cfg_attr(not(has_valgrind), ignore = "needs valgrind")]
fn lines_and_sessions_run_instructions_in_proportion_to_their_number() {
    assert_linear_tasks("mcp_lines::task_lines");
}

/// Notices of a server that the client did not ask for.
fn notices() -> [(&'static str, Value); 3] {
    let notice =
        |method: &str, params: Value| json!({"jsonrpc": "2.0", "method": method, "params": params});
    let progress = json!({"progressToken": 77, "progress": 1, "message": "x".repeat(1_000)});
    [
        (
            "progress that no call asked for",
            notice("notifications/progress", progress),
        ),
        (
            "notices of an unknown method",
            notice("notifications/other", json!({"a": "x".repeat(1_000)})),
        ),
        (
            "results of unknown calls",
            json!({"jsonrpc": "2.0", "id": 9_999, "result": {"content": []}}),
        ),
    ]
}

#[test]
#[ignore = "a task for valgrind"]
fn task_lines() {
    if !is_counted() {
        return;
    }
    count_a_square(sizes(SIZES));
    for (name, task) in [
        (
            "calls by lines, with invalid ones between",
            called_by_lines as fn(usize),
        ),
        ("progress of a call", reported),
        ("a long line", a_long_line),
        ("pages of a list", listed_by_pages),
        ("sessions", sessions),
    ] {
        task(1);
        for size in sizes(SIZES) {
            count(name, size, || task(size));
        }
    }
    for (name, line) in notices() {
        called_after(&line, 1);
        for size in sizes(SIZES) {
            count(name, size, || called_after(&line, size));
        }
    }
}

/// The client writes calls until the server no longer reads, and reads no answer.
#[test]
fn a_client_that_reads_nothing_takes_bounded_memory() {
    let taken = [2_000, 4_000, 8_000].map(|size| {
        let mut sent = 0;
        let info = allocation_counter::measure(|| sent = not_read(size));
        assert!(sent < size, "the server read all of {sent} calls");
        (size, info.bytes_max)
    });
    crate::growth::assert_bounded("calls without a reader, peak of memory", taken);
    assert!(taken[2].1 < taken[0].1 + taken[0].1 / 8, "{taken:?}");
}

/// A server that sends notices that the client doesn't keep.
#[test]
fn notices_take_bounded_memory() {
    for (name, line) in notices() {
        called_after(&line, 1);
        let taken = [500, 1_000, 2_000].map(|size| {
            let info = allocation_counter::measure(|| called_after(&line, size));
            (size, info.bytes_max)
        });
        assert!(
            taken[2].1 < taken[0].1 + taken[0].1 / 8,
            "{name}: {taken:?}"
        );
    }
}
