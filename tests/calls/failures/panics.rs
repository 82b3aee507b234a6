//! Panics in user code: each is an error of its own call only.

#![allow(clippy::needless_pass_by_value, clippy::unused_async)] // Tools own their parameters; some are async on purpose.
#![allow(dead_code)] // Some functions are called through their tools only.

use super::{call, text_of};
use futures_executor::block_on;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use toolcast::Verdict;
use toolcast::call::{
    Content, ProgressReporter, ProgressUpdate, ToolCall, ToolError, ToolOutput, ToolResult,
};
use toolcast::schema::SchemaRef;
use toolcast::set::{CallObserver, CallOptions, DynamicTool, PendingCall, ToolSet};
use toolcast::{Provider, ToolSchema, tool, toolset};

const MESSAGE: &str = "the message of a panic";

/// An error that can't be shown.
struct NoDisplay;

impl fmt::Display for NoDisplay {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        panic!("{MESSAGE}");
    }
}

/// An answer that can't be written.
struct NoSerialize;

impl Serialize for NoSerialize {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        panic!("{MESSAGE}");
    }
}

/// An argument that can't be read.
struct NoDeserialize;

impl ToolSchema for NoDeserialize {
    const SCHEMA: SchemaRef = String::SCHEMA;
}

impl<'de> Deserialize<'de> for NoDeserialize {
    fn deserialize<D: Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
        panic!("{MESSAGE}");
    }
}

/// An argument, an answer or an artifact that can't be dropped.
#[derive(Debug, Deserialize, Serialize, ToolSchema)]
struct NoDrop {
    n: u8,
}

impl Drop for NoDrop {
    fn drop(&mut self) {
        assert!(self.n == 0, "{MESSAGE}");
    }
}

/// Fails.
#[tool]
fn display() -> Result<(), NoDisplay> {
    Err(NoDisplay)
}

/// Fails later.
#[tool]
async fn display_later() -> Result<(), NoDisplay> {
    std::future::ready(()).await;
    Err(NoDisplay)
}

/// Answers.
#[tool]
fn serialize() -> NoSerialize {
    NoSerialize
}

/// Answers later.
#[tool]
async fn serialize_later() -> Vec<NoSerialize> {
    vec![NoSerialize]
}

/// Reads.
#[tool]
fn deserialize(value: Option<NoDeserialize>) -> bool {
    value.is_some()
}

/// Reads on a thread of its own.
#[tool(blocking)]
fn deserialize_blocking(value: Vec<NoDeserialize>) -> usize {
    value.len()
}

/// Takes.
#[tool]
fn argument(value: NoDrop) -> u8 {
    value.n
}

/// Takes it later.
#[tool]
async fn argument_later(value: NoDrop) -> u8 {
    std::future::ready(()).await;
    value.n
}

/// Answers with what can't be dropped.
#[tool]
fn answer() -> NoDrop {
    NoDrop { n: 1 }
}

/// Panics with a payload that isn't text and panics in its own drop.
#[tool]
fn odd_payload() {
    std::panic::panic_any(NoDrop { n: 1 });
}

/// Panics.
#[tool(blocking)]
fn burst_blocking() {
    panic!("{MESSAGE}");
}

/// Checks that the caller gets the tool's panic and the model doesn't.
#[track_caller]
fn panicked(result: &ToolResult) {
    assert!(
        matches!(&result.error, Some(ToolError::Panicked(_))),
        "{result:?}"
    );
    let text = text_of(result);
    assert_eq!(text, "the tool failed unexpectedly");
}

