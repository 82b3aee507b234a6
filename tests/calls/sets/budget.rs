//! The limits of a conversation.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_executor::block_on;
use toolcast::Verdict;
use toolcast::call::{OverBudget, ToolCall, ToolError, ToolResults};
use toolcast::set::{Budget, CallOptions, ToolSet};
use toolcast::{Provider, tool, toolset};

use super::text_of;
use super::tools::{BURST, GREET, WAIT};

fn tools() -> ToolSet {
    ToolSet::builder()
        .tool_def(GREET)
        .tool_def(WAIT)
        .tool_def(BURST)
        .build()
        .unwrap()
}

fn make(tools: &ToolSet, budget: &Budget, names: &[&str]) -> ToolResults {
    let calls = names.iter().zip(1..).map(|(name, n)| {
        let arguments = if *name == "greet" {
            r#"{"name":"a"}"#
        } else {
            "{}"
        };
        ToolCall::new(format!("call_{n}"), *name, arguments)
    });
    let options = CallOptions::new().budget(budget);
    block_on(tools.call_all_with(Provider::OpenAi, calls, &options))
}

fn over(results: &ToolResults) -> Vec<Option<OverBudget>> {
    let over = results.iter().map(|result| match result.error {
        Some(ToolError::OverBudget(limit)) => Some(limit),
        _ => None,
    });
    over.collect()
}

#[test]
fn calls_beyond_the_number_do_not_run_and_stop_the_loop() {
    let budget = Budget::new().max_calls(2);
    let results = make(&tools(), &budget, &["greet", "no_such_tool", "greet"]);
    assert_eq!(over(&results), [None, None, Some(OverBudget::Calls(2))]);
    assert_eq!(
        text_of(&results[2]),
        "the call has no result: the limit of 2 tool calls is reached; answer with what you have"
    );
    let stop = results.stopped_by().unwrap();
    assert_eq!(stop.call.id.as_str(), "call_3");
    assert_eq!(budget.calls(), 2);
    // A last request is still possible.
    assert_eq!(budget.start_request(), Ok(()));
}

#[test]
fn requests_and_tokens_are_counted_to_their_maximum() {
    let budget = Budget::new().max_requests(2).max_tokens(100);
    assert_eq!(budget.start_request(), Ok(()));
    budget.add_tokens(99);
    assert_eq!(budget.start_request(), Ok(()));
    assert_eq!(budget.start_request(), Err(OverBudget::Requests(2)));
    assert_eq!(budget.requests(), 2);
    let usage = r#"{"usage":{"input_tokens":3,"cache_read_input_tokens":5,"output_tokens":4},"content":[]}"#;
    let turn = Provider::Anthropic.parse_turn(usage).expect("an answer");
    budget.add_usage(&turn.usage.expect("its tokens"));
    assert_eq!(budget.tokens(), 99 + 12);
    budget.add_tokens(u64::MAX);
    assert_eq!(budget.start_request(), Err(OverBudget::Tokens(100)));
    let results = make(&tools(), &budget, &["greet"]);
    assert_eq!(over(&results), [Some(OverBudget::Tokens(100))]);
}

#[test]
fn a_call_ends_when_the_time_is_up_and_none_begins_then() {
    let budget = Budget::new().max_time(Duration::from_millis(40));
    let up = OverBudget::Time(Duration::from_millis(40));
    let results = make(&tools(), &budget, &["wait", "greet"]);
    assert_eq!(over(&results), [Some(up), None]);
    let stopped = results.stopped_by().expect("the time is up");
    assert_eq!(
        text_of(stopped),
        "the call has no result: the time limit of 40ms is reached; answer with what you have"
    );
    while budget.check().is_ok() {
        std::thread::sleep(Duration::from_millis(1));
    }
    let results = make(&tools(), &budget, &["greet"]);
    assert_eq!(over(&results), [Some(up)]);
    assert_eq!(budget.start_request(), Err(up));
}

#[test]
fn failures_in_a_row_end_the_conversation_and_a_success_clears_them() {
    let budget = Budget::new().max_failures(2);
    let tools = tools();
    for _ in 0..3 {
        let _ = make(&tools, &budget, &["burst"]);
        let _ = make(&tools, &budget, &["greet"]);
    }
    assert_eq!(budget.check(), Ok(()));
    let results = make(&tools, &budget, &["burst", "no_such_tool", "greet"]);
    assert_eq!(over(&results), [None, None, Some(OverBudget::Failures(2))]);
    assert_eq!(budget.start_request(), Err(OverBudget::Failures(2)));
}

static IS_RUNNING: AtomicBool = AtomicBool::new(false);

/// Runs until it is cancelled.
#[tool]
async fn run_on() {
    IS_RUNNING.store(true, Ordering::Release);
    std::future::pending::<()>().await;
}

