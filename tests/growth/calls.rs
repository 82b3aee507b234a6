//! Conversations of growing length and turns of growing width: each call takes the same work.

use crate::instructions::{assert_linear_tasks, count, count_a_square, is_counted, sizes};
use futures_executor::block_on;
use std::sync::{Arc, OnceLock};
use std::task::Poll;
use std::time::Duration;
use toolcast::set::{Budget, CallOptions, ToolSet};
use toolcast::wire::{Message, Part};
use toolcast::{Content, Conversation, Provider, ToolCall, ToolResult, tool, toolset};
use toolcast_history::{HttpSink, Recorder};

/// Looks a word up.
#[tool]
#[allow(clippy::needless_pass_by_value)] // A tool owns its parameters.
fn look(word: String) -> Result<String, String> {
    match word.as_str() {
        "none" => Err("the word is unknown".to_owned()),
        word => Ok(format!("{word} is a word")),
    }
}

fn set() -> ToolSet {
    toolset![look].build().expect("a set")
}

fn call(i: usize, name: &str, word: &str) -> ToolCall {
    ToolCall::new(format!("c{i}"), name, format!(r#"{{"word":"{word}"}}"#))
}

/// The number of results without an error.
fn call_all(set: &ToolSet, options: &CallOptions, calls: Vec<ToolCall>) -> usize {
    let results = block_on(set.call_all_with(Provider::OpenAi, calls, options));
    results.iter().filter(|result| !result.is_error()).count()
}

/// Calls of one turn, at most 16 at a time.
pub(crate) fn in_parallel(size: usize) {
    let calls = (0..size).map(|i| call(i, "look", "word")).collect();
    assert_eq!(call_all(&set(), &CallOptions::new(), calls), size);
}

/// Waits until it is polled again.
#[tool]
async fn wait() {
    let mut polled = false;
    std::future::poll_fn(|context| {
        if std::mem::replace(&mut polled, true) {
            return Poll::Ready(());
        }
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

/// Calls that wait at the same time, each with a timer.
pub(crate) fn with_timers(size: usize) {
    let tools = toolset![wait].build().expect("a set");
    let options = CallOptions::new()
        .timeout(Duration::from_secs(600))
        .max_concurrency(size);
    let calls = (0..size).map(|i| ToolCall::new(format!("c{i}"), "wait", "{}"));
    assert_eq!(call_all(&tools, &options, calls.collect()), size);
}

/// Calls that fail, with a tracker that recognises them.
pub(crate) fn failing(size: usize) {
    let options = CallOptions::new().budget(&Budget::new());
    let set = set();
    for i in 0..size {
        let name = ["look", "lok"][i % 2];
        assert_eq!(call_all(&set, &options, vec![call(i, name, "none")]), 0);
    }
}

/// Calls that a recorder keeps.
fn recorded(size: usize) {
    let recorder = Recorder::new().max_records(10);
    let options = CallOptions::new().observer(recorder);
    let calls = (0..size).map(|i| call(i, "look", "word")).collect();
    assert_eq!(call_all(&set(), &options, calls), size);
}

/// The set that a tool calls.
struct Tools(OnceLock<ToolSet>);

fn text_of(result: &ToolResult) -> String {
    match &result.content[..] {
        [Content::Text(text)] => text.clone(),
        other => panic!("{other:?}"),
    }
}

/// Calls itself.
#[tool]
async fn nest(levels: usize, #[tool(inject)] tools: Arc<Tools>) -> String {
    if levels == 0 {
        return "the innermost".to_owned();
    }
    let tools = tools.0.get().expect("a set");
    let arguments = format!(r#"{{"levels":{}}}"#, levels - 1);
    let call = ToolCall::new("c", "nest", arguments);
    text_of(&tools.call(Provider::OpenAi, call).await)
}

/// Calls inside of one another.
pub(crate) fn nested(levels: usize) {
    let tools = Arc::new(Tools(OnceLock::new()));
    let set = toolset![nest]
        .with_state_arc(tools.clone())
        .build()
        .expect("a set");
    let _ = tools.0.set(set.clone());
    let call = ToolCall::new("c", "nest", format!(r#"{{"levels":{levels}}}"#));
    let result = block_on(set.call(Provider::OpenAi, call));
    assert_eq!(text_of(&result), "the innermost");
}

/// Records that a receiver on this machine gets in one batch.
fn sent(size: usize) {
    let recorder = Recorder::new();
    let options = CallOptions::new().observer(recorder.clone());
    let calls = (0..size).map(|i| call(i, "look", "word")).collect();
    assert_eq!(call_all(&set(), &options, calls), size);
    let server = tiny_http::Server::http("127.0.0.1:0").expect("a port");
    let address = server.server_addr().to_ip().expect("an address");
    let sink = HttpSink::builder(format!("http://{address}/"))
        .build()
        .expect("a sink");
    let accepting = std::thread::spawn(move || {
        let request = server.recv().expect("a request");
        request
            .respond(tiny_http::Response::empty(200))
            .expect("a client");
    });
    let report = block_on(recorder.flush(&sink)).expect("accepted");
    accepting.join().expect("accepted");
    assert_eq!((report.status, recorder.unsent().len()), (Some(200), 0));
}

/// A conversation of that many stored questions and answers, with a call for each.
fn conversation(size: usize) -> Conversation {
    let messages = (0..size).flat_map(|i| {
        let call = call(i, "look", "word");
        let result = ToolResult::new(call.clone(), vec![Content::Text("a word".to_owned())]);
        let calls = Message::Assistant {
            text: String::new(),
            calls: vec![call],
        };
        let question = Message::User(vec![Part::text(format!("a word {i}?"))]);
        [question, calls, Message::Results(vec![(&result).into()])]
    });
    let mut chat = Conversation::new(Provider::OpenAi, "m");
    chat.add_messages(messages).expect("messages");
    chat
}

/// The nearest name for a call of an unknown tool.
fn unknown(set: &ToolSet) {
    let options = CallOptions::new().timeout(Duration::from_secs(600));
    assert_eq!(call_all(set, &options, vec![call(0, "tol_1", "word")]), 0);
}

const SIZES: [usize; 3] = [100, 200, 400];

#[test]
#[cfg_attr(not(has_valgrind), ignore = "needs valgrind")]
fn calls_run_instructions_in_proportion_to_their_number() {
    assert_linear_tasks("calls::task_call");
}

#[test]
#[ignore = "a task for valgrind"]
fn task_call() {
    if !is_counted() {
        return;
    }
    count_a_square(sizes(SIZES));
    for (name, run) in [
        ("calls in parallel", in_parallel as fn(usize)),
        ("calls with a timer each", with_timers),
        ("failing calls", failing),
        ("recorded calls", recorded),
        ("records that are sent", sent),
    ] {
        run(1);
        for size in sizes(SIZES) {
            count(name, size, || run(size));
        }
    }
    nested(1);
    // Each level is a future inside of another, on the stack of a thread.
    for size in [8, 16, 32] {
        count("calls in one another", size, || nested(size));
    }
    for size in sizes(SIZES) {
        count("messages of a conversation", size, || {
            let request = conversation(size).request(&set()).expect("a request");
            assert!(request["messages"][3 * size - 1].is_object());
        });
    }
    let sets = sizes(SIZES).map(|size| (size, crate::tools::set_of(size)));
    for (size, set) in &sets {
        count("an unknown tool among others", *size, || unknown(set));
    }
}
