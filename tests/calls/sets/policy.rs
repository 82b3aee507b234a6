//! Error messages for the model, and limits after which the program stops.

use futures_executor::block_on;
use toolcast::Provider;
use toolcast::Verdict;
use toolcast::call::{Content, ToolCall, ToolError, ToolResult};
use toolcast::set::{Budget, CallOptions, DynamicTool, ToolSet, ToolSetBuilder};

use super::tools::{BURST, GREET, KEEP, Limit, Store};
use super::{call, text_of};

fn builder() -> ToolSetBuilder {
    ToolSet::builder()
        .tool_def(GREET)
        .tool_def(KEEP)
        .tool_def(BURST)
        .with_state(Store::new())
        .with_state(Limit(3))
}

/// An error of the tool, and one that the model can put right.
fn both(tools: &ToolSet) -> [ToolResult; 2] {
    [
        call(tools, "keep", r#"{"line":"too long"}"#),
        call(tools, "greet", "{}"),
    ]
}

#[test]
fn errors_of_tools_and_invalid_calls_have_separate_policies() {
    let tools = builder()
        .on_error(|_, _| "something went wrong".into())
        .build()
        .expect("all is there");
    let [failed, bad] = both(&tools);
    assert_eq!(text_of(&failed), "something went wrong");
    assert_eq!(
        failed.error,
        Some(ToolError::Failed("more than 3 bytes".into()))
    );
    assert!(text_of(&bad).contains("$.name"), "{bad:?}");

    let tools = builder()
        .on_invalid_call(|error, call| {
            let fits = matches!(error, ToolError::Arguments(_));
            format!("{}: {fits}", call.name)
        })
        .build()
        .expect("all is there");
    let [failed, bad] = both(&tools);
    assert_eq!(text_of(&failed), "more than 3 bytes");
    assert_eq!(text_of(&bad), "greet: true");
}

#[test]
fn a_policy_that_panics_sends_the_errors_text() {
    let tools = builder()
        .on_error(|_, _| panic!("s3cret-of-the-policy"))
        .build()
        .expect("all is there");
    let [failed, _] = both(&tools);
    assert_eq!(text_of(&failed), "more than 3 bytes");
    assert_eq!(
        text_of(&call(&tools, "burst", "{}")),
        "the tool failed unexpectedly"
    );
}

/// A function that should remove a picture must not let it pass because it panics.
#[test]
fn a_policy_that_panics_or_returns_no_text_sends_no_content() {
    let fail = || {
        DynamicTool::new("fail", "Fails.", |(), _: &_| {
            let picture = Content::image("image/png", b"png");
            Err::<&str, _>(ToolError::FailedWith(vec![picture]))
        })
    };
    let silent = ToolSet::builder()
        .dynamic(fail())
        .on_error(|_, _| String::new());
    let panics = ToolSet::builder()
        .dynamic(fail())
        .on_error(|_, _| panic!("no"));
    for tools in [silent, panics] {
        let result = call(&tools.build().expect("a set"), "fail", "{}");
        assert!(
            matches!(result.content[..], [Content::Text(_)]),
            "{result:?}"
        );
    }
}

#[test]
fn a_policy_that_stops_is_in_the_results() {
    let tools = builder()
        .stop_on_error(|error, _| !matches!(error, ToolError::Arguments(_)))
        .build()
        .expect("all is there");
    let greet = |arguments: &str| ToolCall::new("g", "greet", arguments);
    let results = block_on(tools.call_all(
        Provider::OpenAi,
        [
            greet(r#"{"name":"a"}"#),
            ToolCall::new("b", "burst", "{}"),
            greet("{}"),
        ],
    ));
    let stop = results.stopped_by().expect("a tool panicked");
    assert_eq!(stop.call.id.as_str(), "b");
    assert!(
        !stop.content.is_empty(),
        "the history still wants an answer"
    );
    assert!(
        block_on(tools.call_all(Provider::OpenAi, [greet("{}")]))
            .stopped_by()
            .is_none()
    );
}

#[test]
fn the_text_of_a_denial_is_that_of_the_hook() {
    let tools = builder()
        .stop_on_error(|_, _| true)
        .before_call(|_| Verdict::deny("not today"))
        .build()
        .expect("all is there");
    let denied = call(&tools, "greet", "{}");
    assert_eq!(text_of(&denied), "not today");
    assert!(!denied.stop);
}

#[test]
fn a_call_that_fails_repeatedly_gets_a_text_that_asks_to_stop() {
    let tools = builder()
        .warn_after_failures(Some(2))
        .build()
        .expect("all is there");
    let conversation = Budget::new();
    let options = CallOptions::new().budget(&conversation);
    let turn = |name: &str, arguments: &str| {
        let made = ToolCall::new("1", name, arguments);
        block_on(tools.call_with(Provider::OpenAi, made, &options))
    };
    let again = "Don't make it again";
    assert!(!text_of(&turn("keep", r#"{"line":"long one"}"#)).contains(again));
    // A different call, then the same one with other whitespace.
    assert!(!text_of(&turn("keep", r#"{"line":"long two"}"#)).contains(again));
    let told = turn("keep", r#" { "line" : "long one" } "#);
    assert_eq!(
        text_of(&told),
        "more than 3 bytes\n\nThis call has failed 2 times with the same arguments. Don't make it again: change the arguments, use another tool, \
         or say that it can't be done."
    );
    assert_eq!(conversation.failures_of(&told.call), 2);
    assert!(text_of(&turn("keep", r#"{"line":"long one"}"#)).contains("3 times"));
    // Invalid JSON counts as well.
    assert!(!text_of(&turn("greet", "{")).contains(again));
    assert!(text_of(&turn("greet", "{")).contains(again));
    // A number with a fraction of zero is the same number.
    assert!(!text_of(&turn("greet", r#"{"at":[1,{"by":-2.0}]}"#)).contains(again));
    assert!(!text_of(&turn("greet", r#"{"at":[1.5,{"by":-2}]}"#)).contains(again));
    assert!(text_of(&turn("greet", r#"{"at":[1.0,{"by":-2}]}"#)).contains("2 times"));
    // Another conversation has its own memory; without a conversation nothing is remembered.
    let options = CallOptions::new().budget(&Budget::new());
    let made = ToolCall::new("1", "keep", r#"{"line":"long one"}"#);
    let other = block_on(tools.call_with(Provider::OpenAi, made, &options));
    assert!(!text_of(&other).contains(again));
    assert!((0..5).all(|_| !text_of(&call(&tools, "greet", "{")).contains(again)));
    conversation.forget_failures();
    assert_eq!(conversation.failures_of(&told.call), 0);
}

#[test]
fn a_success_resets_the_count_of_failures() {
    let tools = builder()
        .warn_after_failures(Some(2))
        .build()
        .expect("all is there");
    let conversation = Budget::new();
    let options = CallOptions::new().budget(&conversation);
    let mut allow = false;
    let mut told = Vec::new();
    for _ in 0..3 {
        let tools = if allow {
            tools.clone()
        } else {
            builder()
                .before_call(|_| Verdict::deny("no"))
                .warn_after_failures(Some(2))
                .build()
                .expect("all is there")
        };
        allow = !allow;
        let made = ToolCall::new("1", "greet", r#"{"name":"a"}"#);
        let result = block_on(tools.call_with(Provider::OpenAi, made, &options));
        told.push(text_of(&result).to_owned());
    }
    assert_eq!(told, ["no", "Hello a", "no"]);
}

#[test]
fn the_memory_of_failures_is_bounded() {
    let tools = builder()
        .warn_after_failures(Some(2))
        .build()
        .expect("all is there");
    let conversation = Budget::new();
    let options = CallOptions::new().budget(&conversation);
    let bad = |i: usize| ToolCall::new("1", "greet", format!(r#"{{"name":{i}}}"#));
    for i in 0..1000 {
        drop(block_on(tools.call_with(
            Provider::OpenAi,
            bad(i),
            &options,
        )));
    }
    assert_eq!(conversation.failures_of(&bad(0)), 0);
    assert_eq!(conversation.failures_of(&bad(999)), 1);
}
