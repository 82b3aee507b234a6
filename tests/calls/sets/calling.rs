//! Calls: state, panics, timeouts, cancellation, threads, order.

// Some functions are only declared by their attribute, or also called by hand. Some types only
// describe a tool's parameters.
#![allow(dead_code)]

use std::future::Future;
use std::pin::pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use futures_executor::block_on;
use toolcast::Provider;
use toolcast::call::{CancellationToken, ToolCall, ToolError};
use toolcast::set::{CallOptions, DynamicTool, SetError, ToolSet};

use super::tools::{
    BLOCK, BURST, BURST_LATER, COUNT, GREET, KEEP, Limit, MEET, Running, SHOW, Store, WAIT,
    WAIT_SHORTLY,
};
use super::{call, text_of};

#[test]
fn a_missing_state_is_reported_with_each_tool_that_needs_it() {
    let error = ToolSet::builder()
        .tool_def(KEEP)
        .tool_def(GREET)
        .tool_def(COUNT)
        .tool_def(GREET)
        .with_state(Limit(3))
        .build()
        .expect_err("two values are missing and a name is there twice");
    let text = error.to_string();
    assert_eq!(
        text,
        "the tool set can't be built:\n\
         - no state of type `calls::sets::tools::Running`, which `count` needs: add it by `with_state`, or an `Arc` of it by `with_state_arc`\n\
         - no state of type `calls::sets::tools::Store`, which `keep` needs: add it by `with_state`, or an `Arc` of it by `with_state_arc`\n\
         - more than one tool is called `greet`"
    );
    let SetError::Build {
        missing,
        duplicates,
        ..
    } = error
    else {
        panic!("{error:?}");
    };
    assert_eq!(missing["calls::sets::tools::Store"], ["keep"]);
    assert_eq!(duplicates, ["greet"]);
}

