//! Bounds on the data that a server may send, and on the work that it may cause.

use core::sync::atomic::{AtomicUsize, Ordering};
use core::time::Duration;
use std::sync::Arc;

use serde_json::{Value, json};
use toolcast::call::{Content, ToolCall};
use toolcast::{Provider, ToolSet};
use toolcast_mcp::{Client, ConnectionState, McpEndpoint, Server};

use crate::older::scripted;
use crate::support::{Wire, reason, tools, until, within};

async fn connected(endpoint: McpEndpoint) -> Client {
    let own = ToolSet::builder().build().unwrap();
    within(
        Client::builder()
            .tools(own)
            .server("theirs", endpoint)
            .connect(),
    )
    .await
}

fn tool(name: &str, description: &str) -> Value {
    json!({"name": name, "description": description, "inputSchema": {"type": "object"}})
}

/// A list by pages, of which each has one tool with a description of so many bytes.
fn paged(pages: usize, bytes: usize) -> McpEndpoint {
    scripted(move |_, params| {
        let page: usize = params["cursor"]
            .as_str()
            .map_or(0, |page| page.parse().unwrap());
        let tools = json!([tool(&format!("t{page}"), &"x".repeat(bytes))]);
        Some(if page + 1 < pages {
            json!({"tools": tools, "nextCursor": (page + 1).to_string()})
        } else {
            json!({"tools": tools})
        })
    })
}

#[tokio::test]
async fn all_pages_of_a_list_share_one_bound() {
    let client = connected(paged(10, 1_000).max_list_bytes(20_000)).await;
    assert_eq!(client.tools().len(), 10, "{}", client.status()[0]);
    within(client.close()).await;
    for (pages, bytes) in [(10, 2_000), (1, 20_000), (20, 1_000)] {
        let client = connected(paged(pages, bytes).max_list_bytes(20_000)).await;
        let wanted = "its list of tools is longer than 20000 bytes";
        assert_eq!(reason(&client.status()[0]), wanted);
        within(client.close()).await;
    }
}

#[tokio::test]
async fn a_cursor_has_a_bound() {
    let endless = scripted(|_, _| Some(json!({"tools": [], "nextCursor": "x".repeat(20_000)})));
    let client = connected(endless).await;
    let wanted = "the cursor of its list of tools is longer than 16384 bytes";
    assert_eq!(reason(&client.status()[0]), wanted);
    within(client.close()).await;
}

#[tokio::test]
async fn a_list_has_a_bound_of_tools_and_of_pages() {
    let tools = |n: usize| -> Value { (0..n).map(|i| tool(&format!("t{i}"), "a tool")).collect() };
    let many = tools(10_001);
    let one_page = scripted(move |_, _| Some(json!({ "tools": many })));
    for (endless, wanted) in [
        (one_page, "it has more than 10000 tools"),
        (
            paged(1_001, 1),
            "its list of tools has more than 1000 pages",
        ),
    ] {
        let client = connected(endless).await;
        assert_eq!(reason(&client.status()[0]), wanted);
        within(client.close()).await;
    }
    let client = connected(paged(1_000, 1)).await;
    assert_eq!(client.tools().len(), 1_000);
    within(client.close()).await;
}

/// The client reads nothing until the call has ended.
#[tokio::test]
async fn progress_for_a_slow_client_is_dropped_beyond_a_bound() {
    let server = Server::new(tools());
    let (here, there) = tokio::io::duplex(1 << 10);
    let serving = tokio::spawn(async move { server.serve(there).await });
    let mut wire = Wire::new(here);
    let start = json!({"protocolVersion": "2025-06-18", "capabilities": {},
        "clientInfo": {"name": "c", "version": "0"}});
    wire.send(&json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": start}))
        .await;
    wire.next().await.expect("an answer");
    wire.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))
        .await;
    let call = json!({"name": "count", "arguments": {"to": 5_000}, "_meta": {"progressToken": 7}});
    wire.send(&json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}))
        .await;
    // The tool ends in a fraction of that.
    tokio::time::sleep(Duration::from_secs(1)).await;
    let mut reports = 0;
    loop {
        let message = wire.next().await.expect("the result comes");
        if message["id"] == 1 {
            assert_eq!(message["result"]["isError"], false, "{message}");
            break;
        }
        assert_eq!(message["method"], "notifications/progress");
        reports += 1;
    }
    // Those that are queued, and those that the pipe and the SDK hold.
    assert!((200..600).contains(&reports), "{reports} reports");
    drop(wire);
    let serving = within(serving).await.unwrap().unwrap();
    within(serving.cancel()).await.unwrap();
}

