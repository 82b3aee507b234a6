//! Tools with functions that are taken apart by hand.

// Functions that are declared by their attribute and called by hand, or never; and types that only say what a tool takes.
#![allow(dead_code)]
#![allow(clippy::unnecessary_wraps)] // A tool's function may fail.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use toolcast::call::{
    Answer, CallId, Cancellation, Content, Inject, Invocation, Needs, Pending, Reply, Run, State,
    ToolError,
};
use toolcast::{Tool, ToolDef, tool};

/// What the program gives.
pub(super) struct Store {
    /// Not for the model.
    pub(super) key: String,
    pub(super) log: Mutex<Vec<String>>,
}

impl Store {
    pub(super) fn new() -> Self {
        Store {
            key: "s3cret-of-the-store".into(),
            log: Mutex::default(),
        }
    }
}

pub(super) struct Limit(pub(super) usize);

pub(super) fn text(text: impl Into<String>) -> Reply {
    Ok(Answer {
        content: vec![Content::Text(text.into())],
        artifact: None,
    })
}

/// Greet someone.
#[tool]
fn greet(name: &str, times: Option<u8>) -> String {
    vec![format!("Hello {name}"); times.unwrap_or(1).into()].join(" ")
}

fn run_greet(call: &Invocation<'_>) -> Reply {
    let mut take = call.take();
    let name = take.take::<String>(0);
    let times = take.take::<Option<u8>>(1);
    take.finish().map_err(ToolError::Arguments)?;
    let (Some(name), Some(times)) = (name, times) else {
        return Err(ToolError::Failed("nothing was taken".into()));
    };
    text(greet(&name, times))
}

pub(super) static GREET: ToolDef = greet::DEF.with_run(Run::Sync(run_greet), |_| {});

/// Keep a line.
#[tool(destructive)]
fn keep(line: String) -> String {
    line
}

fn run_keep<'c>(call: &'c Invocation<'c>) -> Pending<'c> {
    Pending::new(async move {
        let mut take = call.take();
        let line = take.take::<String>(0);
        take.finish().map_err(ToolError::Arguments)?;
        let store = call.inject::<&Store>()?;
        let State(limit) = call.inject::<State<Limit>>()?;
        let line = line.unwrap_or_default();
        if line.len() > limit.0 {
            return Err(ToolError::Failed(format!("more than {} bytes", limit.0)));
        }
        store.log.lock().expect("no panic holds it").push(line);
        let id = call.inject::<CallId>()?;
        text(format!("kept by {id}"))
    })
}

fn needs_keep(needs: &mut Needs) {
    <&Store as Inject<'_>>::need(needs);
    <State<Limit> as Inject<'_>>::need(needs);
    <CallId as Inject<'_>>::need(needs);
}

pub(super) static KEEP: ToolDef = keep::DEF.with_run(Run::Async(run_keep), needs_keep);

/// Never answers.
#[tool(read_only, title = "Wait")]
fn wait() {}

fn run_wait<'c>(call: &'c Invocation<'c>) -> Pending<'c> {
    Pending::new(async move {
        call.inject::<Cancellation>()?.cancelled().await;
        std::future::pending().await
    })
}

pub(super) static WAIT: ToolDef = wait::DEF.with_run(Run::Async(run_wait), |_| {});
pub(super) static WAIT_SHORTLY: ToolDef = WAIT.with_timeout(Duration::from_millis(30));

/// Panics at once.
#[tool]
fn burst() {}

fn run_burst(_: &Invocation<'_>) -> Reply {
    panic!("s3cret-of-the-panic")
}

pub(super) static BURST: ToolDef = burst::DEF.with_run(Run::Sync(run_burst), |_| {});

/// Panics after a while, and once more when it is dropped.
#[tool]
fn burst_later() {}

struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        assert!(std::thread::panicking(), "dropped");
    }
}

fn run_burst_later<'c>(_: &'c Invocation<'c>) -> Pending<'c> {
    let bomb = Bomb;
    let mut polls = 0;
    Pending::new(std::future::poll_fn(move |cx| {
        let _ = &bomb;
        polls += 1;
        assert!(polls < 3, "s3cret-of-the-panic");
        cx.waker().wake_by_ref();
        std::task::Poll::Pending
    }))
}

pub(super) static BURST_LATER: ToolDef =
    burst_later::DEF.with_run(Run::Async(run_burst_later), |_| {});

/// Blocks its thread.
#[tool(blocking)]
fn block(millis: u64) -> String {
    millis.to_string()
}

fn run_block(call: &Invocation<'_>) -> Reply {
    let mut take = call.take();
    let millis = take.take::<u64>(0);
    take.finish().map_err(ToolError::Arguments)?;
    std::thread::sleep(Duration::from_millis(millis.unwrap_or(0)));
    let thread = std::thread::current();
    text(thread.name().unwrap_or("a thread without a name"))
}

pub(super) static BLOCK: ToolDef = block::DEF.with_run(Run::Sync(run_block), |_| {});

/// Count how many run at once.
#[tool]
fn count(nth: u64) -> u64 {
    nth
}

#[derive(Default)]
pub(super) struct Running {
    pub(super) now: AtomicUsize,
    pub(super) most: AtomicUsize,
}

fn run_count<'c>(call: &'c Invocation<'c>) -> Pending<'c> {
    Pending::new(async move {
        let mut take = call.take();
        let nth = take.take::<u64>(0).unwrap_or(0);
        take.finish().map_err(ToolError::Arguments)?;
        let running = call.inject::<&Running>()?;
        let now = running.now.fetch_add(1, Ordering::SeqCst) + 1;
        running.most.fetch_max(now, Ordering::SeqCst);
        // The later ones end first.
        let mut left = 20 - nth.min(19);
        std::future::poll_fn(move |cx| {
            left -= 1;
            cx.waker().wake_by_ref();
            if left == 0 {
                std::task::Poll::Ready(())
            } else {
                std::task::Poll::Pending
            }
        })
        .await;
        running.now.fetch_sub(1, Ordering::SeqCst);
        text(nth.to_string())
    })
}

pub(super) static COUNT: ToolDef = count::DEF.with_run(Run::Async(run_count), |needs| {
    <&Running as Inject<'_>>::need(needs);
});

/// Answers the user.
#[tool(return_direct)]
fn show() -> &'static str {
    "shown"
}

fn run_show(_: &Invocation<'_>) -> Reply {
    Ok(Answer {
        content: vec![Content::Text(show().into())],
        artifact: Some(Box::new(42_u32)),
    })
}

pub(super) static SHOW: ToolDef = show::DEF.with_run(Run::Sync(run_show), |_| {});
