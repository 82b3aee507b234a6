//! Futures that are dropped before they finish, calls that are cancelled at any moment, and work
//! that never runs.

#![allow(clippy::unused_async)] // Some tools are async on purpose.
#![allow(dead_code)] // Some functions are called through their tools only.

use super::{call, text_of};
use futures_executor::block_on;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use std::time::Duration;
use toolcast::Verdict;
use toolcast::call::{CancellationToken, ToolCall, ToolError};
use toolcast::set::{CallOptions, PendingCall, ToolSet, ToolSetBuilder};
use toolcast::{Provider, tool, toolset};

/// How many of something there are now.
#[derive(Default)]
struct Alive(Arc<AtomicUsize>);

impl Alive {
    fn one(&self) -> One {
        self.0.fetch_add(1, Ordering::SeqCst);
        One(Arc::clone(&self.0))
    }
}

struct One(Arc<AtomicUsize>);

impl Drop for One {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Waits so many polls.
async fn polls(times: u8) {
    let mut left = times;
    poll_fn(|cx| {
        if left == 0 {
            return Poll::Ready(());
        }
        left -= 1;
        cx.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

/// Waits so many polls.
#[tool]
async fn steps(times: u8, #[tool(inject)] alive: &Alive) -> u8 {
    let _one = alive.one();
    polls(times).await;
    times
}

/// Never answers.
#[tool]
async fn never(#[tool(inject)] alive: &Alive) {
    let _one = alive.one();
    std::future::pending::<()>().await;
}

/// Blocks.
#[tool(blocking)]
fn block() -> &'static str {
    "blocked"
}

fn set(alive: &Arc<AtomicUsize>) -> ToolSetBuilder {
    toolset![steps, never, block].with_state(Alive(Arc::clone(alive)))
}

fn poll<F: Future + ?Sized>(future: Pin<&mut F>) -> Poll<F::Output> {
    future.poll(&mut Context::from_waker(Waker::noop()))
}

/// A turn is dropped after any number of polls: what had begun ends with it.
#[test]
fn a_turn_is_dropped_at_any_moment() {
    let alive = Arc::new(AtomicUsize::new(0));
    let tools = set(&alive)
        .timeout(Duration::from_secs(600))
        .before_call_async(|_| async {
            polls(2).await;
            Verdict::Allow
        })
        .max_concurrency(3)
        .build()
        .expect("nothing is missing");
    for moment in 0..40 {
        let calls =
            (0..8).map(|i| ToolCall::new(i.to_string(), "steps", format!(r#"{{"times":{i}}}"#)));
        let mut turn = Box::pin(tools.call_all(Provider::Mcp, calls));
        let mut done = false;
        for _ in 0..moment {
            done = poll(turn.as_mut()).is_ready();
            if done {
                break;
            }
        }
        assert!(alive.load(Ordering::SeqCst) <= 3);
        assert!(!done || alive.load(Ordering::SeqCst) == 0);
        drop(turn);
        assert_eq!(alive.load(Ordering::SeqCst), 0, "after {moment} polls");
    }
    // Polled to the end, each has its result.
    let calls =
        (0..8).map(|i| ToolCall::new(i.to_string(), "steps", format!(r#"{{"times":{i}}}"#)));
    let results = block_on(tools.call_all(Provider::Mcp, calls));
    let texts: Vec<_> = results.iter().map(text_of).collect();
    assert_eq!(texts, ["0", "1", "2", "3", "4", "5", "6", "7"]);
}

/// Cancelled after any number of polls: a call has ended before, or it is cancelled; none is lost.
#[test]
fn a_turn_is_cancelled_at_any_moment() {
    let alive = Arc::new(AtomicUsize::new(0));
    let tools = set(&alive).before_call_async(|_| async {
        polls(1).await;
        Verdict::Allow
    });
    let tools = tools.build().expect("nothing is missing");
    for moment in 0..16 {
        let cancellation = CancellationToken::new();
        let options = CallOptions::new()
            .cancellation(&cancellation)
            .max_concurrency(2);
        let calls =
            (0..6).map(|i| ToolCall::new(i.to_string(), "steps", format!(r#"{{"times":{i}}}"#)));
        let mut turn = Box::pin(tools.call_all_with(Provider::Mcp, calls, &options));
        let mut results = None;
        for _ in 0..moment {
            if let Poll::Ready(done) = poll(turn.as_mut()) {
                results = Some(done);
                break;
            }
        }
        cancellation.cancel();
        let results = results.unwrap_or_else(|| block_on(turn));
        assert_eq!(results.len(), 6);
        for (i, result) in results.iter().enumerate() {
            assert_eq!(result.call.id.as_str(), i.to_string());
            assert!(
                matches!(&result.error, None | Some(ToolError::Cancelled)),
                "{result:?}"
            );
        }
        assert_eq!(alive.load(Ordering::SeqCst), 0);
    }
}

/// One thread cancels while others wait, each at its own time.
#[test]
fn concurrent_cancellations_end_every_call() {
    let alive = Arc::new(AtomicUsize::new(0));
    let tools = set(&alive).build().expect("nothing is missing");
    for _ in 0..200 {
        let cancellation = CancellationToken::new();
        let children: Vec<_> = (0..4).map(|_| cancellation.child_token()).collect();
        std::thread::scope(|scope| {
            for child in &children {
                let tools = &tools;
                scope.spawn(move || {
                    let options = CallOptions::new().cancellation(child);
                    let calls =
                        ["never", "steps"].map(|name| ToolCall::new("1", name, r#"{"times":3}"#));
                    let results = block_on(tools.call_all_with(Provider::Mcp, calls, &options));
                    assert_eq!(results.len(), 2);
                });
            }
            scope.spawn(|| cancellation.cancel());
        });
        assert_eq!(alive.load(Ordering::SeqCst), 0);
    }
}

/// A handle of a handle, as tools that call tools make them: none is dropped by recursion.
#[test]
fn a_long_chain_of_handles_is_cancelled_and_dropped_without_recursion() {
    let first = CancellationToken::new();
    let mut last = first.child_token();
    for _ in 0..500_000 {
        last = last.child_token();
    }
    first.cancel();
    assert!(last.is_cancelled());
    drop(first);
    drop(last);
}

/// Keeps work and never runs it.
#[derive(Default)]
struct Never(Arc<Mutex<Vec<crate::failures::Work>>>);

impl Never {
    fn runs(&self, builder: ToolSetBuilder) -> ToolSetBuilder {
        let works = Arc::clone(&self.0);
        builder
            .spawn_blocking(move |work| works.lock().expect("no panic holds it").push(work))
            // The time, counted in polls.
            .sleep(|duration| polls(u8::try_from(duration.as_millis()).unwrap_or(u8::MAX)))
    }
}

#[test]
fn a_blocking_tool_that_never_runs_times_out_or_is_cancelled() {
    let alive = Arc::new(AtomicUsize::new(0));
    let never = Never::default();
    let tools = never
        .runs(set(&alive))
        .timeout(Duration::from_millis(20))
        .build();
    let tools = tools.expect("nothing is missing");
    let result = call(&tools, "block", "{}");
    assert_eq!(
        result.error,
        Some(ToolError::TimedOut(Duration::from_millis(20)))
    );
    // Without a timeout, cancellation ends the call.
    let tools = never.runs(set(&alive)).build().expect("nothing is missing");
    let cancellation = CancellationToken::new();
    let options = CallOptions::new().cancellation(&cancellation);
    let mut making =
        Box::pin(tools.call_with(Provider::Mcp, ToolCall::new("1", "block", "{}"), &options));
    assert!(poll(making.as_mut()).is_pending());
    cancellation.cancel();
    assert_eq!(block_on(making).error, Some(ToolError::Cancelled));
    // The work runs after its call ended: the result goes nowhere, and nothing breaks.
    let works = std::mem::take(&mut *never.0.lock().expect("no panic holds it"));
    assert_eq!(works.len(), 2);
    for work in works {
        work();
    }
    // If the work is dropped instead, the call fails.
    let mut making = Box::pin(tools.call(Provider::Mcp, ToolCall::new("1", "block", "{}")));
    assert!(poll(making.as_mut()).is_pending());
    never.0.lock().expect("no panic holds it").clear();
    assert_eq!(
        text_of(&block_on(making)),
        "the tool could not be started; try again later"
    );
}

/// A hook that never decides holds up its own call alone, and is dropped with it.
#[test]
fn a_hook_that_never_decides_delays_only_its_own_call() {
    let alive = Arc::new(AtomicUsize::new(0));
    let asked = Arc::clone(&alive);
    let tools: ToolSet = set(&alive)
        .before_call_async(move |call: PendingCall| {
            let one = Alive(Arc::clone(&asked)).one();
            async move {
                let _one = one;
                if call.arguments().contains('9') {
                    std::future::pending::<()>().await;
                }
                Verdict::Allow
            }
        })
        .build()
        .expect("nothing is missing");
    let calls = [9, 1].map(|n| ToolCall::new("1", "steps", format!(r#"{{"times":{n}}}"#)));
    let cancellation = CancellationToken::new();
    let options = CallOptions::new().cancellation(&cancellation);
    let mut turn = Box::pin(tools.call_all_with(Provider::Mcp, calls, &options));
    for _ in 0..5 {
        assert!(poll(turn.as_mut()).is_pending());
    }
    assert_eq!(
        alive.load(Ordering::SeqCst),
        1,
        "only the first still waits"
    );
    cancellation.cancel();
    let results = block_on(turn);
    assert_eq!(results[0].error, Some(ToolError::Cancelled));
    assert_eq!(text_of(&results[1]), "1");
    assert_eq!(alive.load(Ordering::SeqCst), 0);
}

/// The list of waiting futures is not locked while their wakers run.
#[test]
fn a_waker_may_drop_another_wait_for_the_same_handle() {
    use std::sync::mpsc;
    use std::task::Wake;

    struct Drops(Mutex<Option<Box<dyn Send>>>);
    impl Wake for Drops {
        fn wake(self: Arc<Self>) {
            drop(self.0.lock().expect("a lock").take());
        }
    }

    let (sent, received) = mpsc::channel();
    std::thread::spawn(move || {
        let handle = CancellationToken::new();
        let registered = |waker: &Waker| {
            let mut one = handle.cancelled();
            let polled = Pin::new(&mut one).poll(&mut Context::from_waker(waker));
            assert!(polled.is_pending());
            one
        };
        let other = registered(Waker::noop());
        let drops = Arc::new(Drops(Mutex::new(Some(Box::new(other)))));
        let _waits = registered(&Waker::from(Arc::clone(&drops)));
        handle.cancel();
        assert!(drops.0.lock().expect("a lock").is_none());
        sent.send(()).expect("a receiver");
    });
    // If a lock were held, this would block forever.
    let cancelled = received.recv_timeout(Duration::from_secs(60));
    cancelled.expect("`cancel` comes back");
}
