//! Findings of an attack on sets: calls that ran although they must not, and results that were
//! lost.

#![allow(clippy::needless_pass_by_value)] // Tools own their parameters.

use std::convert::Infallible;
use std::future::Future;
use std::pin::pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Waker};
use std::time::Duration;

use futures_executor::block_on;
use serde::Deserialize;
use serde_json::json;
use toolcast::Verdict;
use toolcast::call::{CallContext, CancellationToken, Content, OverBudget, ToolCall, ToolError};
use toolcast::set::{Budget, CallOptions, DynamicTool, ToolSet};
use toolcast::{Provider, ToolSchema, tool, toolset};

use super::{call, text_of};

#[derive(Deserialize, ToolSchema)]
#[serde(rename_all = "snake_case")]
enum Sort {
    Stars,
    Updated,
}

#[derive(Deserialize, ToolSchema)]
struct Filter {
    project: Option<String>,
}

#[derive(Deserialize, ToolSchema)]
struct Search {
    sort: Sort,
    filter: Filter,
}

fn narrowed() -> ToolSet {
    let search = DynamicTool::new("search", "Search", |search: Search, _: &CallContext| {
        let sort = match search.sort {
            Sort::Stars => "stars",
            Sort::Updated => "updated",
        };
        let project = search.filter.project.unwrap_or_default();
        Ok::<_, Infallible>(format!("{sort} {project}"))
    });
    let tools = ToolSet::builder().dynamic(search).build().expect("a set");
    let tools = tools
        .with_values("search.filter.project", ["apollo"])
        .expect("a path");
    tools
        .with_values("search.sort", ["updated"])
        .expect("a path")
}

#[test]
fn no_form_of_serde_bypasses_the_values_of_a_narrowed_set() {
    let tools = narrowed();
    let found = call(
        &tools,
        "search",
        r#"{"sort":"updated","filter":{"project":"apollo"}}"#,
    );
    assert_eq!(text_of(&found), "updated apollo");
    for (arguments, expected) in [
        // A struct as a list.
        (
            r#"{"sort":"updated","filter":["gemini"]}"#,
            "$.filter: expected an object",
        ),
        // A unit variant as an object.
        (
            r#"{"sort":{"stars":null},"filter":{}}"#,
            r#"$.sort: expected "updated""#,
        ),
    ] {
        let found = call(&tools, "search", arguments);
        assert!(
            found.is_error() && text_of(&found).contains(expected),
            "{found:?}"
        );
    }
}

type Work = Box<dyn FnOnce() + Send>;

struct Paid(AtomicUsize);

/// Pays.
#[tool(blocking)]
fn pay(#[tool(inject)] paid: &Paid) {
    paid.0.fetch_add(1, Ordering::SeqCst);
}

#[test]
fn blocking_work_that_is_queued_does_not_run_after_its_call_has_ended() {
    let paid = Arc::new(Paid(AtomicUsize::new(0)));
    let queue = Arc::new(Mutex::new(Vec::<Work>::new()));
    let works = Arc::clone(&queue);
    let tools = toolset![pay]
        .with_state_arc(Arc::clone(&paid))
        .spawn_blocking(move |work| works.lock().expect("no panic holds it").push(work))
        .timeout(Duration::from_millis(5))
        .build()
        .expect("a set");
    let found = call(&tools, "pay", "{}");
    assert!(
        matches!(found.error, Some(ToolError::TimedOut(_))),
        "{found:?}"
    );
    let mut making = Box::pin(tools.call(Provider::Mcp, ToolCall::new("2", "pay", "{}")));
    let mut cx = Context::from_waker(Waker::noop());
    assert!(making.as_mut().poll(&mut cx).is_pending());
    drop(making);
    for work in std::mem::take(&mut *queue.lock().expect("no panic holds it")) {
        work();
    }
    assert_eq!(paid.0.load(Ordering::SeqCst), 0);
}

/// Never answers.
#[tool]
async fn hang() {
    std::future::pending::<()>().await;
}