/// A server with the given result of `initialize`.
fn beginning(result: Value) -> McpEndpoint {
    McpEndpoint::transport(move || {
        let result = result.clone();
        async move {
            let (here, there) = tokio::io::duplex(1 << 16);
            tokio::spawn(async move {
                let mut wire = Wire::new(there);
                while let Some(request) = wire.next().await {
                    let result = match request["method"].as_str() {
                        Some("initialize") => result.clone(),
                        _ => json!({"tools": [tool("t", "a tool")]}),
                    };
                    if let Some(id) = request.get("id") {
                        let answer = json!({"jsonrpc": "2.0", "id": id, "result": result});
                        wire.send(&answer).await;
                    }
                }
            });
            Ok::<_, String>(here)
        }
    })
}

#[tokio::test]
async fn instructions_have_a_bound() {
    let begin = json!({"protocolVersion": "2025-06-18", "capabilities": {"tools": {}},
        "serverInfo": {"name": "s", "version": "0"}, "instructions": "é".repeat(1 << 20)});
    let client = connected(beginning(begin)).await;
    let instructions = client.status()[0].instructions.clone().unwrap();
    assert!(instructions.len() <= 64 * 1024, "{}", instructions.len());
    assert!(instructions.ends_with(" .. (cut)"));
    within(client.close()).await;
}

#[tokio::test]
async fn an_unknown_version_of_the_protocol_is_not_accepted() {
    for (version, known) in [
        ("2024-11-05", true),
        ("2025-11-25", true),
        ("1900-01-01", false),
        ("2099-01-01", false),
        ("", false),
    ] {
        let begin = json!({"protocolVersion": version, "capabilities": {"tools": {}},
            "serverInfo": {"name": "s", "version": "0"}});
        let client = connected(beginning(begin)).await;
        let status = &client.status()[0];
        if known {
            assert_eq!(status.connection, ConnectionState::Connected, "{version}");
        } else {
            let wanted = format!("protocol version `{version}`");
            assert!(reason(status).contains(&wanted), "{status}");
        }
        within(client.close()).await;
    }
}

/// A server that counts the requests for its list. From the first on, it sends a notice each
/// millisecond. Its only tool has the number of notices in its name.
async fn restless(mut wire: Wire, lists: Arc<AtomicUsize>) {
    let mut notices = 0;
    loop {
        let told = lists.load(Ordering::SeqCst) > 0;
        let request = tokio::select! {
            request = wire.next() => request,
            () = tokio::time::sleep(Duration::from_millis(1)), if told && notices < 1_000 => {
                notices += 1;
                let method = "notifications/tools/list_changed";
                wire.send(&json!({"jsonrpc": "2.0", "method": method})).await;
                continue;
            }
        };
        let Some(request) = request else { return };
        let Some(id) = request.get("id") else {
            continue;
        };
        let result = if request["method"] == "initialize" {
            json!({"protocolVersion": "2025-06-18", "capabilities": {"tools": {}},
                "serverInfo": {"name": "s", "version": "0"}})
        } else {
            lists.fetch_add(1, Ordering::SeqCst);
            json!({"tools": [tool(&format!("t{notices}"), "a tool")]})
        };
        wire.send(&json!({"jsonrpc": "2.0", "id": id, "result": result}))
            .await;
    }
}

/// A thousand notices of a changed list make a list a second, and the last one is obeyed.
#[tokio::test]
async fn changed_lists_are_read_once_a_second() {
    let lists = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&lists);
    let restless = McpEndpoint::transport(move || {
        let count = Arc::clone(&count);
        async move {
            let (here, there) = tokio::io::duplex(1 << 16);
            tokio::spawn(restless(Wire::new(there), count));
            Ok::<_, String>(here)
        }
    });
    let begun = std::time::Instant::now();
    let client = connected(restless).await;
    until(&client, 0, |status| status.tools == ["t1000"]).await;
    let (lists, seconds) = (lists.load(Ordering::SeqCst), begun.elapsed().as_secs());
    // Independent of the machine's speed: the bound grows with the elapsed time.
    assert!(lists as u64 <= seconds + 2, "{lists} lists in {seconds} s");
    within(client.close()).await;
}

