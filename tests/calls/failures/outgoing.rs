//! Texts on their way to a model: bounded, and without secrets.

#![allow(dead_code)] // Some functions are called through their tools only.

use super::{call, text_of};
use futures_executor::block_on;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier, Mutex};
use toolcast::Verdict;
use toolcast::call::{Content, ToolCall, ToolError, ToolResult};
use toolcast::set::{CallObserver, PendingCall, ToolSet};
use toolcast::{Provider, tool, toolset};

/// A secret that the program names.
const NAMED: &str = "s3cr\"t/of the program";
/// A secret that only looks like one.
const KEY: &str = "sk-live-0123456789abcdefghij";

const DEFAULT: usize = 64 * 1024;

fn leaky() -> String {
    format!("{NAMED} {KEY} https://u:pw1@h.example/p?key=qu1 Authorization: Bearer b34r3r\n")
}

/// The places of a result that can have a text.
#[derive(Clone, Copy, serde::Deserialize, toolcast::ToolSchema)]
#[serde(rename_all = "snake_case")]
enum Place {
    Text,
    Json,
    Parts,
    Error,
    Panic,
}

const PLACES: [&str; 5] = ["text", "json", "parts", "error", "panic"];

#[derive(serde::Serialize)]
struct Answer {
    secret: &'static str,
    filler: String,
}

/// Puts secrets and some filler into its answer.
#[tool]
fn leak(place: Place, filler: usize) -> Result<Vec<Content>, String> {
    let filler = "é".repeat(filler);
    let json = || {
        let value = Answer {
            secret: NAMED,
            filler: filler.clone(),
        };
        serde_json::to_string(&value).unwrap_or_default()
    };
    match place {
        Place::Text => Ok(vec![Content::Text(NAMED.to_owned() + &filler)]),
        Place::Json => Ok(vec![Content::Json(json())]),
        Place::Parts => Ok(vec![
            Content::Text(filler.clone()),
            Content::Json(json()),
            Content::Text(NAMED.to_owned() + &filler),
        ]),
        Place::Error => Err(leaky() + &filler),
        Place::Panic => panic!("{}", leaky() + &filler),
    }
}

/// Answers with JSON of a schema.
#[tool(output)]
fn promised(filler: usize) -> Vec<String> {
    vec!["x".repeat(filler)]
}

fn assert_clean(text: &str, all: bool) {
    let named = serde_json::to_string(NAMED).unwrap_or_default();
    for secret in [NAMED, named.trim_matches('"')] {
        assert!(!text.contains(secret), "{text}");
    }
    if all {
        for secret in [KEY, "pw1", "qu1", "b34r3r"] {
            assert!(!text.contains(secret), "{text}");
        }
    }
}

/// Keeps the `Debug` text of every result.
#[derive(Clone, Default)]
struct Results(Arc<Mutex<String>>);

impl CallObserver for Results {
    fn on_start(&self, _: &ToolCall, _: Provider) {}

    fn on_end(&self, result: &ToolResult, _: Provider) {
        let mut kept = self.0.lock().expect("no panic holds it");
        let _ = write!(kept, "{result:?}");
    }
}