#[test]
fn the_built_in_timer_replaces_one_that_panics() {
    let timeout = Duration::from_millis(5);
    let tools = toolset![hang]
        .sleep(|_| -> std::future::Ready<()> { panic!("no timer") })
        .timeout(timeout)
        .build()
        .expect("a set");
    let found = call(&tools, "hang", "{}");
    assert_eq!(found.error, Some(ToolError::TimedOut(timeout)));
}

/// Sends.
#[tool(approve)]
fn send(text: String) -> String {
    text
}

#[test]
fn modified_arguments_are_not_an_approval() {
    let tools = toolset![send]
        .before_call(|_| Verdict::modify(&json!({"text": "trimmed"})))
        .build()
        .expect("a set");
    let found = call(&tools, "send", r#"{"text":" a "}"#);
    assert_eq!(found.error, Some(ToolError::Waiting), "{found:?}");
    let waiting = found.waiting.expect("it waits");
    assert_eq!(waiting.modified.as_deref(), Some(r#"{"text":"trimmed"}"#));
}

#[test]
fn a_call_does_not_run_after_the_time_of_its_budget() {
    let paid = Arc::new(Paid(AtomicUsize::new(0)));
    let budget = Budget::new().max_time(Duration::from_millis(5));
    let tools = toolset![pay]
        .with_state_arc(Arc::clone(&paid))
        .before_call(|_| {
            std::thread::sleep(Duration::from_millis(10));
            Verdict::Allow
        })
        .build()
        .expect("a set");
    let options = CallOptions::new().budget(&budget);
    let one = ToolCall::new("1", "pay", "{}");
    let found = block_on(tools.call_with(Provider::Mcp, one, &options));
    assert!(
        matches!(
            found.error,
            Some(ToolError::OverBudget(OverBudget::Time(_)))
        ),
        "{found:?}"
    );
    assert_eq!(paid.0.load(Ordering::SeqCst), 0);
}

#[test]
fn a_cancelled_call_is_neither_asked_nor_counted() {
    let asked = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&asked);
    let tools = toolset![send]
        .before_call(move |_| {
            counter.fetch_add(1, Ordering::SeqCst);
            Verdict::Wait
        })
        .build()
        .expect("a set");
    let (token, budget) = (CancellationToken::new(), Budget::new());
    token.cancel();
    let options = CallOptions::new().cancellation(&token).budget(&budget);
    let one = ToolCall::new("1", "send", r#"{"text":"a"}"#);
    let found = block_on(tools.call_with(Provider::Mcp, one, &options));
    assert_eq!(found.error, Some(ToolError::Cancelled));
    assert_eq!((asked.load(Ordering::SeqCst), budget.calls()), (0, 0));
}

#[test]
fn a_budget_cancels_calls_that_have_a_token_of_their_own() {
    let tools = toolset![hang].build().expect("a set");
    let budget = Budget::new();
    let options = CallOptions::new()
        .cancellation(&CancellationToken::new())
        .budget(&budget);
    let one = ToolCall::new("1", "hang", "{}");
    let mut making = pin!(tools.call_with(Provider::Mcp, one, &options));
    let mut cx = Context::from_waker(Waker::noop());
    assert!(making.as_mut().poll(&mut cx).is_pending());
    budget.cancel();
    assert_eq!(block_on(making).error, Some(ToolError::Cancelled));
}

#[test]
fn a_dropped_resume_keeps_the_results_that_it_has() {
    #[tool(approve)]
    fn quick() -> &'static str {
        "paid"
    }
    #[tool(approve)]
    async fn slow() {
        std::future::pending::<()>().await;
    }
    let tools = toolset![quick, slow]
        .max_concurrency(1)
        .build()
        .expect("a set");
    let calls = ["quick", "slow", "quick"];
    let calls = calls.iter().enumerate();
    let calls = calls.map(|(i, name)| ToolCall::new(i.to_string(), *name, "{}"));
    let mut results = block_on(tools.call_all(Provider::Mcp, calls.collect::<Vec<_>>()));
    let ids: Vec<String> = results.iter().map(|one| one.call.id.clone()).collect();
    let approved = ids.into_iter().map(|id| (id, Verdict::Allow));
    {
        let mut resuming = pin!(tools.resume(&mut results, approved));
        let mut cx = Context::from_waker(Waker::noop());
        assert!(resuming.as_mut().poll(&mut cx).is_pending());
    }
    assert_eq!(text_of(&results[0]), "paid");
    assert_eq!(results[1].error, Some(ToolError::Cancelled));
    assert_eq!(results[2].error, Some(ToolError::Waiting));
    let last = (results[2].call.id.clone(), Verdict::Allow);
    block_on(tools.resume(&mut results, [last])).expect("it waits");
    assert_eq!(text_of(&results[2]), "paid");
}

#[test]
fn names_and_types_of_files_are_redacted_and_bounded() {
    /// Has a file.
    #[tool]
    fn file() -> Vec<Content> {
        vec![
            Content::file(
                "text/plain",
                format!("hunter2{}", "x".repeat(5_000)),
                b"the password is hunter2",
            ),
            Content::image("image/hunter2", b"\x89PNG hunter2"),
            // Latin-1, and a type that isn't `text`.
            Content::file("text/csv", "a.csv", b"caf\xe9,hunter2"),
            Content::file("application/json", "a.json", br#"{"password":"hunter2"}"#),
        ]
    }
    let tools = toolset![file].redact("hunter2").build().expect("a set");
    let found = call(&tools, "file", "{}");
    let [
        Content::File { name, data, .. },
        Content::Image {
            media_type,
            data: bytes,
        },
        Content::File { data: latin, .. },
        Content::File { data: json, .. },
    ] = found.content.as_slice()
    else {
        panic!("{found:?}");
    };
    assert!(
        name.starts_with("[redacted]") && name.len() <= 256,
        "{name}"
    );
    assert_eq!(data, b"the password is [redacted]");
    assert_eq!(media_type, "image/[redacted]");
    // A picture has no text.
    assert_eq!(bytes, b"\x89PNG hunter2");
    assert_eq!(latin, b"caf\xe9,[redacted]");
    assert_eq!(json, br#"{"password":"[redacted]"}"#);
    assert!(found.altered);
}

#[test]
fn json_that_a_redaction_breaks_is_a_text_or_an_error() {
    #[derive(serde::Serialize, ToolSchema)]
    struct Account {
        account: u32,
    }
    /// Untyped.
    #[tool]
    fn untyped() -> serde_json::Value {
        json!({"account": 12345})
    }
    /// With a schema.
    #[tool(output)]
    fn typed() -> Account {
        Account { account: 12345 }
    }
    let tools = toolset![untyped, typed]
        .redact("12345")
        .build()
        .expect("a set");
    let found = call(&tools, "untyped", "{}");
    assert_eq!(text_of(&found), r#"{"account":[redacted]}"#);
    let found = call(&tools, "typed", "{}");
    assert!(
        found.is_error() && !text_of(&found).contains("12345"),
        "{found:?}"
    );
}

#[test]
fn a_denial_has_the_bound_of_its_tool() {
    /// Is never called.
    #[tool(max_result_bytes = 300)]
    fn short() {}
    let tools = toolset![short]
        .before_call(|_| Verdict::deny("x".repeat(5_000)))
        .build()
        .expect("a set");
    assert!(text_of(&call(&tools, "short", "{}")).len() <= 300);
}

#[test]
fn a_tool_that_excludes_a_provider_is_unknown_to_its_models() {
    /// For one provider.
    #[tool(providers(OpenAi))]
    fn only_openai() {}
    let tools = toolset![only_openai].build().expect("a set");
    let one = || ToolCall::new("1", "only_openai", "{}");
    let found = block_on(tools.call(Provider::Gemini, one()));
    assert!(
        matches!(found.error, Some(ToolError::UnknownTool { .. })),
        "{found:?}"
    );
    assert!(!block_on(tools.call(Provider::OpenAi, one())).is_error());
}
