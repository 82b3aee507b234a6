//! One set used by many threads, many calls of one turn, and a tool that calls its own set.

#![allow(dead_code)] // Some functions are called through their tools only.

use super::{call, text_of};
use futures_executor::block_on;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, OnceLock};
use std::task::{Context, Poll, Waker};
use toolcast::call::{CallContext, CancellationToken, ToolCall, ToolError};
use toolcast::set::{Budget, CallOptions, ToolSet};
use toolcast::{Provider, tool, toolset};

#[derive(Default)]
struct Sum(AtomicUsize);

/// Adds.
#[tool]
async fn add(n: u16, #[tool(inject)] sum: &Sum, #[tool(inject)] context: &CallContext) -> String {
    sum.0.fetch_add(usize::from(n), Ordering::SeqCst);
    std::future::ready(()).await;
    format!("{}: {n}", context.id())
}

/// Adds on a thread of its own.
#[tool(blocking)]
fn add_blocking(n: u16, #[tool(inject)] sum: &Sum) -> u16 {
    sum.0.fetch_add(usize::from(n), Ordering::SeqCst);
    n
}

/// Fails.
#[tool]
fn fail(n: u16) -> Result<(), String> {
    Err(format!("not {n}"))
}

#[test]
fn one_set_can_be_used_from_many_threads() {
    let sum = Arc::new(Sum::default());
    let tools = toolset![add, add_blocking, fail].with_state_arc(Arc::clone(&sum));
    let tools = tools.build().expect("nothing is missing");
    let narrowed = tools.with_prefix("x_");
    std::thread::scope(|scope| {
        for thread in 0..8_u16 {
            let (tools, narrowed) = (&tools, &narrowed);
            scope.spawn(move || {
                for turn in 0..20_u16 {
                    let provider = Provider::ALL[usize::from(thread + turn) % Provider::ALL.len()];
                    // Declares and renders at run time while other threads call.
                    if provider != Provider::JsonSchema {
                        let fragment = narrowed.request_fragment(provider).expect("declared");
                        assert!(fragment.contains("x_add"), "{fragment}");
                    }
                    let calls = (0..10_u16).map(|n| {
                        let name = if n == 9 { "add_blocking" } else { "add" };
                        ToolCall::new(
                            format!("{thread}/{turn}/{n}"),
                            name,
                            format!(r#"{{"n":{n}}}"#),
                        )
                    });
                    let results = block_on(tools.call_all(provider, calls));
                    for (n, result) in results.iter().enumerate().take(9) {
                        assert_eq!(text_of(result), format!("{thread}/{turn}/{n}: {n}"));
                    }
                    assert_eq!(text_of(&results[9]), "9");
                }
            });
        }
    });
    assert_eq!(sum.0.load(Ordering::SeqCst), 8 * 20 * 45);
}

#[test]
fn ten_thousand_calls_in_one_turn_have_their_results_in_order() {
    let sum = Arc::new(Sum::default());
    let tools = toolset![add, fail].with_state_arc(Arc::clone(&sum));
    let tools = tools.build().expect("nothing is missing");
    let name = |n: u16| if n % 10 == 3 { "fail" } else { "add" };
    let calls =
        (0..10_000).map(|n| ToolCall::new(format!("c{n}"), name(n), format!(r#"{{"n":{n}}}"#)));
    let results = block_on(tools.call_all(Provider::OpenAi, calls));
    assert_eq!(results.len(), 10_000);
    for (n, result) in results.iter().enumerate() {
        assert_eq!(result.call.id.as_str(), format!("c{n}"));
        assert_eq!(result.is_error(), n % 10 == 3);
    }
    assert_eq!(results.to_messages(Provider::OpenAi).len(), 10_000);
    assert_eq!(results.to_messages(Provider::Anthropic).len(), 1);
    let added: usize = (0..10_000).filter(|n| n % 10 != 3).sum();
    assert_eq!(sum.0.load(Ordering::SeqCst), added);
}

/// All of a turn under one id: each call has its result, in its order.
#[test]
fn calls_with_one_id_have_their_own_results_in_order() {
    let tools = toolset![add]
        .with_state(Sum::default())
        .build()
        .expect("nothing is missing");
    let calls = (0..50).map(|n| ToolCall::new("same", "add", format!(r#"{{"n":{n}}}"#)));
    let results = block_on(tools.call_all(Provider::OpenAi, calls));
    let texts: Vec<_> = results.iter().map(text_of).collect();
    let expected: Vec<_> = (0..50).map(|n| format!("same: {n}")).collect();
    assert_eq!(texts, expected);
    for &provider in Provider::ALL {
        let all: String = results.to_message_texts(provider).concat();
        assert!(
            all.contains("same: 0") && all.contains("same: 49"),
            "{provider}: {all}"
        );
    }
    // Calls read from a response have distinct ids.
    let one =
        r#"{"id": "same", "type": "function", "function": {"name": "add", "arguments": "{}"}}"#;
    let response = format!(
        r#"{{"choices": [{{"message": {{"role": "assistant", "tool_calls": [{one}, {one}, {one}]}}}}]}}"#
    );
    let calls = Provider::OpenAi.parse_calls(&response).expect("calls");
    let ids: BTreeSet<_> = calls.iter().map(|call| call.id.as_str()).collect();
    assert_eq!(ids.len(), 3, "{ids:?}");
}

/// The cap on repeated failures, counted by many threads at once.
#[test]
fn repeated_failures_are_counted_across_threads() {
    let tools = toolset![fail]
        .warn_after_failures(Some(3))
        .build()
        .expect("nothing is missing");
    let conversation = Budget::new();
    let warned = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                let options = CallOptions::new().budget(&conversation);
                let calls = (0..25).map(|_| ToolCall::new("1", "fail", r#"{"n":1}"#));
                for result in &block_on(tools.call_all_with(Provider::Mcp, calls, &options)) {
                    assert!(matches!(&result.error, Some(ToolError::Failed(_))));
                    if text_of(result).contains("Don't make it again") {
                        warned.fetch_add(1, Ordering::SeqCst);
                    }
                }
            });
        }
    });
    assert_eq!(
        conversation.failures_of(&ToolCall::new("2", "fail", r#"{ "n": 1 }"#)),
        200
    );
    assert_eq!(warned.load(Ordering::SeqCst), 198, "all but the first two");
}

/// State that holds the tool's own set.
#[derive(Clone, Default)]
struct Own(Arc<OnceLock<ToolSet>>);

/// Calls itself with one less.
#[tool]
async fn countdown(
    n: u16,
    #[tool(inject)] own: &Own,
    #[tool(inject)] cancellation: CancellationToken,
) -> Result<String, String> {
    if n == 0 {
        return Ok("done".to_owned());
    }
    let tools = own.0.get().ok_or("no set")?;
    let options = CallOptions::new().cancellation(&cancellation);
    let arguments = format!(r#"{{"n":{}}}"#, n - 1);
    let result = Box::pin(tools.call_with(
        Provider::Mcp,
        ToolCall::new("inner", "countdown", arguments),
        &options,
    ))
    .await;
    match result.error {
        Some(error) => Err(error.to_string()),
        None => Ok(text_of(&result)),
    }
}

#[test]
fn a_tool_can_call_its_own_set() {
    let own = Own::default();
    let tools = toolset![countdown]
        .with_state(own.clone())
        .build()
        .expect("nothing is missing");
    assert!(own.0.set(tools.clone()).is_ok());
    assert_eq!(text_of(&call(&tools, "countdown", r#"{"n":20}"#)), "done");
    // A cancellation of the outer call ends the inner one.
    let cancellation = CancellationToken::new();
    cancellation.cancel();
    let options = CallOptions::new().cancellation(&cancellation);
    let result = block_on(tools.call_with(
        Provider::Mcp,
        ToolCall::new("1", "countdown", r#"{"n":20}"#),
        &options,
    ));
    assert_eq!(result.error, Some(ToolError::Cancelled));
}

/// Opens for all that wait.
#[derive(Default)]
struct Gate(Mutex<bool>, Condvar);

/// Waits until the test lets it end.
#[tool(blocking)]
fn hold(#[tool(inject)] gate: &Gate) {
    let opened = gate.0.lock().expect("no panic");
    drop(gate.1.wait_while(opened, |opened| !*opened));
}

#[test]
fn at_most_512_blocking_calls_run_by_default() {
    let gate = Arc::new(Gate::default());
    let tools = toolset![hold].with_state_arc(Arc::clone(&gate));
    let tools = tools.build().expect("no state is missing");
    let mut calls: Vec<_> = (0..513)
        .map(|i| Box::pin(tools.call(Provider::Mcp, ToolCall::new(format!("{i}"), "hold", "{}"))))
        .collect();
    let context = &mut Context::from_waker(Waker::noop());
    let mut done: Vec<_> = calls
        .iter_mut()
        .map(|call| call.as_mut().poll(context))
        .collect();
    let Some(Poll::Ready(last)) = done.pop() else {
        panic!("the last call waits");
    };
    assert!(done.iter().all(Poll::is_pending));
    assert_eq!(
        text_of(&last),
        "the tool could not be started; try again later"
    );
    *gate.0.lock().expect("no panic") = true;
    gate.1.notify_all();
    calls.pop();
    for call in calls {
        assert!(!block_on(call).is_error());
    }
}