#[test]
fn the_whole_is_cancelled_with_its_running_calls() {
    let tools = tools().merged_with(&toolset![run_on].build().unwrap());
    let (tools, budget) = (tools.unwrap(), Budget::new());
    let running = {
        let (tools, budget) = (tools.clone(), budget.clone());
        std::thread::spawn(move || make(&tools, &budget, &["run_on"]))
    };
    while !IS_RUNNING.load(Ordering::Acquire) {
        std::thread::yield_now();
    }
    budget.cancel();
    let results = running.join().unwrap();
    assert_eq!(results[0].error, Some(ToolError::Cancelled));
    let results = make(&tools, &budget, &["greet"]);
    assert_eq!(over(&results), [Some(OverBudget::Cancelled)]);
    assert_eq!(budget.start_request(), Err(OverBudget::Cancelled));
    // A turn's own handle is cancelled too if it is a child.
    let own = budget.cancellation().child_token();
    assert!(own.is_cancelled());
}

#[test]
fn a_stored_conversation_goes_on_with_what_is_left() {
    let budget = Budget::default().max_requests(1).max_calls(50);
    budget.start_request().unwrap();
    budget.add_tokens(7);
    let _ = make(&tools(), &budget, &["greet", "burst"]);
    let time = budget.time();
    let stored = serde_json::to_string(&budget).unwrap();
    let budget: Budget = serde_json::from_str(&stored).unwrap();
    assert_eq!((budget.requests(), budget.calls()), (1, 2));
    assert_eq!((budget.tokens(), budget.failures()), (7, 1));
    assert!(budget.time() >= time);
    assert_eq!(budget.start_request(), Err(OverBudget::Requests(1)));
    let budget = budget.max_calls(2);
    let results = make(&tools(), &budget, &["greet"]);
    assert_eq!(over(&results), [Some(OverBudget::Calls(2))]);
}

#[test]
fn clones_share_the_counts_and_have_limits_of_their_own() {
    let budget = Budget::new().max_requests(1);
    let more = budget.clone().max_requests(2);
    assert_eq!(budget.start_request(), Ok(()));
    assert_eq!(budget.start_request(), Err(OverBudget::Requests(1)));
    assert_eq!(more.start_request(), Ok(()));
    assert_eq!((budget.requests(), more.requests()), (2, 2));
    more.cancel();
    assert_eq!(budget.check(), Err(OverBudget::Cancelled));
}

#[test]
fn a_stored_use_of_the_greatest_numbers_ends_the_conversation() {
    let stored = r#"{"used":{"calls":18446744073709551615,"tokens":18446744073709551615,
        "failures":18446744073709551615,"time":{"secs":18446744073709551615,"nanos":999999999}}}"#;
    let unlimited: Budget = serde_json::from_str(stored).unwrap();
    let budget = unlimited.clone().max_time(Duration::from_secs(1));
    budget.add_tokens(1);
    assert_eq!(budget.time(), Duration::MAX);
    assert!(matches!(budget.start_request(), Err(OverBudget::Time(_))));
    // Without a limit, the calls run and are counted as far as numbers go.
    assert_eq!(over(&make(&tools(), &unlimited, &["burst"])), [None]);
}

#[test]
fn a_call_that_waited_is_counted_once() {
    let tools = ToolSet::builder()
        .tool_def(GREET)
        .before_call(|_| Verdict::Wait)
        .build()
        .unwrap();
    let budget = Budget::new().max_calls(1);
    let mut results = make(&tools, &budget, &["greet"]);
    let options = CallOptions::new().budget(&budget);
    let approve = [("call_1".into(), Verdict::Allow)];
    block_on(tools.resume_with(&mut results, approve, &options)).unwrap();
    assert_eq!(text_of(&results[0]), "Hello a");
    assert_eq!((budget.calls(), budget.failures()), (1, 0));
}

/// Answer with much JSON.
#[toolcast::tool(output, max_result_bytes = 20)]
fn much() -> Vec<String> {
    vec!["x".repeat(100)]
}

#[test]
fn an_answer_that_becomes_an_error_is_a_failure() {
    let tools = ToolSet::builder().tool::<much>().build().unwrap();
    let budget = Budget::new().max_failures(2);
    let options = CallOptions::new().budget(&budget);
    for n in 1..=2 {
        let calls = [ToolCall::new(format!("call_{n}"), "much", "{}")];
        let results = block_on(tools.call_all_with(Provider::OpenAi, calls, &options));
        assert!(results[0].is_error());
        assert_eq!(budget.failures(), n);
    }
    assert_eq!(
        over(&make(&tools, &budget, &["much"])),
        [Some(OverBudget::Failures(2))]
    );
}
