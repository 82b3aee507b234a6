//! Hooks before a call.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_executor::block_on;
use serde_json::json;
use toolcast::Provider;
use toolcast::call::{CancellationToken, ToolCall, ToolError};
use toolcast::set::{CallOptions, PendingCall, ToolSet, ToolSetBuilder, Verdict};

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
                call.title(),
                call.annotations().destructive,
                call.annotations().read_only,
                call.provider(),
                call.arguments_value().ok(),
            ));
            if call.annotations().destructive == Some(true) {
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
fn a_hook_may_take_longer_than_the_timeout() {
    struct User(&'static str);

    let tools = builder()
        .timeout(Duration::from_millis(20))
        .before_call_async(|call: PendingCall| async move {
            let user = call
                .extensions()
                .get::<User>()
                .map_or("nobody", |user| user.0);
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
    let options = CallOptions::new().cancellation(cancellation.clone());
    let made = ToolCall::new("1", "greet", r#"{"name":"a"}"#);
    let asked =
        std::thread::spawn(move || block_on(tools.call_with(Provider::OpenAi, made, &options)));
    std::thread::sleep(Duration::from_millis(10));
    cancellation.cancel();
    let result = asked.join().expect("no call panics");
    assert_eq!(result.error, Some(ToolError::Cancelled));
}
