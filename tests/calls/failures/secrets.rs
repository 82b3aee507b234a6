//! Private values: state is in no error, no `Debug` output and no span, even if a call fails.

#![allow(dead_code)] // Some functions are called through their tools only.

use super::text_of;
use futures_executor::block_on;
use serde::Deserialize;
use std::sync::Arc;
use toolcast::Verdict;
use toolcast::call::{CallContext, ToolCall};
use toolcast::set::{Budget, CallOptions, DynamicTool, PendingCall};
use toolcast::{Provider, ToolSchema, tool, toolset};
use toolcast_test_support::log::Log;

const SECRET: &str = "hunter2-of-the-program";

/// A key, which even shows itself.
#[derive(Clone, Debug)]
struct Key(String);

impl Key {
    fn new() -> Self {
        Key(SECRET.to_owned())
    }
}

/// The state of one request.
#[derive(Clone, Debug)]
struct Session(String);

/// Takes all ways of state.
#[tool]
#[allow(clippy::needless_pass_by_value)] // Injected parameters are passed this way.
fn take(
    n: u8,
    #[tool(inject)] key: &Key,
    #[tool(inject)] shared: Arc<Key>,
    #[tool(inject)] context: &CallContext,
) -> Result<usize, String> {
    let length = key.0.len().max(shared.0.len());
    let session = context.extension::<Session>();
    let session = session.map_or(0, |session| session.0.len());
    if n == 0 {
        Err("none".to_owned())
    } else {
        Ok(usize::from(n) + length - session)
    }
}

/// Panics with the key in its words.
#[tool]
fn burst(#[tool(inject)] key: &Key) {
    panic!("no such key: {}", key.0);
}

/// Panics later.
#[tool]
async fn burst_later(#[tool(inject)] key: Arc<Key>) {
    std::future::ready(()).await;
    panic!("no such key: {}", key.0);
}

/// Panics on a thread of its own.
#[tool(blocking, timeout = 60)]
fn burst_blocking(#[tool(inject)] key: &Key) {
    panic!("no such key: {}", key.0);
}

#[derive(Deserialize, ToolSchema)]
struct One {
    #[tool(range(..=3))]
    n: u8,
}

#[test]
fn state_is_in_no_result_error_or_log() {
    let kept = Log::default();
    let closure = {
        let key = Key::new();
        DynamicTool::new("closure", "C.", move |one: One, context: &CallContext| {
            assert!(one.n > 1, "no such key: {key:?}");
            assert!(context.state::<Key>().is_some());
            Ok::<_, String>(one.n)
        })
        .needs::<Key>()
    };
    kept.add(&closure);
    let shown = kept.clone();
    let builder = toolset![take, burst, burst_later, burst_blocking].dynamic(closure);
    let missing = builder.build().expect_err("the key is missing");
    kept.add(&missing);
    kept.add(&missing.to_string());
    let closure = DynamicTool::new("closure", "C.", |one: One, context: &CallContext| {
        assert!(one.n > 1, "no such key: {:?}", context.state::<Key>());
        Ok::<_, String>(one.n)
    });
    let builder = toolset![take, burst, burst_later, burst_blocking]
        .dynamic(closure)
        .with_state(Key::new())
        .observer(kept.clone())
        .before_call(move |call: &PendingCall| {
            shown.add(call);
            Verdict::Allow
        });
    kept.add(&builder);
    let tools = builder.build().expect("nothing is missing");
    kept.add(&tools);
    let conversation = Budget::new();
    let options = CallOptions::new()
        .extension(Session(SECRET.to_owned()))
        .budget(&conversation);
    kept.add(&options);
    kept.add(&conversation);
    let calls = [
        ("take", r#"{"n":1}"#),
        ("take", r#"{"n":0}"#),
        ("take", r#"{"n":true}"#),
        ("take", r#"{"n":1,"key":"mine","shared":null,"state":{}}"#),
        ("take", "{"),
        ("burst", "{}"),
        ("burst_later", "{}"),
        ("burst_blocking", "{}"),
        ("closure", r#"{"n":1}"#),
        ("closure", r#"{"n":9}"#),
        ("nothing", "{}"),
    ];
    let results = tracing::subscriber::with_default(kept.clone(), || {
        let calls = calls.map(|(name, arguments)| ToolCall::new("1", name, arguments));
        block_on(tools.call_all_with(Provider::OpenAi, calls, &options))
    });
    assert_eq!(results.len(), calls.len());
    assert_eq!(
        results.iter().filter(|result| !result.is_error()).count(),
        1,
        "{results:?}"
    );
    for (result, (name, arguments)) in results.iter().zip(calls) {
        // A panic's message is the tool's own text. It is for the program, not for the model.
        assert!(!text_of(result).contains(SECRET), "{name} {arguments}");
        if let Some(error) = &result.error {
            assert!(!error.to_string().contains(SECRET), "{name} {arguments}");
        }
    }
    for &provider in Provider::ALL {
        let said = results.to_message_texts(provider).concat();
        assert!(!said.contains(SECRET), "{provider}: {said}");
        let declared = tools.request_fragment(provider).unwrap_or_default();
        assert!(
            !declared.contains("\"key\"") && !declared.contains("shared"),
            "{provider}: {declared}"
        );
    }
    let kept = kept.text();
    assert!(kept.contains("take") && kept.len() > 500, "{kept}");
    assert!(!kept.contains(SECRET), "{kept}");
}

/// An argument with the name of an injected parameter doesn't set it.
#[test]
fn arguments_do_not_set_injected_parameters() {
    let tools = toolset![take]
        .with_state(Key::new())
        .build()
        .expect("nothing is missing");
    for &provider in Provider::ALL {
        let arguments = r#"{"n":1,"key":"mine"}"#;
        let result = block_on(tools.call(provider, ToolCall::new("1", "take", arguments)));
        let text = text_of(&result);
        assert!(text.contains("$.key is unknown"), "{provider}: {text}");
    }
}
