//! Spans around calls: their fields, and data that they must never contain.

use std::fmt::Debug;
use std::sync::{Arc, Mutex};

use futures_executor::block_on;
use toolcast::Provider;
use toolcast::call::ToolCall;
use toolcast::set::ToolSet;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

use super::tools::{BURST, GREET, KEEP, Limit, Store};

/// Keeps every field of every span as text.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<String>>>);

impl Visit for Kept {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        // The duration differs in each run.
        let text = if field.name() == "duration_ms" {
            "duration_ms".to_owned()
        } else {
            format!("{}={value:?}", field.name())
        };
        self.0.lock().expect("no panic holds it").push(text);
    }
}

impl Subscriber for Kept {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with("toolcast")
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        span.record(&mut self.clone());
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, values: &Record<'_>) {
        values.record(&mut self.clone());
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        event.record(&mut self.clone());
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

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
    let kept = Kept::default();
    tracing::subscriber::with_default(kept.clone(), || {
        for (name, arguments) in [
            ("greet", r#"{"name":"s3cret-of-the-call"}"#),
            ("greet", r#"{"name":["s3cret-of-the-call"]}"#),
            ("keep", r#"{"line":"s3cret-of-the-call"}"#),
            ("burst", "{}"),
            ("none", "{}"),
        ] {
            let call = ToolCall::new("call_7", name, arguments);
            block_on(tools.call(Provider::Mistral, call));
        }
    });
    let kept = kept.0.lock().expect("no panic holds it").clone();
    let ends = [
        ("greet", "ok"),
        ("greet", "bad_arguments"),
        ("keep", "failed"),
        ("burst", "panicked"),
        ("none", "unknown_tool"),
    ];
    let expected: Vec<String> = ends
        .into_iter()
        .flat_map(|(name, end)| {
            [
                format!("tool={name:?}"),
                r#"id="call_7""#.to_owned(),
                r#"provider="mistral""#.to_owned(),
                format!("outcome={end:?}"),
                "duration_ms".to_owned(),
            ]
        })
        .collect();
    assert_eq!(kept, expected);
}