#[test]
fn in_a_tool_its_arguments_and_its_result() {
    let tools = toolset![
        display,
        display_later,
        serialize,
        serialize_later,
        deserialize,
        deserialize_blocking,
        argument,
        argument_later,
        answer,
        odd_payload,
        burst_blocking,
    ];
    let tools = tools.build().expect("nothing is missing");
    for (name, arguments) in [
        ("display", "{}"),
        ("display_later", "{}"),
        ("serialize", "{}"),
        ("serialize_later", "{}"),
        ("deserialize", r#"{"value":"a"}"#),
        ("deserialize_blocking", r#"{"value":["a"]}"#),
        ("argument", r#"{"value":{"n":1}}"#),
        ("argument_later", r#"{"value":{"n":1}}"#),
        ("answer", "{}"),
        ("odd_payload", "{}"),
        ("burst_blocking", "{}"),
    ] {
        panicked(&call(&tools, name, arguments));
    }
    // A call that does not panic still works.
    assert_eq!(
        text_of(&call(&tools, "argument", r#"{"value":{"n":0}}"#)),
        "0"
    );
    assert_eq!(text_of(&call(&tools, "deserialize", "{}")), "false");
}

#[test]
fn a_panic_in_a_closure_is_an_error_result() {
    let tools = ToolSet::builder()
        .dynamic(DynamicTool::new("display", "D.", |(), _| {
            Err::<(), _>(NoDisplay)
        }))
        .dynamic(DynamicTool::new("serialize", "S.", |(), _| {
            Ok::<_, String>(NoSerialize)
        }))
        .dynamic(DynamicTool::new("argument", "A.", |value: NoDrop, _| {
            Ok::<_, String>(value.n)
        }))
        .dynamic(DynamicTool::new_async(
            "later",
            "L.",
            |value: NoDrop, _| async move { Ok::<_, String>(value.n) },
        ))
        .dynamic(DynamicTool::new_async(
            "at_once",
            "O.",
            |(), _| -> std::future::Ready<Result<(), String>> { panic!("{MESSAGE}") },
        ))
        .build()
        .expect("nothing is missing");
    for name in ["display", "serialize", "at_once"] {
        panicked(&call(&tools, name, "{}"));
    }
    for name in ["argument", "later"] {
        panicked(&call(&tools, name, r#"{"n":1}"#));
    }
}

/// A panic while the other parameters are read is one too, with what is wrong besides.
#[test]
fn in_a_parameter_that_was_decoded_before_a_fault() {
    /// Takes two.
    #[tool]
    fn two(value: NoDrop, times: u8) -> u8 {
        value.n + times
    }
    let tools = toolset![two].build().expect("nothing is missing");
    let result = call(&tools, "two", r#"{"value":{"n":1},"times":true}"#);
    assert!(result.is_error(), "{result:?}");
    let result = call(&tools, "two", r#"{"value":{"n":0},"times":true}"#);
    assert!(
        text_of(&result).contains("$.times: expected an integer"),
        "{result:?}"
    );
}

/// Fails.
#[tool]
fn fail() -> Result<(), String> {
    Err("it failed".to_owned())
}

/// Returns yes.
#[tool]
fn greet() -> &'static str {
    "yes"
}

#[test]
fn a_panic_in_a_hook_is_an_error_result() {
    let at_once = toolset![greet].before_call(|_: &PendingCall| panic!("{MESSAGE}"));
    panicked(&call(&at_once.build().expect("a set"), "greet", "{}"));
    let before = toolset![greet]
        .before_call_async(|_| -> std::future::Ready<Verdict> { panic!("{MESSAGE}") });
    panicked(&call(&before.build().expect("a set"), "greet", "{}"));
    let later = toolset![greet].before_call_async(|call| async move {
        let odd = NoDrop { n: 1 };
        std::future::ready(()).await;
        drop(odd);
        Verdict::deny(call.name())
    });
    panicked(&call(&later.build().expect("a set"), "greet", "{}"));
    // A panic in the callback that formats errors for the model.
    let told = toolset![fail].on_error(|_, _| panic!("{MESSAGE}"));
    let result = call(&told.build().expect("a set"), "fail", "{}");
    assert_eq!(text_of(&result), "it failed");
}

/// Panics whenever it is asked.
struct Broken(Arc<AtomicUsize>);

impl CallObserver for Broken {
    fn on_start(&self, _: &ToolCall, _: Provider) {
        self.0.fetch_add(1, Ordering::SeqCst);
        panic!("{MESSAGE}");
    }

    fn on_end(&self, _: &ToolResult, _: Provider) {
        self.0.fetch_add(1, Ordering::SeqCst);
        panic!("{MESSAGE}");
    }
}

/// Waits once.
#[tool]
async fn wait_once(#[tool(inject)] progress: ProgressReporter) -> &'static str {
    progress.report(ProgressUpdate::new(1.0));
    let mut again = true;
    std::future::poll_fn(|cx| {
        cx.waker().wake_by_ref();
        if std::mem::take(&mut again) {
            std::task::Poll::Pending
        } else {
            std::task::Poll::Ready(())
        }
    })
    .await;
    "waited"
}

#[test]
fn in_observers_executors_and_progress_handlers() {
    let asked = Arc::new(AtomicUsize::new(0));
    let options = CallOptions::new()
        .observer(Broken(Arc::clone(&asked)))
        .timeout(std::time::Duration::from_secs(100))
        .on_progress(|_, _| panic!("{MESSAGE}"));
    let tools = toolset![greet, wait_once, burst_blocking]
        .observer(Broken(Arc::clone(&asked)))
        .spawn_blocking(|_| panic!("{MESSAGE}"))
        .sleep(|_| -> std::future::Ready<()> { panic!("{MESSAGE}") });
    let tools = tools.build().expect("a set");
    for (name, expected) in [
        ("greet", Some("yes")),
        ("wait_once", Some("waited")),
        ("burst_blocking", None),
    ] {
        let made = ToolCall::new("1", name, "{}");
        let result = block_on(tools.call_with(Provider::Mcp, made, &options));
        match expected {
            Some(text) => assert_eq!(text_of(&result), text, "{name}"),
            None => panicked(&result),
        }
    }
    assert_eq!(asked.load(Ordering::SeqCst), 3 * 4);
}

/// State that can't be dropped.
struct LastState(Arc<AtomicUsize>);

impl Drop for LastState {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::SeqCst);
        panic!("{MESSAGE}");
    }
}

/// Has state.
#[tool]
fn stateful(#[tool(inject)] state: &LastState) -> usize {
    state.0.load(Ordering::SeqCst)
}

/// Has state later.
#[tool]
async fn stateful_later(#[tool(inject)] state: Arc<LastState>) -> usize {
    std::future::ready(()).await;
    state.0.load(Ordering::SeqCst)
}

/// Has state, on a thread of its own.
#[tool(blocking)]
fn stateful_blocking(#[tool(inject)] state: &LastState) -> usize {
    state.0.load(Ordering::SeqCst)
}

/// The program has let go of the set while the call runs, so the call drops it last.
#[test]
fn in_the_drop_of_the_last_state() {
    for name in ["stateful", "stateful_later", "stateful_blocking"] {
        let dropped = Arc::new(AtomicUsize::new(0));
        let tools = toolset![stateful, stateful_later, stateful_blocking]
            .with_state(LastState(Arc::clone(&dropped)));
        let tools = tools.build().expect("nothing is missing");
        let making = tools.call(Provider::Mcp, ToolCall::new("1", name, "{}"));
        drop(tools);
        let result = block_on(making);
        assert_eq!(text_of(&result), "0", "{name}: {result:?}");
    }
    // A value that belongs to one request.
    let dropped = Arc::new(AtomicUsize::new(0));
    let tools = toolset![greet].build().expect("nothing is missing");
    let making = {
        let options = CallOptions::new().extension(Arc::new(LastState(Arc::clone(&dropped))));
        tools.call_all_with(Provider::Mcp, [ToolCall::new("1", "greet", "{}")], &options)
    };
    assert_eq!(text_of(&block_on(making)[0]), "yes");
    assert_eq!(dropped.load(Ordering::SeqCst), 1);
}

/// A result that comes too late is dropped on the thread that computed it. A panic in its drop must
/// not end that thread, which belongs to the caller.
#[test]
fn in_the_drop_of_an_answer_that_came_too_late() {
    /// Answers with what can't be dropped.
    #[tool(blocking)]
    fn late() -> ToolOutput<&'static str, NoDrop> {
        ToolOutput::new("late", NoDrop { n: 1 })
    }

    // Keeps the work until it is asked to run it.
    let later = Arc::new(Mutex::new(Vec::<crate::failures::Work>::new()));
    let works = Arc::clone(&later);
    let tools = toolset![late]
        .spawn_blocking(move |work| works.lock().expect("no panic holds it").push(work))
        .build()
        .expect("nothing is missing");
    let mut making = Box::pin(tools.call(Provider::Mcp, ToolCall::new("1", "late", "{}")));
    let mut cx = std::task::Context::from_waker(std::task::Waker::noop());
    assert!(making.as_mut().poll(&mut cx).is_pending());
    drop(making);
    let works = std::mem::take(&mut *later.lock().expect("no panic holds it"));
    assert_eq!(works.len(), 1);
    for work in works {
        let run = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
        assert!(
            run.is_ok(),
            "a thread of the program's would have ended here"
        );
    }
}

/// A tool that panics while it holds a lock leaves the lock poisoned, and the set still works.
#[test]
fn while_a_tool_holds_a_lock() {
    /// Panics once.
    #[tool]
    fn hold(#[tool(inject)] log: &Mutex<Vec<u8>>, n: u8) -> Result<usize, String> {
        let mut log = log.lock().map_err(|error| error.to_string())?;
        assert!(n != 0, "{MESSAGE}");
        log.push(n);
        Ok(log.len())
    }
    let tools = toolset![hold].with_state(Mutex::new(Vec::<u8>::new()));
    let tools = tools.build().expect("nothing is missing");
    assert_eq!(text_of(&call(&tools, "hold", r#"{"n":1}"#)), "1");
    panicked(&call(&tools, "hold", r#"{"n":0}"#));
    let result = call(&tools, "hold", r#"{"n":1}"#);
    assert!(text_of(&result).contains("poisoned"), "{result:?}");
    // The content of a result is still readable afterwards.
    assert_eq!(result.content, [Content::Text(text_of(&result))]);
}

/// Answers for the program, which can't be dropped.
#[tool]
async fn artifact(n: u8) -> ToolOutput<u8, NoDrop> {
    if n == 9 {
        std::future::pending::<()>().await;
    }
    ToolOutput::new(n, NoDrop { n })
}

/// Dropping a turn in the middle drops the results and the state of its calls. The same holds for a
/// turn that was never polled.
#[test]
fn in_what_a_dropped_turn_holds() {
    let mut cx = std::task::Context::from_waker(std::task::Waker::noop());
    let tools = toolset![artifact, stateful].with_state(LastState(Arc::default()));
    let tools = tools.build().expect("nothing is missing");
    let calls = [1, 2, 9].map(|n| ToolCall::new("1", "artifact", format!(r#"{{"n":{n}}}"#)));
    let mut turn = Box::pin(tools.call_all(Provider::Mcp, calls));
    assert!(turn.as_mut().poll(&mut cx).is_pending());
    let never = tools.call(Provider::Mcp, ToolCall::new("1", "stateful", "{}"));
    // The test itself would drop the set's last clone.
    drop(tools);
    drop(turn);
    drop(never);
}
