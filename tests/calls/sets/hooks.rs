//! Hooks before a call.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_executor::block_on;
use serde_json::{Value, json};
use toolcast::Provider;
use toolcast::Verdict;
use toolcast::call::{CancellationToken, ToolCall, ToolError, ToolResults};
use toolcast::set::{CallOptions, PendingCall, ToolSet, ToolSetBuilder};

use super::tools::{GREET, KEEP, Limit, Store, WAIT};
use super::{call, text_of};

fn builder() -> ToolSetBuilder {
    ToolSet::builder()
        .tool_def(GREET)
        .tool_def(KEEP)
        .tool_def(WAIT)
        .with_state(Store::new())
        .with_state(Limit(100))
}

/// `?` converts the error of `serde_json`.
fn arguments(call: &PendingCall) -> Result<Value, toolcast::Error> {
    Ok(call.arguments_value()?)
}

#[test]
fn a_hook_sees_the_call_and_its_hints() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&seen);
    let tools = builder()
        .before_call(move |call: &PendingCall| {
            log.lock().expect("no panic holds it").push(format!(
                "{} {} {:?} {:?} {:?} {} {:?}",
                call.id(),
                call.name(),
                call.tool().title(),
                call.tool().annotations().destructive,
                call.tool().annotations().read_only,
                call.provider(),
                arguments(call).ok(),
            ));
            if call.tool().annotations().destructive == Some(true) {
                Verdict::deny("the user did not allow it")
            } else {
                Verdict::Allow
            }
        })
        .build()
        .expect("all is there");
    assert_eq!(
        text_of(&call(&tools, "greet", r#"{"name":"a"}"#)),
        "Hello a"
    );
    let denied = call(&tools, "keep", r#"{"line":"x"}"#);
    assert_eq!(text_of(&denied), "the user did not allow it");
    assert_eq!(
        denied.error,
        Some(ToolError::Denied("the user did not allow it".into()))
    );
    // The hook is not called for an unknown tool.
    assert!(call(&tools, "no_such_tool", "{}").is_error());
    assert_eq!(
        *seen.lock().expect("no panic holds it"),
        [
            r#"call_1 greet None None None openai Some(Object {"name": String("a")})"#,
            r#"call_1 keep None Some(true) None openai Some(Object {"line": String("x")})"#,
        ]
    );
}

#[test]
fn a_hook_may_change_the_arguments() {
    let tools = builder()
        .before_call(|call| {
            if call.arguments().contains("Bob") {
                Verdict::modify(&json!({ "name": "Alice", "times": 2 }))
            } else {
                Verdict::Modify("{".into())
            }
        })
        .build()
        .expect("all is there");
    let edited = call(&tools, "greet", r#"{"name":"Bob"}"#);
    assert_eq!(text_of(&edited), "Hello Alice Hello Alice");
    assert_eq!(edited.call.arguments, r#"{"name":"Bob"}"#);
    // The program's arguments are checked like the model's.
    let broken = call(&tools, "greet", r#"{"name":"Eve"}"#);
    assert!(matches!(broken.error, Some(ToolError::Arguments(_))));
}

#[test]
fn a_hook_that_panics_allows_nothing() {
    let tools = builder()
        .before_call(|_| panic!("s3cret-of-the-hook"))
        .build()
        .expect("all is there");
    let result = call(&tools, "greet", r#"{"name":"a"}"#);
    assert_eq!(text_of(&result), "the tool failed unexpectedly");
    assert!(matches!(result.error, Some(ToolError::Panicked(_))));

    let tools = builder()
        .before_call_async(|_| async { panic!("s3cret-of-the-hook") })
        .build()
        .expect("all is there");
    let result = call(&tools, "greet", r#"{"name":"a"}"#);
    assert!(matches!(result.error, Some(ToolError::Panicked(_))));
}

#[test]
fn a_hook_may_answer_in_place_of_the_function() {
    let tools = builder()
        .before_call(|call: &PendingCall| match call.arguments() {
            "{\"name\":\"cached\"}" => Verdict::answer("from the cache"),
            "{\"name\":\"down\"}" => Verdict::Fail("the cache is down".into()),
            _ => Verdict::AsDeclared,
        })
        .before_call(|call: &PendingCall| match call.name() {
            "wait" => Verdict::deny("no"),
            _ => Verdict::AsDeclared,
        });
    let set = tools.clone().build().expect("all is there");
    let name = |name: &str| call(&set, "greet", &json!({"name": name}).to_string());
    let cached = name("cached");
    assert_eq!(
        (text_of(&cached), cached.is_error()),
        ("from the cache", false)
    );
    let error = Some(ToolError::Failed("the cache is down".into()));
    assert_eq!(name("down").error, error);
    assert_eq!(text_of(&name("a")), "Hello a");
    // A later denial and a later wait outweigh an answer.
    let denied = call(&set, "wait", r#"{"name":"cached"}"#);
    assert!(matches!(denied.error, Some(ToolError::Denied(_))));
    let waits = tools.before_call(|_| Verdict::Wait);
    let waits = waits.build().expect("all is there");
    let result = call(&waits, "greet", r#"{"name":"cached"}"#);
    assert_eq!(result.error, Some(ToolError::Waiting));
}

#[test]
fn a_hook_may_take_longer_than_the_timeout() {
    struct User(&'static str);

    let tools = builder()
        .timeout(Duration::from_millis(20))
        .before_call_async(|call: PendingCall| async move {
            let user = call.extension::<User>().map_or("nobody", |user| user.0);
            let (answer, asked) = (
                format!("{user} says no"),
                std::thread::spawn(|| {
                    std::thread::sleep(Duration::from_millis(60));
                }),
            );
            // A real program waits outside the executor's thread.
            let _ = asked.join();
            match user {
                "root" => Verdict::Allow,
                _ => Verdict::Deny(answer),
            }
        })
        .build()
        .expect("all is there");
    for (user, text) in [("root", "Hello a"), ("guest", "guest says no")] {
        let options = CallOptions::new().extension(User(user));
        let made = ToolCall::new("1", "greet", r#"{"name":"a"}"#);
        let result = block_on(tools.call_with(Provider::OpenAi, made, &options));
        assert_eq!(text_of(&result), text);
    }
}

#[test]
fn a_hook_without_an_answer_can_be_cancelled() {
    let tools = builder()
        .before_call_async(|_| std::future::pending())
        .build()
        .expect("all is there");
    let cancellation = CancellationToken::new();
    let options = CallOptions::new().cancellation(&cancellation);
    let made = ToolCall::new("1", "greet", r#"{"name":"a"}"#);
    let asked =
        std::thread::spawn(move || block_on(tools.call_with(Provider::OpenAi, made, &options)));
    std::thread::sleep(Duration::from_millis(10));
    cancellation.cancel();
    let result = asked.join().expect("no call panics");
    assert_eq!(result.error, Some(ToolError::Cancelled));
}

/// Makes a call of `greet` with these hooks, and returns the result.
fn decided(verdicts: &[Verdict]) -> toolcast::call::ToolResult {
    let mut tools = builder();
    for verdict in verdicts {
        let verdict = verdict.clone();
        tools = tools.before_call(move |_| verdict.clone());
    }
    let tools = tools.build().expect("all is there");
    call(&tools, "greet", r#"{"name":"Bob"}"#)
}

#[test]
fn the_strictest_of_several_hooks_decides_in_any_order() {
    let modified = Verdict::modify(&json!({ "name": "Alice" }));
    let all = [
        Verdict::AsDeclared,
        Verdict::Allow,
        modified,
        Verdict::Wait,
        Verdict::deny("no"),
    ];
    for (i, one) in all.iter().enumerate() {
        for (j, other) in all.iter().enumerate() {
            let result = decided(&[one.clone(), other.clone()]);
            match i.max(j) {
                4 => assert_eq!(result.error, Some(ToolError::Denied("no".into()))),
                3 => {
                    let waiting = result.waiting.expect("it waits");
                    // An approval runs the arguments that the hook allowed.
                    let changed = i.min(j) == 2;
                    assert_eq!(waiting.arguments().contains("Alice"), changed);
                    assert_eq!(waiting.call.arguments, r#"{"name":"Bob"}"#);
                    assert_eq!(result.call.arguments, r#"{"name":"Bob"}"#);
                }
                2 => assert_eq!(text_of(&result), "Hello Alice"),
                _ => assert_eq!(text_of(&result), "Hello Bob"),
            }
        }
    }
}

#[test]
fn a_hook_sees_the_arguments_of_the_hooks_before_it() {
    let seen = Arc::new(Mutex::new(String::new()));
    let log = Arc::clone(&seen);
    let tools = builder()
        .before_call(|_| Verdict::modify(&json!({ "name": "Alice" })))
        .before_call_async(move |call: PendingCall| {
            let log = Arc::clone(&log);
            async move {
                call.arguments()
                    .clone_into(&mut log.lock().expect("no panic holds it"));
                Verdict::AsDeclared
            }
        })
        .build()
        .expect("all is there");
    assert_eq!(
        text_of(&call(&tools, "greet", r#"{"name":"Bob"}"#)),
        "Hello Alice"
    );
    assert_eq!(
        *seen.lock().expect("no panic holds it"),
        r#"{"name":"Alice"}"#
    );
}

#[test]
fn the_hooks_and_observers_of_merged_sets_apply_to_all_tools_once() {
    #[derive(Default)]
    struct Log(Mutex<Vec<String>>);
    impl toolcast::set::CallObserver for Log {
        fn on_end(&self, result: &toolcast::call::ToolResult, _: Provider) {
            self.0
                .lock()
                .expect("no panic holds it")
                .push(result.call.name.clone());
        }
    }
    let (log, asked) = (Arc::new(Log::default()), Arc::new(Mutex::new(0)));
    let count = Arc::clone(&asked);
    let guarded = builder()
        .observer(Arc::clone(&log))
        .before_call(move |call| {
            *count.lock().expect("no panic holds it") += 1;
            if call.name() == "other_greet" {
                Verdict::Allow
            } else {
                Verdict::deny("only the other one")
            }
        })
        .build()
        .expect("all is there");
    let plain = builder()
        .build()
        .expect("all is there")
        .with_prefix("other_");
    let merged = plain.merged_with(&guarded).expect("the names differ");
    let denied = call(&merged, "greet", r#"{"name":"Bob"}"#);
    assert!(
        matches!(denied.error, Some(ToolError::Denied(_))),
        "{denied:?}"
    );
    assert_eq!(
        text_of(&call(&merged, "other_greet", r#"{"name":"Bob"}"#)),
        "Hello Bob"
    );
    assert_eq!(*asked.lock().expect("no panic holds it"), 2);
    assert_eq!(
        *log.0.lock().expect("no panic holds it"),
        ["greet", "other_greet"]
    );
    // Parts of one set that come together again have its hook and its observer once.
    let part = |name: &'static str| guarded.filter(move |tool| tool.name() == name);
    let both = part("greet")
        .merged_with(&part("wait"))
        .expect("the names differ");
    drop(call(&both, "greet", r#"{"name":"Bob"}"#));
    assert_eq!(*asked.lock().expect("no panic holds it"), 3);
    assert_eq!(log.0.lock().expect("no panic holds it").len(), 3);
}

#[test]
fn an_approval_runs_the_arguments_of_a_hook_and_the_result_has_the_models() {
    let tools = || {
        builder()
            .before_call(|_| Verdict::modify(&json!({ "name": "Alice" })))
            .before_call(|_| Verdict::Wait)
            .build()
            .expect("all is there")
    };
    let waiting = call(&tools(), "greet", r#"{"name":"Bob"}"#);
    let id = waiting.call.id.clone();
    let stored = serde_json::to_string(&ToolResults::from(vec![waiting])).expect("JSON");
    let mut results: ToolResults = serde_json::from_str(&stored).expect("results");
    let other = builder().build().expect("all is there");
    block_on(other.resume(&mut results, [(id, Verdict::Allow)])).expect("it waits");
    assert_eq!(text_of(&results[0]), "Hello Alice");
    assert_eq!(results[0].call.arguments, r#"{"name":"Bob"}"#);
}