#[test]
fn state_reaches_the_tool_and_is_in_no_text() {
    let store = Arc::new(Store::new());
    let tools = ToolSet::builder()
        .tool_def(KEEP)
        .with_state_arc(Arc::clone(&store))
        .with_state(Limit(5));
    assert!(!format!("{tools:?}").contains("s3cret"));
    let tools = tools.build().expect("all is there");
    assert!(!store.key.is_empty() && !format!("{tools:?}").contains("s3cret"));

    let kept = call(&tools, "keep", r#"{"line":"abc"}"#);
    assert_eq!(text_of(&kept), "kept by call_1");
    assert!(!kept.is_error());
    let refused = call(&tools, "keep", r#"{"line":"abcdef"}"#);
    assert_eq!(text_of(&refused), "more than 5 bytes");
    assert_eq!(
        refused.error,
        Some(ToolError::Failed("more than 5 bytes".into()))
    );
    let wrong = call(&tools, "keep", r#"{"line":7}"#);
    assert!(matches!(wrong.error, Some(ToolError::Arguments(_))));
    assert!(!format!("{wrong:?}").contains("s3cret"));
    assert_eq!(*store.log.lock().expect("no panic holds it"), ["abc"]);
}

#[test]
fn an_unknown_tool_is_an_error_that_names_the_nearest() {
    let tools = ToolSet::builder()
        .tool_def(GREET)
        .tool_def(SHOW)
        .build()
        .expect("nothing is missing");
    for (wrong, text) in [
        ("Greet", "unknown tool `Greet`; did you mean `greet`?"),
        ("gret", "unknown tool `gret`; did you mean `greet`?"),
        (
            "functions.greet",
            "unknown tool `functions.greet`; did you mean `greet`?",
        ),
        ("delete_everything", "unknown tool `delete_everything`"),
        ("", "unknown tool ``"),
    ] {
        assert_eq!(text_of(&call(&tools, wrong, "{}")), text);
    }
    let long = "g".repeat(5_000_000);
    let result = call(&tools, &long, "{}");
    assert!(matches!(
        result.error,
        Some(ToolError::UnknownTool { nearest: None, .. })
    ));
    assert!(text_of(&result).len() < 200, "it is not sent back whole");
}

#[test]
fn a_panic_is_an_error_whose_text_the_model_never_sees() {
    let tools = ToolSet::builder()
        .tool_def(BURST)
        .tool_def(BURST_LATER)
        .build()
        .expect("nothing is missing");
    for name in ["burst", "burst_later"] {
        let result = call(&tools, name, "{}");
        assert_eq!(text_of(&result), "the tool failed unexpectedly");
        let Some(ToolError::Panicked(message)) = &result.error else {
            panic!("{result:?}")
        };
        assert_eq!(message, "s3cret-of-the-panic");
    }
    // Dropped in the middle: a panic in its `Drop` is swallowed.
    let mut future =
        Box::pin(tools.call(Provider::OpenAi, ToolCall::new("1", "burst_later", "{}")));
    assert!(
        future
            .as_mut()
            .poll(&mut Context::from_waker(Waker::noop()))
            .is_pending()
    );
    drop(future);
}

#[test]
fn a_tool_that_takes_too_long_is_an_error() {
    let tools = ToolSet::builder()
        .tool_def(WAIT_SHORTLY)
        .build()
        .expect("nothing is missing");
    let begun = Instant::now();
    let result = call(&tools, "wait", "{}");
    assert_eq!(
        result.error,
        Some(ToolError::TimedOut(Duration::from_millis(30)))
    );
    assert_eq!(text_of(&result), "the tool took longer than 30ms");
    assert!(begun.elapsed() >= Duration::from_millis(30));

    // The set's timeout, and the request's, which replaces it.
    let tools = ToolSet::builder()
        .tool_def(WAIT)
        .timeout(Duration::from_millis(20))
        .build()
        .expect("nothing is missing");
    let result = call(&tools, "wait", "{}");
    assert_eq!(
        result.error,
        Some(ToolError::TimedOut(Duration::from_millis(20)))
    );
    let options = CallOptions::new().timeout(Duration::from_millis(10));
    let made = ToolCall::new("1", "wait", "{}");
    let result = block_on(tools.call_with(Provider::OpenAi, made, &options));
    assert_eq!(
        result.error,
        Some(ToolError::TimedOut(Duration::from_millis(10)))
    );
}

#[test]
fn a_cancellation_ends_every_call_at_once() {
    let tools = ToolSet::builder()
        .tool_def(WAIT)
        .tool_def(GREET)
        .build()
        .expect("nothing is missing");
    let cancellation = CancellationToken::new();
    let options = CallOptions::new()
        .cancellation(&cancellation)
        .max_concurrency(2);
    let calls = (0..5).map(|i| ToolCall::new(i.to_string(), "wait", "{}"));
    let results = std::thread::scope(|scope| {
        let waiting =
            scope.spawn(|| block_on(tools.call_all_with(Provider::OpenAi, calls, &options)));
        std::thread::sleep(Duration::from_millis(30));
        assert!(!waiting.is_finished());
        cancellation.cancel();
        waiting.join().expect("no call panics")
    });
    assert_eq!(results.len(), 5);
    for (i, result) in results.iter().enumerate() {
        assert_eq!(result.call.id.as_str(), i.to_string());
        assert_eq!(result.error, Some(ToolError::Cancelled));
    }
    // A call that is cancelled in advance never starts.
    let made = ToolCall::new("1", "greet", r#"{"name":"a"}"#);
    let result = block_on(tools.call_with(Provider::OpenAi, made, &options));
    assert_eq!(result.error, Some(ToolError::Cancelled));
}

/// A cancelled tool is polled once more, so that it can return a partial result. If it is still
/// pending, the call ends.
#[test]
fn a_cancelled_tool_is_polled_once_more() {
    let stops = |name, again: bool| {
        DynamicTool::new_async(
            name,
            "Stop",
            move |(), context: toolcast::call::CallContext| async move {
                context.cancellation().cancelled().await;
                if again {
                    std::future::pending::<()>().await;
                }
                Ok::<_, String>("half of it")
            },
        )
    };
    let tools = ToolSet::builder()
        .dynamic(stops("at_once", false))
        .dynamic(stops("later", true))
        .build()
        .expect("nothing is missing");
    for (name, error) in [("at_once", None), ("later", Some(ToolError::Cancelled))] {
        let cancellation = CancellationToken::new();
        let options = CallOptions::new().cancellation(&cancellation);
        let made = ToolCall::new("1", name, "{}");
        let mut waiting = pin!(tools.call_with(Provider::OpenAi, made, &options));
        let mut cx = Context::from_waker(Waker::noop());
        assert!(waiting.as_mut().poll(&mut cx).is_pending());
        cancellation.cancel();
        assert_eq!(block_on(waiting).error, error, "{name}");
    }
}

#[test]
fn all_waiters_of_a_cancellation_are_woken() {
    let parent = CancellationToken::new();
    let child = parent.child_token();
    let sibling = parent.child_token();
    sibling.cancel();
    assert!(sibling.is_cancelled() && !child.is_cancelled() && !parent.is_cancelled());
    // An abandoned wait leaves nothing behind.
    {
        let mut given_up = pin!(child.cancelled());
        assert!(
            given_up
                .as_mut()
                .poll(&mut Context::from_waker(Waker::noop()))
                .is_pending()
        );
    }
    let waiting = std::thread::spawn(move || block_on(child.cancelled()));
    std::thread::sleep(Duration::from_millis(10));
    assert!(!waiting.is_finished());
    parent.cancel();
    waiting.join().expect("it is woken");
    block_on(parent.child_token().cancelled());
}

#[test]
fn dropping_a_call_cancels_its_tool() {
    use toolcast::{Tool, tool};

    struct Left(Mutex<Option<CancellationToken>>);

    /// Leave the handle behind.
    #[tool]
    async fn leave(#[tool(inject)] left: &Left, #[tool(inject)] handle: CancellationToken) {
        *left.0.lock().expect("no panic holds it") = Some(handle);
        std::future::pending::<()>().await;
    }

    let left = Arc::new(Left(Mutex::new(None)));
    let tools = ToolSet::builder()
        .tool_def(leave::DEF)
        .with_state_arc(Arc::clone(&left))
        .build()
        .expect("all is there");
    let mut future = Box::pin(tools.call(Provider::OpenAi, ToolCall::new("1", "leave", "{}")));
    assert!(
        future
            .as_mut()
            .poll(&mut Context::from_waker(Waker::noop()))
            .is_pending()
    );
    let handle = left
        .0
        .lock()
        .expect("no panic holds it")
        .take()
        .expect("the tool ran");
    assert!(!handle.is_cancelled());
    drop(future);
    assert!(handle.is_cancelled());
}

#[test]
fn blocking_tools_run_on_threads_of_their_own() {
    let tools = ToolSet::builder()
        .tool_def(BLOCK)
        .build()
        .expect("nothing is missing");
    assert_eq!(
        text_of(&call(&tools, "block", r#"{"millis":0}"#)),
        "toolcast"
    );
    // Four calls that wait for one another; sequential execution would never finish.
    let meeting = ToolSet::builder()
        .tool_def(MEET)
        .timeout(Duration::from_secs(60))
        .build()
        .expect("nothing is missing");
    let calls = (0..4).map(|i| ToolCall::new(i.to_string(), "meet", "{}"));
    let results = block_on(meeting.call_all(Provider::OpenAi, calls));
    let returned = results.iter().filter(|result| !result.is_error());
    assert_eq!(returned.count(), 4);
    // Timeout: the thread continues, but the call does not wait for it.
    let options = CallOptions::new().timeout(Duration::from_millis(20));
    let made = ToolCall::new("1", "block", r#"{"millis":300}"#);
    let result = block_on(tools.call_with(Provider::OpenAi, made, &options));
    assert_eq!(
        result.error,
        Some(ToolError::TimedOut(Duration::from_millis(20)))
    );
}

/// Counts the uses of the program's threads and timer.
#[derive(Default)]
struct Asked {
    works: AtomicUsize,
    sleeps: AtomicUsize,
}

#[test]
fn the_programs_threads_and_timer_are_used() {
    let asked = Arc::new(Asked::default());
    for drops in [false, true] {
        let (works, sleeps) = (Arc::clone(&asked), Arc::clone(&asked));
        let tools = ToolSet::builder()
            .tool_def(BLOCK)
            .tool_def(WAIT_SHORTLY)
            .spawn_blocking(move |work| {
                works.works.fetch_add(1, Ordering::SeqCst);
                if !drops {
                    work();
                }
            })
            .sleep(move |_| {
                sleeps.sleeps.fetch_add(1, Ordering::SeqCst);
                std::future::ready(())
            })
            .build()
            .expect("nothing is missing");
        let blocked = call(&tools, "block", r#"{"millis":0}"#);
        if drops {
            assert_eq!(
                text_of(&blocked),
                "the tool could not be started; try again later"
            );
        } else {
            assert!(!blocked.is_error());
        }
        let waited = call(&tools, "wait", "{}");
        assert_eq!(
            waited.error,
            Some(ToolError::TimedOut(Duration::from_millis(30)))
        );
    }
    assert_eq!(asked.works.load(Ordering::SeqCst), 2);
    assert_eq!(asked.sleeps.load(Ordering::SeqCst), 2);
}

#[test]
fn results_are_in_the_order_of_the_calls_and_few_run_at_once() {
    for (most, seen) in [(1, 1), (3, 3), (100, 12)] {
        let running = Arc::new(Running::default());
        let tools = ToolSet::builder()
            .tool_def(COUNT)
            .with_state_arc(Arc::clone(&running))
            .max_concurrency(most)
            .build()
            .expect("all is there");
        let calls =
            (0..12).map(|i| ToolCall::new(format!("id{i}"), "count", format!(r#"{{"nth":{i}}}"#)));
        let results = block_on(tools.call_all(Provider::OpenAi, calls));
        let texts: Vec<_> = results.iter().map(text_of).collect();
        assert_eq!(texts, (0..12).map(|i| i.to_string()).collect::<Vec<_>>());
        assert_eq!(running.most.load(Ordering::SeqCst), seen);
    }
}

#[test]
fn an_answer_for_the_user_and_an_artifact_for_the_program() {
    let tools = ToolSet::builder()
        .tool_def(SHOW)
        .tool_def(GREET)
        .build()
        .expect("nothing is missing");
    let result = call(&tools, "show", "{}");
    assert!(result.return_direct);
    let artifact = result
        .artifact
        .as_ref()
        .and_then(|any| any.downcast_ref::<u32>());
    assert_eq!(artifact, Some(&42));
    let show = || ToolCall::new("1", "show", "{}");
    assert!(
        block_on(tools.call_all(Provider::OpenAi, [show(), show()]))
            .direct_answers()
            .is_some()
    );
    let greet = ToolCall::new("2", "greet", r#"{"name":"a"}"#);
    assert!(
        block_on(tools.call_all(Provider::OpenAi, [show(), greet]))
            .direct_answers()
            .is_none()
    );
    assert!(
        block_on(tools.call_all(Provider::OpenAi, []))
            .direct_answers()
            .is_none()
    );
}

#[test]
fn futures_can_be_sent_and_outlive_their_set() {
    fn sent<F: Future + Send + 'static>(future: F) -> F {
        future
    }
    let tools = ToolSet::builder()
        .tool_def(GREET)
        .build()
        .expect("nothing is missing");
    let one = sent(tools.call(
        Provider::Anthropic,
        ToolCall::new("1", "greet", r#"{"name":"a"}"#),
    ));
    let all = sent(tools.call_all(
        Provider::Anthropic,
        vec![ToolCall::new("1", "greet", r#"{"name":"b","times":2}"#)],
    ));
    drop(tools);
    let one = std::thread::spawn(|| block_on(one))
        .join()
        .expect("no panic");
    assert_eq!(text_of(&one), "Hello a");
    assert_eq!(text_of(&block_on(all)[0]), "Hello b Hello b");
}

#[test]
fn calls_run_on_any_executor() {
    // An executor that polls in a loop and never waits.
    let tools = ToolSet::builder()
        .tool_def(WAIT_SHORTLY)
        .tool_def(BLOCK)
        .build()
        .expect("nothing is missing");
    let calls = vec![
        ToolCall::new("1", "wait", "{}"),
        ToolCall::new("2", "block", r#"{"millis":5}"#),
    ];
    let mut all = pin!(tools.call_all(Provider::Gemini, calls));
    let results = loop {
        if let Poll::Ready(results) = all.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            break results;
        }
        std::thread::yield_now();
    };
    assert_eq!(
        results[0].error,
        Some(ToolError::TimedOut(Duration::from_millis(30)))
    );
    assert_eq!(text_of(&results[1]), "toolcast");
}

#[test]
fn calls_with_one_id_have_their_own_results() {
    let tools = ToolSet::builder()
        .tool_def(GREET)
        .build()
        .expect("nothing is missing");
    let calls =
        ["a", "b"].map(|name| ToolCall::new("same", "greet", format!(r#"{{"name":"{name}"}}"#)));
    let results = block_on(tools.call_all(Provider::OpenAi, calls));
    assert_eq!(
        results.iter().map(text_of).collect::<Vec<_>>(),
        ["Hello a", "Hello b"]
    );
}

#[test]
fn hostile_arguments_are_errors() {
    let tools = ToolSet::builder()
        .tool_def(GREET)
        .build()
        .expect("nothing is missing");
    let deep = "[".repeat(10_000) + &"]".repeat(10_000);
    for arguments in [
        String::new() + "{",
        "\u{feff}{}".into(),
        format!(r#"{{"name":{deep}}}"#),
        format!(r#"{{"name":"a","times":{}}}"#, "9".repeat(100_000)),
        r#"{"name":"\ud800"}"#.into(),
        "null".into(),
        "\0".into(),
    ] {
        let result = call(&tools, "greet", &arguments);
        assert!(
            matches!(result.error, Some(ToolError::Arguments(_))),
            "{:.60}: {:?}",
            arguments,
            result.error
        );
    }
}
