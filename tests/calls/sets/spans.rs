//! Spans around calls: their fields, and data that they must never contain.

use futures_executor::block_on;
use toolcast::Provider;
use toolcast::call::ToolCall;
use toolcast::set::ToolSet;

use crate::span_fields::SpanFields;

use super::tools::{BURST, GREET, KEEP, Limit, Store};

#[test]
fn a_span_has_only_the_call_and_its_outcome() {
    let tools = ToolSet::builder()
        .tool_def(GREET)
        .tool_def(KEEP)
        .tool_def(BURST)
        .with_state(Store::new())
        .with_state(Limit(2))
        .build()
        .expect("all is there");
    let kept = SpanFields::default();
    tracing::subscriber::with_default(kept.clone(), || {
        for (name, arguments) in [
            ("greet", r#"{"name":"s3cret-of-the-call"}"#),
            ("greet", r#"{"name":["s3cret-of-the-call"]}"#),
            ("keep", r#"{"line":"s3cret-of-the-call"}"#),
            ("burst", "{}"),
            ("none", "{}"),
        ] {
            let call = ToolCall::new("call_7", name, arguments);
            drop(block_on(tools.call(Provider::Mistral, call)));
        }
    });
    let kept = kept.all();
    let ends = [
        ("greet", None),
        ("greet", Some("bad_arguments")),
        ("keep", Some("failed")),
        ("burst", Some("panicked")),
        ("none", Some("unknown_tool")),
    ];
    let mut expected = Vec::new();
    for (name, error) in ends {
        expected.extend([
            format!(r#"otel.name="execute_tool {name}""#),
            r#"otel.kind="internal""#.to_owned(),
            r#"gen_ai.operation.name="execute_tool""#.to_owned(),
            format!("gen_ai.tool.name={name:?}"),
            r#"gen_ai.tool.type="function""#.to_owned(),
            r#"gen_ai.tool.call.id="call_7""#.to_owned(),
            r#"toolcast.provider="mistral""#.to_owned(),
        ]);
        expected.extend(error.map(|error| format!("error.type={error:?}")));
        expected.push("toolcast.duration_ms".to_owned());
    }
    assert_eq!(kept, expected);
    // Each name is published, or has the crate's own prefix.
    let published: Vec<&str> = include_str!("gen_ai.txt").lines().collect();
    for field in kept {
        let name = field.split('=').next().unwrap();
        assert!(
            published.contains(&name) || name.starts_with("toolcast."),
            "{name}"
        );
    }
}

#[test]
fn a_span_has_content_without_secrets_if_it_is_asked_for() {
    let tools = ToolSet::builder()
        .tool_def(GREET)
        .redact("hunter2")
        .trace_content();
    let tools = tools.build().expect("all is there");
    let kept = SpanFields::default();
    tracing::subscriber::with_default(kept.clone(), || {
        let call = ToolCall::new("call_7", "greet", r#"{"name":"Ada hunter2"}"#);
        drop(block_on(tools.call(Provider::Mistral, call)));
    });
    let kept = kept.all();
    let has = |text: &str| kept.iter().any(|field| field == text);
    assert!(
        has(r#"gen_ai.tool.call.arguments="{\"name\":\"Ada [redacted]\"}""#),
        "{kept:?}"
    );
    assert!(
        has(r#"gen_ai.tool.call.result="Hello Ada [redacted]""#),
        "{kept:?}"
    );
}

#[test]
fn a_span_begins_when_its_call_does() {
    let tools = ToolSet::builder().tool_def(GREET).max_concurrency(1);
    let tools = tools.build().expect("all is there");
    let call = |id: &str| ToolCall::new(id, "greet", r#"{"name":"Ada"}"#);
    let kept = SpanFields::default();
    tracing::subscriber::with_default(kept.clone(), || {
        drop(tools.call(Provider::Mistral, call("dropped")));
        let calls = [call("first"), call("second")];
        let _ = block_on(tools.call_all(Provider::Mistral, calls));
    });
    let kept = kept.all();
    let is_end = |field: &&String| field.as_str() == "toolcast.duration_ms";
    let is_begin = |field: &&String| field.starts_with("gen_ai.tool.call.id=");
    let order = kept.iter().filter(|field| is_end(field) || is_begin(field));
    assert_eq!(
        order.collect::<Vec<_>>(),
        [
            r#"gen_ai.tool.call.id="first""#,
            "toolcast.duration_ms",
            r#"gen_ai.tool.call.id="second""#,
            "toolcast.duration_ms",
        ]
    );
}