#[test]
fn every_place_of_a_result_is_bounded_and_clean_for_every_provider() {
    for (max, filler) in [
        (None, 10),
        (None, 100_000),
        (Some(500), 10),
        (Some(500), 10_000),
        (Some(0), 1),
    ] {
        let results = Results::default();
        let mut builder = toolset![leak].redact(NAMED).observer(results.clone());
        if let Some(max) = max {
            builder = builder.max_result_bytes(max);
        }
        let tools = builder
            .warn_after_failures(None)
            .build()
            .expect("no state is missing");
        for place in PLACES {
            let arguments = format!(r#"{{"place":"{place}","filler":{filler}}}"#);
            let result = call(&tools, "leak", &arguments);
            let text = text_of(&result);
            assert!(
                text.len() <= max.unwrap_or(DEFAULT),
                "{place}: {} bytes",
                text.len()
            );
            assert_clean(&text, true);
            let mut results = toolcast::call::ToolResults::default();
            results.extend([result]);
            for &provider in Provider::ALL {
                assert_clean(&results.to_message_texts(provider).concat(), true);
            }
            if let Some(error) = &results[0].error {
                assert_clean(&format!("{error} {error:?}"), true);
            }
        }
        assert_clean(&results.0.lock().expect("no panic holds it"), true);
    }
}

#[test]
fn texts_within_the_bound_arrive_whole() {
    let tools = toolset![leak].build().expect("no state is missing");
    let result = call(&tools, "leak", r#"{"place":"text","filler":1000}"#);
    assert_eq!(text_of(&result), NAMED.to_owned() + &"é".repeat(1000));
}

type Text = Arc<dyn Fn(&ToolError, &ToolCall) -> String + Send + Sync>;

#[test]
fn policies_and_hooks_cannot_pass_the_bound() {
    let long = leaky() + &"z".repeat(100_000);
    let fixed = long.clone();
    let policies: [Text; 2] = [
        Arc::new(move |_, _| fixed.clone()),
        Arc::new(|error, _| format!("{error} {}", "z".repeat(100_000))),
    ];
    for policy in policies {
        let same = Arc::clone(&policy);
        let tools = toolset![leak]
            .redact(NAMED)
            .on_error(move |error, call| policy(error, call))
            .on_invalid_call(move |error, call| same(error, call));
        let tools = tools.build().expect("no state is missing");
        for (name, arguments) in [("leak", r#"{"place":"error","filler":1}"#), ("none", "{}")] {
            let result = call(&tools, name, arguments);
            let text = text_of(&result);
            assert!(text.len() <= DEFAULT, "{} bytes", text.len());
            assert_clean(&text, name == "leak");
        }
    }
    let denied = toolset![leak]
        .redact(NAMED)
        .before_call(move |_: &PendingCall| Verdict::Deny(long.clone()));
    let denied = denied.build().expect("no state is missing");
    let text = text_of(&call(&denied, "leak", r#"{"place":"text","filler":1}"#));
    assert!(
        text.len() <= DEFAULT && text.contains("[truncated: "),
        "{} bytes",
        text.len()
    );
    assert_clean(&text, false);
}

#[test]
fn advice_after_repeated_failures_survives_the_bound() {
    let tools = toolset![leak]
        .max_result_bytes(400)
        .warn_after_failures(Some(1))
        .build()
        .expect("none is missing");
    let conversation = toolcast::set::Budget::new();
    let options = toolcast::set::CallOptions::new().budget(&conversation);
    let arguments = r#"{"place":"error","filler":5000}"#;
    let calling = tools.call_with(
        Provider::OpenAi,
        ToolCall::new("1", "leak", arguments),
        &options,
    );
    let text = text_of(&block_on(calling));
    assert!(
        text.len() <= 400 && text.ends_with("say that it can't be done."),
        "{text}"
    );
}

#[test]
fn sets_made_of_other_sets_send_no_secrets() {
    let other = toolset![leak]
        .redact(NAMED)
        .build()
        .expect("no state is missing");
    let own = ToolSet::builder().build().expect("it is empty");
    let merged = own.merged_with(&other).expect("the names differ");
    for tools in [
        merged.with_prefix("x_"),
        other.with_prefix("x_"),
        other.with_prefix("x_").filter(|_| true),
    ] {
        let result = call(&tools, "x_leak", r#"{"place":"text","filler":1}"#);
        assert_eq!(text_of(&result), "[redacted]é");
    }
}

#[test]
fn promised_json_that_does_not_fit_is_an_error() {
    let tools = toolset![promised]
        .max_result_bytes(1000)
        .build()
        .expect("no state is missing");
    let fits = call(&tools, "promised", r#"{"filler":900}"#);
    assert!(!fits.is_error());
    let result = call(&tools, "promised", r#"{"filler":2000}"#);
    let Some(ToolError::Failed(text)) = &result.error else {
        panic!("{result:?}");
    };
    assert_eq!(text, "the result has 2004 bytes; at most 1000 are sent");
    assert_eq!(
        text_of(&result),
        "the result has 2004 bytes; at most 1000 are sent"
    );
    let message = result.to_message_texts(Provider::Mcp).concat();
    assert!(
        message.contains(r#""isError":true"#) && !message.contains("structuredContent"),
        "{message}"
    );
}

#[test]
fn a_named_secret_is_hidden_in_excerpts_that_are_cut_inside_of_it() {
    const SECRET: &str = "zQ7vXw2LkP9rTn4BcYd8Hf3JmGs6Ua1WeRq5NtVy";
    let tools = toolset![promised]
        .redact(SECRET)
        .build()
        .expect("no state is missing");
    for before in 0..120 {
        let filler = "x".repeat(before);
        for arguments in [
            format!(r#"{{"filler":"{filler}{SECRET}"}}"#),
            format!(r#"{{"filler":"{filler}{SECRET}\q"}}"#),
            format!(r#"{{"{filler}{SECRET}":1}}"#),
            format!(r#"{{"filler":1,"a":"{filler}{SECRET}"#),
        ] {
            let result = call(&tools, "promised", &arguments);
            assert!(result.is_error());
            let shown = format!("{} {:?}", text_of(&result), result.error);
            for at in 0..SECRET.len() - 6 {
                let part = &SECRET[at..at + 6];
                assert!(!shown.contains(part), "{part}: {shown}");
            }
        }
    }
}

static STARTED: AtomicUsize = AtomicUsize::new(0);

/// Waits until the test lets it end.
#[tool(blocking)]
fn hang(#[tool(inject)] gate: &Barrier) {
    STARTED.fetch_add(1, Ordering::SeqCst);
    gate.wait();
}

const REFUSED: &str = "the tool could not be started; try again later";

#[test]
fn blocking_calls_beyond_the_bound_fail_and_free_threads_are_used_again() {
    let gate = Arc::new(Barrier::new(4));
    let tools = toolset![hang].with_state_arc(Arc::clone(&gate));
    let tools = tools
        .max_blocking_threads(3)
        .build()
        .expect("no state is missing");
    // A thread of the previous round ends shortly after its result.
    let started = || loop {
        let result = call(&tools, "hang", "{}");
        if text_of(&result) != REFUSED {
            return result;
        }
    };
    for round in 1..=3 {
        std::thread::scope(|scope| {
            let hanging: Vec<_> = (0..3).map(|_| scope.spawn(started)).collect();
            while STARTED.load(Ordering::SeqCst) < 3 * round {
                std::thread::yield_now();
            }
            assert_eq!(text_of(&call(&tools, "hang", "{}")), REFUSED);
            gate.wait();
            for one in hanging {
                assert!(!one.join().expect("no call panics").is_error());
            }
        });
    }
}

/// Repeat a text.
#[tool(max_result_bytes = 300)]
fn repeat(times: usize, fail: Option<bool>) -> Result<String, String> {
    let text = format!("first{}last", "x".repeat(times));
    if fail == Some(true) {
        Err(text)
    } else {
        Ok(text)
    }
}

#[test]
fn a_tool_s_own_maximum_keeps_both_ends_of_its_results_and_errors() {
    let tools = toolset![repeat].max_result_bytes(100_000).build().unwrap();
    for fail in [false, true] {
        let text = |times: usize| {
            let arguments = format!(r#"{{"times":{times},"fail":{fail}}}"#);
            text_of(&call(&tools, "repeat", &arguments))
        };
        assert_eq!(text(291).len(), 300);
        let cut = text(5000);
        assert!(cut.len() <= 300 && cut.len() > 290, "{}", cut.len());
        assert!(cut.starts_with("firstx") && cut.ends_with("xlast"), "{cut}");
        let notice = " of 5009 bytes are left out here; to see them, ask for less at a time]";
        assert!(cut.contains(notice), "{cut}");
    }
}

#[test]
fn a_closure_may_have_a_larger_maximum_than_its_set() {
    let long = |name: &str| {
        let answer = |(), _: &_| Ok::<_, String>("x".repeat(1000));
        toolcast::set::DynamicTool::new(name, "", answer)
    };
    let tools = ToolSet::builder()
        .dynamic(long("as_the_set"))
        .dynamic(long("own").max_result_bytes(1000))
        .max_result_bytes(200)
        .build()
        .unwrap();
    assert!(text_of(&call(&tools, "as_the_set", "{}")).len() <= 200);
    assert_eq!(text_of(&call(&tools, "own", "{}")), "x".repeat(1000));
}

#[test]
fn an_answer_from_outside_has_the_maximum_of_its_tool() {
    let tools = toolset![repeat].before_call(|_: &PendingCall| Verdict::Wait);
    let tools = tools.build().unwrap();
    let calls = [ToolCall::new("1", "repeat", r#"{"times":1}"#)];
    let mut results = block_on(tools.call_all(Provider::OpenAi, calls));
    let answer = Verdict::answer("y".repeat(1000));
    let resumed = tools.resume(&mut results, [("1".into(), answer)]);
    block_on(resumed).unwrap();
    assert!(text_of(&results[0]).len() <= 300);
}

#[test]
fn a_named_secret_is_in_no_fault_of_the_error() {
    #[tool]
    fn count(n: u32) -> u32 {
        n
    }
    let tools = toolset![count].redact("hunter2");
    let tools = tools.build().expect("a set");
    for arguments in [
        r#"{"n": "hunter2", "hunter2": 1}"#,
        r#"{"n": 1} hunter2"#,
        "hunter2",
    ] {
        let result = call(&tools, "count", arguments);
        let error = result.error.as_ref().expect("an error");
        for text in [format!("{error}"), format!("{error:?}"), text_of(&result)] {
            assert!(!text.contains("hunter2"), "{arguments}: {text}");
        }
    }
    let result = call(&tools, "hunter2", "{}");
    let error = result.error.as_ref().expect("an error");
    assert!(!format!("{error:?}").contains("hunter2"), "{error:?}");
}
