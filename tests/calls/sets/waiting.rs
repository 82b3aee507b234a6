//! Calls that wait for an approval or an answer: stored, loaded and resumed.

use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_executor::block_on;
use serde_json::json;
use toolcast::Verdict;
use toolcast::call::{Content, ToolCall, ToolError, ToolOutput, ToolResults, WaitingCall};
use toolcast::set::{
    Budget, CallOptions, DynamicTool, PendingCall, SetError, ToolSet, ToolSetBuilder,
};
use toolcast::{Provider, ToolSchema, tool};

use super::tools::{GREET, KEEP, Limit, Store};
use super::{call, text_of};

/// How often a tool ran, and what the model must never see.
#[derive(Default)]
struct Deleted(AtomicUsize, #[expect(dead_code)] &'static str);

/// Delete a host.
#[tool(approve)]
async fn delete_host(address: IpAddr, #[tool(inject)] deleted: &Deleted) -> String {
    deleted.0.fetch_add(1, Ordering::SeqCst);
    if address.is_loopback() {
        std::future::pending::<()>().await;
    }
    format!("{address} is deleted")
}

const CALL: &str = r#"{"address":"10.0.0.1"}"#;

fn builder() -> ToolSetBuilder {
    ToolSet::builder()
        .tool::<delete_host>()
        .tool_def(GREET)
        .with_state(Deleted(AtomicUsize::new(0), "s3cret-of-the-state"))
}

fn tools() -> ToolSet {
    builder().build().unwrap()
}

#[test]
fn tools_without_an_approval_can_be_selected() {
    let free = tools().filter(|tool| !tool.needs_approval());
    assert_eq!(free.names().collect::<Vec<_>>(), ["greet"]);
}

/// Makes a call of each name, with ids from 1.
fn make(tools: &ToolSet, calls: &[(&str, &str)]) -> ToolResults {
    let calls = calls.iter().zip(1..);
    let calls = calls.map(|((name, arguments), n)| ToolCall::new(id(n), *name, *arguments));
    block_on(tools.call_all(Provider::OpenAi, calls))
}

fn id(n: usize) -> String {
    format!("call_{n}")
}

/// Stores and loads results, as another process would.
fn reloaded(results: &ToolResults) -> ToolResults {
    serde_json::from_str(&serde_json::to_string(results).unwrap()).unwrap()
}

fn resume(
    tools: &ToolSet,
    results: &mut ToolResults,
    resolutions: impl IntoIterator<Item = (String, Verdict)>,
) -> Result<(), SetError> {
    block_on(tools.resume(results, resolutions))
}

#[test]
fn a_turn_with_a_waiting_call_has_the_results_of_the_others() {
    let tools = tools();
    let results = make(
        &tools,
        &[("greet", r#"{"name":"a"}"#), ("delete_host", CALL)],
    );
    assert_eq!(text_of(&results[0]), "Hello a");
    assert_eq!(results[1].error, Some(ToolError::Waiting));
    assert_eq!(
        text_of(&results[1]),
        "the call waits for an approval; it has not run"
    );
    let waiting: Vec<&WaitingCall> = results.waiting().collect();
    let [waiting] = waiting[..] else {
        panic!("{waiting:?}")
    };
    assert_eq!((waiting.id(), waiting.arguments()), (&*id(2), CALL));
    assert_eq!(waiting.tool, "delete_host");
    assert_eq!(waiting.provider, Provider::OpenAi);
    let tool = tools.get("delete_host").unwrap();
    assert_eq!(waiting.fingerprint, tool.fingerprint_for(Provider::OpenAi));
    assert_eq!(waiting.fingerprint.len(), 64);
}

#[test]
fn arguments_are_checked_by_the_tool_s_own_types_before_a_call_waits() {
    let result = call(&tools(), "delete_host", r#"{"address":"10.0.0.256"}"#);
    assert!(matches!(result.error, Some(ToolError::Arguments(_))));
    assert!(result.waiting.is_none());
    assert!(text_of(&result).contains("10.0.0.256"));
}

#[test]
fn the_hook_decides_before_the_tool_s_own_setting() {
    let with = |verdict: Verdict| {
        builder()
            .before_call(move |call: &PendingCall| {
                assert_eq!(call.tool().needs_approval(), call.name() == "delete_host");
                verdict.clone()
            })
            .build()
            .unwrap()
    };
    let waits = |tools: &ToolSet, name, arguments| call(tools, name, arguments).waiting.is_some();
    let (allow, default, defer) = (
        with(Verdict::Allow),
        with(Verdict::AsDeclared),
        with(Verdict::Wait),
    );
    assert!(!waits(&allow, "delete_host", CALL));
    assert!(waits(&default, "delete_host", CALL) && waits(&defer, "delete_host", CALL));
    let greet = r#"{"name":"a"}"#;
    assert!(!waits(&default, "greet", greet) && waits(&defer, "greet", greet));
}

#[test]
fn a_stored_call_is_approved_edited_denied_or_answered() {
    let tools = tools();
    let mut results = reloaded(&make(&tools, &[("delete_host", CALL); 6]));
    let resolutions = [
        (id(1), Verdict::Allow),
        (id(2), Verdict::Modify(r#"{"address":"10.0.0.2"}"#.into())),
        (id(3), Verdict::Modify(r#"{"address":7}"#.into())),
        (id(4), Verdict::deny("not on a Friday")),
        (id(5), Verdict::answer("deleted by the night job")),
    ];
    resume(&tools, &mut results, resolutions).unwrap();
    let texts: Vec<&str> = results.iter().map(text_of).collect();
    assert_eq!(texts[0], "10.0.0.1 is deleted");
    assert_eq!(texts[1], "10.0.0.2 is deleted");
    assert_eq!(results[1].call.arguments, CALL);
    assert!(matches!(results[2].error, Some(ToolError::Arguments(_))));
    assert_eq!(texts[3], "not on a Friday");
    assert_eq!(
        results[3].error,
        Some(ToolError::Denied("not on a Friday".into()))
    );
    assert_eq!(
        (texts[4], results[4].is_error()),
        ("deleted by the night job", false)
    );
    // The last one goes on waiting.
    let left: Vec<&str> = results.waiting().map(WaitingCall::id).collect();
    assert_eq!(left, [id(6)]);
    for verdict in [Verdict::Wait, Verdict::AsDeclared] {
        resume(&tools, &mut results, [(id(6), verdict)]).unwrap();
        assert_eq!(results.waiting().count(), 1);
    }
    let failed = [(id(6), Verdict::Fail("the job is ill".into()))];
    resume(&tools, &mut results, failed).unwrap();
    assert_eq!(
        results[5].error,
        Some(ToolError::Failed("the job is ill".into()))
    );
    assert_eq!(results.waiting().count(), 0);
}

#[test]
fn a_call_is_resumed_once() {
    let ran = std::sync::Arc::new(Deleted::default());
    let tools = ToolSet::builder()
        .tool::<delete_host>()
        .with_state_arc(ran.clone())
        .build()
        .unwrap();
    let mut results = make(&tools, &[("delete_host", CALL), ("delete_host", CALL)]);
    let again = |n| Err(SetError::NotWaiting { id: id(n) });
    // A list with one id twice resumes nothing.
    let twice = [
        (id(1), Verdict::Allow),
        (id(2), Verdict::Allow),
        (id(1), Verdict::Allow),
    ];
    assert_eq!(resume(&tools, &mut results, twice), again(1));
    let twice = [(id(1), Verdict::Wait), (id(1), Verdict::Allow)];
    assert_eq!(resume(&tools, &mut results, twice), again(1));
    assert_eq!(
        (results.waiting().count(), ran.0.load(Ordering::SeqCst)),
        (2, 0)
    );
    for result in [Ok(()), again(1)] {
        let decision = [(id(1), Verdict::Allow)];
        assert_eq!(resume(&tools, &mut results, decision), result);
        results = reloaded(&results);
    }
    assert_eq!(ran.0.load(Ordering::SeqCst), 1);
    let unknown = [(id(9), Verdict::deny("no"))];
    let error = resume(&tools, &mut results, unknown).unwrap_err();
    assert_eq!(
        error.to_string(),
        "no call `call_9` waits: it was resumed already, or never made"
    );
}

#[test]
fn calls_with_one_id_are_denied_together_and_never_approved() {
    let ran = std::sync::Arc::new(Deleted::default());
    let tools = ToolSet::builder()
        .tool::<delete_host>()
        .with_state_arc(ran.clone())
        .build()
        .unwrap();
    let calls = ["127.0.0.1", "127.0.0.2"].map(|address| {
        let arguments = format!(r#"{{"address":"{address}"}}"#);
        ToolCall::new("call_1", "delete_host", arguments)
    });
    let mut results = block_on(tools.call_all(Provider::OpenAi, calls));
    let not_unique = Err(SetError::NotUnique { id: id(1) });
    for decision in [
        Verdict::Allow,
        Verdict::Modify(CALL.to_owned()),
        Verdict::answer("done"),
    ] {
        let resumed = resume(&tools, &mut results, [(id(1), decision)]);
        assert_eq!(resumed, not_unique);
        assert_eq!(results.waiting().count(), 2);
    }
    resume(&tools, &mut results, [(id(1), Verdict::deny("no"))]).unwrap();
    assert!((results.iter()).all(|one| one.error == Some(ToolError::Denied("no".into()))));
    assert_eq!(ran.0.load(Ordering::SeqCst), 0);
}

#[test]
fn a_dropped_resumption_is_not_repeated() {
    let tools = tools();
    let mut results = make(&tools, &[("delete_host", r#"{"address":"127.0.0.1"}"#)]);
    let approve = || [(id(1), Verdict::Allow)];
    {
        let mut resuming = Box::pin(tools.resume(&mut results, approve()));
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        assert!(resuming.as_mut().poll(&mut context).is_pending());
    }
    assert_eq!(results[0].error, Some(ToolError::Cancelled));
    let error = resume(&tools, &mut results, approve()).unwrap_err();
    assert_eq!(error, SetError::NotWaiting { id: id(1) });
}

mod later {
    use super::{Deleted, tool};

    /// Delete a host and its backups.
    #[tool(approve)]
    pub(super) fn delete_host(address: std::net::IpAddr, #[tool(inject)] _deleted: &Deleted) {
        let _ = address;
    }
}

#[test]
fn a_tool_that_changed_since_the_call_is_not_run() {
    let old = tools();
    let mut results = reloaded(&make(&old, &[("delete_host", CALL)]));
    let new = ToolSet::builder()
        .tool::<later::delete_host>()
        .with_state(Deleted::default())
        .build()
        .unwrap();
    let approve = || [(id(1), Verdict::Allow)];
    let changed = SetError::Changed {
        id: id(1),
        tool: "delete_host".into(),
    };
    assert_eq!(resume(&new, &mut results, approve()), Err(changed));
    let off = old.with_disabled("delete_host").unwrap();
    let unknown = SetError::UnknownTool {
        name: "delete_host".into(),
        nearest: None,
    };
    assert_eq!(resume(&off, &mut results, approve()), Err(unknown));
    assert_eq!(results.waiting().count(), 1);
    let waiting = results[0].waiting.as_mut().unwrap();
    waiting.fingerprint = new
        .get("delete_host")
        .unwrap()
        .fingerprint_for(Provider::OpenAi);
    resume(&new, &mut results, approve()).unwrap();
    assert!(results[0].error.is_none());
    // A denial needs no tool.
    let mut results = make(&old, &[("delete_host", CALL)]);
    resume(&off, &mut results, [(id(1), Verdict::deny("no"))]).unwrap();
    assert_eq!(text_of(&results[0]), "no");
}

#[test]
fn stored_results_have_the_call_and_no_state_and_no_secret() {
    struct User;
    let picture = DynamicTool::new("picture", "A picture", |(), _: &_| {
        Ok::<_, String>(ToolOutput::new(
            Content::image("image/png", vec![1, 2, 3]),
            "an artifact",
        ))
    });
    let tools = builder()
        .tool_def(KEEP)
        .dynamic(picture)
        .with_state(Store::new())
        .with_state(Limit(0))
        .redact("hunter2")
        .build()
        .unwrap();
    let calls = [
        ("greet", r#"{"name":"hunter2"}"#),
        ("picture", "{}"),
        ("keep", r#"{"line":"x"}"#),
        ("no_such_tool", "{}"),
        ("delete_host", CALL),
    ];
    let options = CallOptions::new().extension(User);
    let calls = calls.into_iter().zip(1..);
    let calls = calls.map(|((name, arguments), n)| ToolCall::new(id(n), name, arguments));
    let results = block_on(tools.call_all_with(Provider::Gemini, calls, &options));
    let stored = serde_json::to_value(&results).unwrap();
    assert_eq!(stored["version"], 1);
    assert_eq!(
        stored["results"][4],
        json!({
            "waiting": {
                "call": {"id": "call_5", "name": "delete_host", "arguments": CALL},
                "tool": "delete_host",
                "provider": "gemini",
                "fingerprint": tools.get("delete_host").unwrap().fingerprint_for(Provider::Gemini),
            },
            "content": [{"type": "text", "text": "the call waits for an approval; it has not run"}],
        })
    );
    assert_eq!(
        stored["results"][0]["content"][0]["text"],
        "Hello [redacted]"
    );
    assert!(!stored.to_string().contains("s3cret"), "{stored}");
    assert!(!stored.to_string().contains("artifact"), "{stored}");
    // The messages to the provider don't change.
    let loaded = reloaded(&results);
    for &provider in Provider::ALL {
        assert_eq!(
            loaded.to_messages(provider),
            results.to_messages(provider),
            "{provider}"
        );
    }
}

#[test]
fn results_of_a_newer_version_are_not_loaded() {
    let newer = json!({"version": 2, "results": {"by": "another form"}});
    let error = serde_json::from_value::<ToolResults>(newer).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the results were stored in version 2; this program reads version 1"
    );
}

#[test]
fn every_verdict_can_be_stored() {
    let all = [
        Verdict::Allow,
        Verdict::Modify("{}".into()),
        Verdict::deny("no"),
        Verdict::answer("yes"),
        Verdict::Fail("no".into()),
    ];
    let stored = serde_json::to_value(&all).unwrap();
    assert_eq!(
        stored[3],
        json!({"answer": [{"type": "text", "text": "yes"}]})
    );
    let loaded: Vec<Verdict> = serde_json::from_value(stored).unwrap();
    assert!(loaded == all);
}

#[derive(serde::Deserialize, ToolSchema)]
struct Add {
    a: i32,
}

#[test]
fn closures_are_not_called_while_their_calls_wait() {
    let once = DynamicTool::new("now", "", |Add { a }, _: &_| Ok::<_, String>(a.to_string()));
    let later = DynamicTool::new_async("later", "", |Add { a }, _| async move {
        Ok::<_, String>(a.to_string())
    });
    let tools = ToolSet::builder()
        .dynamic(once.approve())
        .dynamic(later.approve())
        .build()
        .unwrap();
    for name in ["now", "later"] {
        assert!(call(&tools, name, r#"{"a":1}"#).waiting.is_some());
        let wrong = call(&tools, name, r#"{"a":"x"}"#);
        assert!(matches!(wrong.error, Some(ToolError::Arguments(_))));
    }
}

#[test]
fn a_waiting_call_does_not_count_as_a_failure_and_has_no_timeout() {
    let conversation = Budget::new();
    let tools = builder().timeout(Duration::from_nanos(1)).build().unwrap();
    let options = CallOptions::new().budget(&conversation);
    for _ in 0..4 {
        let call = ToolCall::new("1", "delete_host", CALL);
        let result = block_on(tools.call_with(Provider::OpenAi, call.clone(), &options));
        assert_eq!(result.error, Some(ToolError::Waiting));
        assert!(!result.stop);
        assert_eq!(conversation.failures_of(&call), 0);
    }
}

#[test]
fn the_fingerprint_depends_on_the_declaration_of_each_provider() {
    let tools = tools();
    let of =
        |tools: &ToolSet, provider| tools.get("delete_host").unwrap().fingerprint_for(provider);
    let (openai, gemini) = (of(&tools, Provider::OpenAi), of(&tools, Provider::Gemini));
    assert_ne!(openai, gemini);
    assert_eq!(of(&builder().build().unwrap(), Provider::OpenAi), openai);
}

/// Read a report.
#[tool(approve, return_direct, output)]
fn read_report() -> Vec<String> {
    Vec::new()
}

#[test]
fn an_answer_from_outside_has_the_settings_of_its_tool() {
    let tools = ToolSet::builder().tool::<read_report>().build().unwrap();
    let mut results = make(&tools, &[("read_report", "{}")]);
    let answer = Verdict::Answer(vec![Content::Json(r#"["a"]"#.into())]);
    block_on(tools.resume(&mut results, [(id(1), answer)])).unwrap();
    assert!(
        results
            .direct_answers()
            .is_some_and(|direct| direct.len() == 1)
    );
    let message = &results.to_messages(Provider::Mcp)[0];
    assert_eq!(
        message["structuredContent"],
        json!({"value": ["a"]}),
        "{message}"
    );
    // The JSON of an output schema is never cut.
    let tools = ToolSet::builder()
        .tool::<read_report>()
        .max_result_bytes(100)
        .build()
        .unwrap();
    let mut results = make(&tools, &[("read_report", "{}")]);
    let answer = Verdict::Answer(vec![Content::Json(format!("[\"{}\"]", "x".repeat(200)))]);
    block_on(tools.resume(&mut results, [(id(1), answer)])).unwrap();
    assert!(results[0].is_error(), "{:?}", results[0]);
}

/// Fail with a long text.
#[tool]
fn fail_long() -> Result<(), String> {
    Err("x".repeat(1 << 20))
}

#[test]
fn a_stored_error_is_bounded() {
    let tools = ToolSet::builder().tool::<fail_long>().build().unwrap();
    let stored = serde_json::to_string(&make(&tools, &[("fail_long", "{}")])).unwrap();
    assert!(stored.len() < 3 << 16, "{}", stored.len());
}