/// Counts milliseconds in which the runtime's thread was free, from the moment when `sent` is 1.
fn ticks_while(sent: &Arc<AtomicUsize>) -> (Arc<AtomicUsize>, tokio::task::JoinHandle<()>) {
    let ticks = Arc::new(AtomicUsize::new(0));
    let (counter, sending) = (Arc::clone(&ticks), Arc::clone(sent));
    let ticking = tokio::spawn(async move {
        loop {
            tokio::time::sleep(Duration::from_millis(1)).await;
            counter.fetch_add(sending.load(Ordering::SeqCst), Ordering::SeqCst);
        }
    });
    (ticks, ticking)
}

/// A list that takes long to read holds up nothing else in a runtime of one thread.
#[tokio::test]
async fn long_lists_are_read_in_the_background_within_the_timeout() {
    let tools: Vec<Value> = (0..9_999)
        .map(|n| {
            json!({"name": format!("t{n}"), "inputSchema": {"type": "object", "properties": {
                "a": {"type": "string", "pattern": "^[a-z]+$"}, "b": {"anyOf": [{"type": "string"}, {"type": "null"}]}}}})
        })
        .collect();
    let sent = Arc::new(AtomicUsize::new(0));
    let told = Arc::clone(&sent);
    let large = scripted(move |_, _| {
        told.store(1, Ordering::SeqCst);
        Some(json!({"tools": tools}))
    });
    let (ticks, ticking) = ticks_while(&sent);
    let client = connected(large.clone()).await;
    ticking.abort();
    assert_eq!(client.tools().len(), 9_999, "{}", client.status()[0]);
    let ticks = ticks.load(Ordering::SeqCst);
    assert!(ticks >= 20, "{ticks} ticks");
    within(client.close()).await;

    let client = connected(large.connect_timeout(Duration::from_millis(200))).await;
    assert!(reason(&client.status()[0]).contains("within 200ms"));
    within(client.close()).await;
}

/// An answer that takes long to check holds up nothing else in a runtime of one thread.
#[tokio::test]
async fn long_answers_are_checked_in_the_background() {
    let sent = Arc::new(AtomicUsize::new(0));
    let is_sent = Arc::clone(&sent);
    let server = scripted(move |method, _| {
        if method == "tools/list" {
            let alternatives: Vec<Value> = (0..100).map(|n| json!({"const": n})).collect();
            let list = json!({"type": "array", "items": {"anyOf": alternatives}});
            let output = json!({"type": "object", "properties": {"v": list}});
            let tool =
                json!({"name": "t", "inputSchema": {"type": "object"}, "outputSchema": output});
            return Some(json!({"tools": [tool]}));
        }
        is_sent.store(1, Ordering::SeqCst);
        let structured = json!({"v": vec![99; 40_000]});
        Some(json!({"content": [], "structuredContent": structured}))
    });
    let client = connected(server).await;
    let (ticks, ticking) = ticks_while(&sent);
    let call = ToolCall::new("1", "t", "{}");
    let result = within(client.tools().call(Provider::Mcp, call)).await;
    ticking.abort();
    assert!(!result.is_error(), "{result:?}");
    let ticks = ticks.load(Ordering::SeqCst);
    assert!(ticks >= 20, "{ticks} ticks");
    within(client.close()).await;
}

