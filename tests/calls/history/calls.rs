//! Records of a set's calls, kept until they are sent.

use std::pin::pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use futures_executor::block_on;
use serde_json::json;
use toolcast::Verdict;
use toolcast::call::ToolCall;
use toolcast::set::{CallObserver, CallOptions, ToolSet};
use toolcast::{Provider, tool, toolset};
use toolcast_history::{
    Batch, HistorySink, Record, Recorder, Role, SendReport, Sending, SinkError, ToolUse,
};

use super::said;

/// Adds.
#[tool]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// Breaks.
#[tool]
fn break_down() -> Result<(), String> {
    panic!("a secret of the program")
}

#[allow(clippy::unnecessary_wraps)] // The signature of a clock.
fn noon() -> Option<SystemTime> {
    Some(UNIX_EPOCH + Duration::from_secs(12 * 3600))
}

fn set() -> ToolSet {
    toolset![add, break_down]
        .before_call(|call| {
            if call.arguments().contains("13") {
                Verdict::deny("13 is not allowed")
            } else {
                Verdict::Allow
            }
        })
        .build()
        .unwrap()
}

fn call(set: &ToolSet, recorder: &Recorder, id: &str, name: &str, arguments: &str) {
    let options = CallOptions::new().observer(recorder.clone());
    let call = ToolCall::new(id, name, arguments);
    drop(block_on(set.call_with(Provider::Gemini, call, &options)));
}

