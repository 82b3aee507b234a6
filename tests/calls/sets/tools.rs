//! One tool of each kind that a set handles.

use std::future::{pending, poll_fn};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier, LazyLock, Mutex};
use std::task::Poll;
use std::time::Duration;

use toolcast::call::{CallContext, CancellationToken, ToolOutput};
use toolcast::{Tool, ToolDef, tool};

/// State of the caller.
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

/// Greet someone.
#[tool]
fn greet(name: &str, times: Option<u8>) -> String {
    vec![format!("Hello {name}"); times.unwrap_or(1).into()].join(" ")
}

pub(super) const GREET: &ToolDef = greet::DEF;

/// Keep a line.
#[tool(destructive)]
async fn keep(
    line: String,
    #[tool(inject)] store: &Store,
    #[tool(inject)] limit: Arc<Limit>,
    #[tool(inject)] context: &CallContext,
) -> Result<String, String> {
    if line.len() > limit.0 {
        return Err(format!("more than {} bytes", limit.0));
    }
    store.log.lock().expect("no panic holds it").push(line);
    Ok(format!("kept by {}", context.id()))
}

pub(super) const KEEP: &ToolDef = keep::DEF;

/// Never answers.
#[tool(read_only, title = "Wait")]
async fn wait(#[tool(inject)] cancellation: CancellationToken) {
    cancellation.cancelled().await;
    pending::<()>().await;
}

pub(super) const WAIT: &ToolDef = wait::DEF;

/// Never answers, and may not take long.
#[tool(name = "wait", timeout = 0.03)]
async fn wait_shortly(#[tool(inject)] cancellation: CancellationToken) {
    wait(cancellation).await;
}

pub(super) const WAIT_SHORTLY: &ToolDef = wait_shortly::DEF;

/// Panics at once.
#[tool]
fn burst() {
    panic!("s3cret-of-the-panic")
}

pub(super) const BURST: &ToolDef = burst::DEF;

struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        assert!(std::thread::panicking(), "dropped");
    }
}

/// Panics after a while, and once more when it is dropped.
#[tool]
async fn burst_later() {
    let _bomb = Bomb;
    again(2).await;
    panic!("s3cret-of-the-panic")
}

pub(super) const BURST_LATER: &ToolDef = burst_later::DEF;

/// Asks to be asked again, as often as that.
async fn again(times: u64) {
    let mut left = times;
    poll_fn(move |cx| {
        if left == 0 {
            return Poll::Ready(());
        }
        left -= 1;
        cx.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

/// Blocks its thread.
#[tool(blocking)]
fn block(millis: u64) -> String {
    std::thread::sleep(Duration::from_millis(millis));
    let thread = std::thread::current();
    thread.name().unwrap_or("a thread without a name").into()
}

pub(super) const BLOCK: &ToolDef = block::DEF;

/// Wait for three others.
#[tool(blocking)]
fn meet() {
    static FOUR: LazyLock<Barrier> = LazyLock::new(|| Barrier::new(4));
    FOUR.wait();
}

pub(super) const MEET: &ToolDef = meet::DEF;

#[derive(Default)]
pub(super) struct Running {
    pub(super) now: AtomicUsize,
    pub(super) most: AtomicUsize,
}

/// Count how many run at once.
#[tool]
async fn count(nth: u64, #[tool(inject)] running: &Running) -> String {
    let now = running.now.fetch_add(1, Ordering::SeqCst) + 1;
    running.most.fetch_max(now, Ordering::SeqCst);
    // Later calls end first.
    again(20 - nth.min(19)).await;
    running.now.fetch_sub(1, Ordering::SeqCst);
    nth.to_string()
}

pub(super) const COUNT: &ToolDef = count::DEF;

/// Answers the user.
#[tool(return_direct)]
fn show() -> ToolOutput<&'static str, u32> {
    ToolOutput::new("shown", 42)
}

pub(super) const SHOW: &ToolDef = show::DEF;