/// Structured content is validated by the output schema that the server declares.
#[tokio::test]
async fn structured_results_are_validated() {
    let answers = |structured: Value, is_error: bool| {
        scripted(move |method, _| {
            Some(match method {
                "tools/list" => json!({"tools": [{
                    "name": "t", "inputSchema": {"type": "object"},
                    "outputSchema": {"type": "object", "required": ["n"], "properties": {
                        "n": {"type": "integer"},
                        "at": {"type": "string", "format": "date-time"},
                        "kind": {"const": {"format": "x"}}}},
                }]}),
                _ => json!({"content": [{"type": "text", "text": "as text"}],
                    "structuredContent": structured, "isError": is_error}),
            })
        })
    };
    for (structured, is_error, fits) in [
        (json!({"n": 1}), false, true),
        (
            json!({"n": 1, "more": true, "kind": {"format": "x"}}),
            false,
            true,
        ),
        // Formats are annotations.
        (json!({"n": 1, "at": "2026-01-01T00:00:00"}), false, true),
        (json!({"n": "not a number"}), false, false),
        (json!({"n": 1, "kind": {}}), false, false),
        (json!({}), false, false),
    ] {
        let client = connected(answers(structured.clone(), is_error)).await;
        let call = ToolCall::new("1", "t", "{}");
        let result = within(client.tools().call(Provider::Mcp, call)).await;
        assert_eq!(!result.is_error(), fits, "{structured}: {result:?}");
        if !fits {
            let [Content::Text(text)] = &result.content[..] else {
                panic!("{result:?}");
            };
            assert!(
                text.contains("does not fit the tool's output schema: "),
                "{text}"
            );
            assert!(!text.contains("send"), "{text}");
        }
        within(client.close()).await;
    }
    // An error result has its text and its content, whatever the output's schema is.
    let client = connected(answers(json!({"n": "none"}), true)).await;
    let call = ToolCall::new("1", "t", "{}");
    let result = within(client.tools().call(Provider::Mcp, call)).await;
    let content = Content::Json(r#"{"n":"none"}"#.into());
    assert_eq!(result.content, [Content::Text("as text".into()), content]);
    within(client.close()).await;
}

/// A server in Python with one tool. The body sets the result of a call as `result`; `write` writes
/// a line.
#[cfg(unix)]
async fn python(body: &str) -> Client {
    let script = format!(
        r#"
import json, subprocess, sys
def write(text):
    sys.stdout.write(text + "\n"); sys.stdout.flush()
for line in sys.stdin:
    request = json.loads(line)
    if "id" not in request: continue
    if request["method"] == "initialize":
        result = {{"protocolVersion": "2025-06-18", "capabilities": {{"tools": {{}}}}, "serverInfo": {{"name": "py", "version": "0"}}}}
    elif request["method"] == "tools/list":
        result = {{"tools": [{{"name": "t", "inputSchema": {{"type": "object"}}}}]}}
    else:
{body}
    write(json.dumps({{"jsonrpc": "2.0", "id": request["id"], "result": result}}))
"#
    );
    connected(McpEndpoint::command("python3", ["-c", &script])).await
}

#[cfg(unix)]
async fn text_of(client: &Client) -> String {
    let call = ToolCall::new("1", "t", "{}");
    let result = within(client.tools().call(Provider::Mcp, call)).await;
    match &result.content[..] {
        [Content::Text(text)] => text.clone(),
        _ => panic!("{result:?}"),
    }
}

/// An answer that is too long is an error for its call alone, wherever its id is.
#[cfg(unix)]
#[tokio::test]
#[cfg_attr(not(has_python), ignore = "needs python3")]
async fn an_answer_that_is_too_long_is_an_error() {
    let body = r#"
        text = json.dumps("x" * (17 << 20))
        asked = globals().get("asked", 0) + 1
        if asked == 1:
            write('{"jsonrpc":"2.0","id":%d,"result":{"content":[{"type":"text","text":%s}]}}' % (request["id"], text)); continue
        if asked == 2:
            write('{"result":{"content":[{"type":"text","text":%s}]},"jsonrpc":"2.0","id":%d}' % (text, request["id"])); continue
        result = {"content": [{"type": "text", "text": "short"}]}
"#;
    let client = python(body).await;
    for _ in 0..2 {
        let text = text_of(&client).await;
        assert!(
            text.contains("the answer of the server `theirs` is longer than 16777215 bytes"),
            "{text}"
        );
    }
    assert_eq!(text_of(&client).await, "short");
    within(client.close()).await;
}

/// Returns true if the process runs. A zombie has ended, and its parent hasn't waited for it.
#[cfg(target_os = "linux")]
fn runs(id: &str) -> bool {
    std::fs::read_to_string(format!("/proc/{id}/stat")).is_ok_and(|stat| {
        !stat
            .rsplit(')')
            .next()
            .unwrap_or_default()
            .starts_with(" Z")
    })
}

/// The processes that a server starts end with it, whether it is closed or dies.
#[cfg(target_os = "linux")]
#[tokio::test]
#[cfg_attr(not(has_python), ignore = "needs python3")]
async fn children_of_children_are_ended() {
    let body = r#"
        sleep = subprocess.Popen(["sleep", "300"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        result = {"content": [{"type": "text", "text": str(sleep.pid)}]}
        if globals().get("asked"): sys.exit()
        asked = True
"#;
    let client = python(body).await;
    let sleeper = text_of(&client).await;
    assert!(runs(&sleeper));
    within(client.close()).await;
    assert!(!runs(&sleeper), "{sleeper} outlives its client");

    let client = python(body).await;
    let sleeper = text_of(&client).await;
    let _ = text_of(&client).await;
    within(async {
        while runs(&sleeper) {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    })
    .await;
    within(client.close()).await;
}

/// A server that sends many requests without reading the answers until its client stops reading.
/// Then it reads them all. Returns how many it had sent by then. Before that, it cancels others,
/// which have no answer.
async fn flooding(stream: tokio::io::DuplexStream, requests: usize) -> usize {
    use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
    let (reader, mut writer) = tokio::io::split(stream);
    let mut lines = BufReader::new(reader).lines();
    let mut write = async |message: Value| {
        let line = format!("{message}\n");
        writer.write_all(line.as_bytes()).await.unwrap();
    };
    for _ in 0..2 {
        let request: Value = loop {
            let line = lines.next_line().await.unwrap().expect("a request");
            let message: Value = serde_json::from_str(&line).unwrap();
            if message.get("id").is_some() {
                break message;
            }
        };
        let result = match request["method"].as_str() {
            Some("initialize") => json!({"protocolVersion": "2025-06-18",
                "capabilities": {"tools": {}}, "serverInfo": {"name": "s", "version": "0"}}),
            _ => json!({"tools": [tool("t", "a tool")]}),
        };
        write(json!({"jsonrpc": "2.0", "id": request["id"], "result": result})).await;
    }
    for id in requests..requests + 200 {
        write(json!({"jsonrpc": "2.0", "id": id, "method": "ping"})).await;
        let params = json!({"requestId": id});
        write(json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}))
            .await;
    }
    let sent = AtomicUsize::new(0);
    let sending = async {
        for id in 0..requests {
            write(json!({"jsonrpc": "2.0", "id": id, "method": "ping"})).await;
            sent.fetch_add(1, Ordering::SeqCst);
        }
    };
    let mut before = requests;
    let watching = async {
        let mut last = 0;
        loop {
            tokio::time::sleep(Duration::from_millis(300)).await;
            let now = sent.load(Ordering::SeqCst);
            if now == last {
                break;
            }
            last = now;
        }
        before = last;
        let mut answered = 0;
        while answered < requests {
            let line = lines.next_line().await.unwrap().expect("an answer");
            let answer: Value = serde_json::from_str(&line).unwrap();
            assert_eq!(answer["result"], json!({}));
            answered += usize::from(answer["id"].as_u64().unwrap() < requests as u64);
        }
    };
    tokio::join!(sending, watching);
    before
}

#[tokio::test]
async fn requests_of_a_server_wait_while_many_answers_are_not_read() {
    let (done, sent) = tokio::sync::oneshot::channel();
    let done = std::sync::Mutex::new(Some(done));
    let endpoint = McpEndpoint::transport(move || {
        let done = done.lock().unwrap().take().expect("one connection");
        async move {
            let (here, there) = tokio::io::duplex(1 << 16);
            tokio::spawn(async move { done.send(flooding(there, 10_000).await) });
            Ok::<_, String>(here)
        }
    });
    let client = connected(endpoint).await;
    // Both directions of the pipe hold 64 KiB.
    let sent = within(sent).await.unwrap();
    assert!(sent < 5_000, "{sent} requests were taken");
    within(client.close()).await;
}