#[test]
fn each_call_and_its_result_are_records_however_it_ends() {
    let recorder = Recorder::new().clock(noon);
    let set = set();
    call(
        &set,
        &recorder,
        "1",
        "add",
        r#"{"a": 1, "b": 20000000000000000000.0}"#,
    );
    call(&set, &recorder, "2", "add", r#"{"a": 1, "b": 2}"#);
    call(&set, &recorder, "2", "add", r#"{"a": 13, "b": 2}"#);
    call(&set, &recorder, "", "no_such_tool", "no JSON");
    call(&set, &recorder, "4", "break_down", "{}");
    let records = recorder.unsent();
    assert!(
        records
            .iter()
            .all(|one| one.timestamp.as_deref() == Some("1970-01-01T12:00:00Z"))
    );
    let said = said(&records);
    // The arguments exactly as the model wrote them.
    assert_eq!(
        said[0],
        (
            Role::Assistant,
            r#"{"tool_call":{"id":"1","name":"add","arguments":{"a": 1, "b": 20000000000000000000.0}}}"#
        )
    );
    assert!(
        said[1].1.starts_with("Error: Invalid arguments."),
        "{:?}",
        said[1]
    );
    assert_eq!(said[3], (Role::Tool, "3"));
    assert_eq!(said[5], (Role::Tool, "Error: 13 is not allowed"));
    assert_eq!(
        said[6].1,
        r#"{"tool_call":{"name":"no_such_tool","arguments":"no JSON"}}"#
    );
    assert!(said[7].1.contains("unknown tool `no_such_tool`"));
    assert_eq!(said[9], (Role::Tool, "Error: the tool failed unexpectedly"));
    let ids: Vec<_> = records.iter().map(|one| one.id.as_str()).collect();
    assert_eq!(
        ids[..6],
        ["1", "1-result", "2", "2-result", "2-2", "2-result-2"]
    );
    assert!(ids[6].starts_with("made_") && ids[7].starts_with("made_") && ids[6] != ids[7]);
}

#[test]
fn a_sets_observer_sees_all_requests() {
    let recorder = Recorder::new();
    let set = toolset![add].observer(recorder.clone()).build().unwrap();
    let calls =
        [1, 2, 3].map(|n| ToolCall::new(format!("{n}"), "add", format!(r#"{{"a":{n},"b":0}}"#)));
    let _ = block_on(
        set.with_prefix("my_")
            .call_all(Provider::OpenAi, calls.clone()),
    );
    let _ = block_on(set.call_all(Provider::OpenAi, calls));
    assert_eq!(recorder.unsent().len(), 12);
}

#[test]
fn an_observer_that_panics_does_not_affect_the_call() {
    struct Panics;
    impl CallObserver for Panics {
        fn on_start(&self, _: &ToolCall, _: Provider) {
            panic!("at the beginning");
        }
        fn on_end(&self, _: &toolcast::call::ToolResult, _: Provider) {
            panic!("at the end");
        }
    }
    let set = toolset![add].observer(Panics).build().unwrap();
    let result = block_on(set.call(
        Provider::OpenAi,
        ToolCall::new("1", "add", r#"{"a":1,"b":2}"#),
    ));
    assert!(!result.is_error());
}

/// Takes batches, or does not.
#[derive(Default)]
struct Memory {
    fails: Mutex<bool>,
    waits: bool,
    batches: Mutex<Vec<Batch>>,
}

impl HistorySink for Memory {
    fn send<'s>(&'s self, batch: &'s Batch) -> Sending<'s> {
        Box::pin(async move {
            if self.waits {
                std::future::pending::<()>().await;
            }
            if *self.fails.lock().unwrap() {
                return Err(SinkError::failed("closed"));
            }
            self.batches.lock().unwrap().push(batch.clone());
            Ok(SendReport::new())
        })
    }
}

fn record(n: usize) -> Record {
    Record::new(n.to_string(), Role::User, "x")
}

fn ids(records: &[Record]) -> Vec<&str> {
    records.iter().map(|one| one.id.as_str()).collect()
}

#[test]
fn unsent_records_wait_in_their_order() {
    let sink = Memory::default();
    let recorder = Recorder::for_conversation("c-1");
    recorder.record(record(1));
    *sink.fails.lock().unwrap() = true;
    assert_eq!(
        block_on(recorder.flush(&sink)),
        Err(SinkError::failed("closed"))
    );
    recorder.record(record(2));
    {
        let waiting = Memory {
            waits: true,
            ..Memory::default()
        };
        let mut flushing = pin!(recorder.flush(&waiting));
        assert!(
            flushing
                .as_mut()
                .poll(&mut Context::from_waker(Waker::noop()))
                .is_pending()
        );
        // Records that arrive meanwhile follow those being sent.
        recorder.record(record(3));
        assert_eq!(ids(&recorder.unsent()), ["3"]);
    }
    assert_eq!(ids(&recorder.unsent()), ["1", "2", "3"]);
    *sink.fails.lock().unwrap() = false;
    let shared: &dyn HistorySink = &sink;
    block_on(recorder.flush(shared)).unwrap();
    assert!(recorder.unsent().is_empty());
    // A flush without new records sends an empty batch.
    block_on(recorder.flush(&sink)).unwrap();
    let batches = sink.batches.lock().unwrap();
    assert_eq!(ids(&batches[0].records), ["1", "2", "3"]);
    assert_eq!(batches[0].conversation.as_deref(), Some("c-1"));
    assert!(batches[1].records.is_empty());
}

/// Takes a batch when it is let go, one way or the other.
#[derive(Default)]
struct Gate {
    open: Mutex<Vec<Result<(), SinkError>>>,
    batches: Mutex<Vec<Batch>>,
}

impl HistorySink for Gate {
    fn send<'s>(&'s self, batch: &'s Batch) -> Sending<'s> {
        self.batches.lock().unwrap().push(batch.clone());
        Box::pin(std::future::poll_fn(move |_| {
            match self.open.lock().unwrap().pop() {
                Some(result) => Poll::Ready(result.map(|()| SendReport::new())),
                None => Poll::Pending,
            }
        }))
    }
}

#[test]
fn a_second_flush_waits_so_that_records_arrive_in_their_order() {
    let gate = Gate::default();
    let recorder = Recorder::new();
    let woken = Arc::new(Woken::default());
    let waker = Waker::from(Arc::clone(&woken));
    let mut context = Context::from_waker(&waker);
    recorder.record(record(1));
    let mut first = Box::pin(recorder.flush(&gate));
    assert!(first.as_mut().poll(&mut context).is_pending());
    recorder.record(record(2));
    let mut second = Box::pin(recorder.flush(&gate));
    for _ in 0..3 {
        assert!(second.as_mut().poll(&mut context).is_pending());
    }
    assert_eq!(gate.batches.lock().unwrap().len(), 1);

    // The first flush fails: the second sends its records too, before its own.
    gate.open
        .lock()
        .unwrap()
        .push(Err(SinkError::failed("closed")));
    assert!(first.as_mut().poll(&mut context).is_ready());
    assert_eq!(woken.0.load(Ordering::SeqCst), 1);
    gate.open.lock().unwrap().push(Ok(()));
    assert!(second.as_mut().poll(&mut context).is_ready());
    let batches = gate.batches.lock().unwrap();
    assert_eq!(ids(&batches[0].records), ["1"]);
    assert_eq!(ids(&batches[1].records), ["1", "2"]);
    assert!(recorder.unsent().is_empty());
}

#[test]
fn a_flush_that_is_dropped_lets_the_next_begin() {
    let gate = Gate::default();
    let recorder = Recorder::new();
    let mut context = Context::from_waker(Waker::noop());
    recorder.record(record(1));
    let mut first = Box::pin(recorder.flush(&gate));
    let mut waiting = Box::pin(recorder.flush(&gate));
    assert!(first.as_mut().poll(&mut context).is_pending());
    assert!(waiting.as_mut().poll(&mut context).is_pending());
    // A dropped flush that was waiting does not block the others.
    drop(waiting);
    drop(first);
    gate.open.lock().unwrap().push(Ok(()));
    block_on(recorder.flush(&gate)).unwrap();
    assert_eq!(ids(&gate.batches.lock().unwrap()[1].records), ["1"]);
}

/// Counts how often it is woken.
#[derive(Default)]
struct Woken(AtomicUsize);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

#[test]
fn a_recorder_keeps_its_limit_and_counts_what_it_drops() {
    let sink = Memory {
        fails: Mutex::new(true),
        ..Memory::default()
    };
    let recorder = Recorder::for_conversation("c").max_records(3);
    (0..5).for_each(|n| recorder.record(record(n)));
    assert_eq!(ids(&recorder.unsent()), ["2", "3", "4"]);
    block_on(recorder.flush(&sink)).unwrap_err();
    recorder.record(record(5));
    *sink.fails.lock().unwrap() = false;
    block_on(recorder.flush(&sink)).unwrap();
    recorder.record(record(6));
    block_on(recorder.flush(&sink)).unwrap();
    let batches = sink.batches.lock().unwrap();
    assert_eq!(ids(&batches[0].records), ["3", "4", "5"]);
    assert_eq!(batches[0].extra["dropped"], 3);
    assert!(batches[1].extra.is_empty());
}

#[test]
fn messages_are_taken_without_the_tool_use_that_the_set_has() {
    let recorder = Recorder::new();
    let set = set();
    let first = recorder.messages(&[json!({"role": "user", "content": "1 + 2?"})]);
    assert_eq!(first.records.len(), 1);
    let response = r#"{"choices":[{"message":{"role":"assistant","content":"I add.","tool_calls":[
        {"id":"call_1","type":"function","function":{"name":"add","arguments":"{\"a\":1,\"b\":2}"}}]}}]}"#;
    let turn = Provider::OpenAi.parse_turn(response).unwrap();
    recorder.messages(&turn.messages);
    let options = CallOptions::new().observer(recorder.clone());
    let results = block_on(set.call_all_with(Provider::OpenAi, turn.calls, &options));
    let skipped = recorder.messages(&results.to_messages(Provider::OpenAi));
    assert_eq!(skipped.skipped, [0]);
    let records = recorder.unsent();
    assert_eq!(
        said(&records),
        [
            (Role::User, "1 + 2?"),
            (Role::Assistant, "I add."),
            (
                Role::Assistant,
                r#"{"tool_call":{"id":"call_1","name":"add","arguments":{"a":1,"b":2}}}"#
            ),
            (Role::Tool, "3"),
        ]
    );
    // If the set has no observer, the messages contain all calls.
    let alone = Recorder::new();
    alone.messages_with(&turn.messages, ToolUse::All);
    assert_eq!(said(&alone.unsent())[1].1, records[2].content);
}

#[test]
fn debug_of_a_history_has_no_content() {
    let recorder = Recorder::for_conversation("c-9");
    recorder.messages(&[json!({"content": "my password"})]);
    let debug = format!(
        "{recorder:?} {:?}",
        CallOptions::new().observer(recorder.clone())
    );
    assert!(
        debug.contains("c-9") && !debug.contains("password"),
        "{debug}"
    );
    let shared = Arc::new(recorder);
    assert_eq!(shared.unsent().len(), 1);
}
