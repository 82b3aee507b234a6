//! A subscriber that keeps the fields of spans.

use std::fmt::Debug;
use std::sync::{Arc, Mutex};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};
use tracing_core::span::Current;

/// Keeps every field of every span as text, and the span that was entered last.
#[derive(Clone, Default)]
pub(crate) struct SpanFields {
    fields: Arc<Mutex<Vec<String>>>,
    spans: Arc<Mutex<Vec<&'static Metadata<'static>>>>,
    entered: Arc<Mutex<Vec<Id>>>,
}

impl SpanFields {
    /// The fields in the order in which they were recorded: `name=value`.
    pub(crate) fn all(&self) -> Vec<String> {
        self.fields.lock().expect("no panic holds it").clone()
    }
}

impl Visit for SpanFields {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        // The duration differs in each run.
        let text = if field.name() == "toolcast.duration_ms" {
            "toolcast.duration_ms".to_owned()
        } else {
            format!("{}={value:?}", field.name())
        };
        self.fields.lock().expect("no panic holds it").push(text);
    }
}

impl Subscriber for SpanFields {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with("toolcast")
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        span.record(&mut self.clone());
        let mut spans = self.spans.lock().expect("no panic holds it");
        spans.push(span.metadata());
        Id::from_u64(spans.len() as u64)
    }

    fn record(&self, _: &Id, values: &Record<'_>) {
        values.record(&mut self.clone());
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        event.record(&mut self.clone());
    }

    fn enter(&self, span: &Id) {
        self.entered
            .lock()
            .expect("no panic holds it")
            .push(span.clone());
    }

    fn exit(&self, _: &Id) {
        self.entered.lock().expect("no panic holds it").pop();
    }

    fn current_span(&self) -> Current {
        let entered = self.entered.lock().expect("no panic holds it");
        let Some(id) = entered.last() else {
            return Current::none();
        };
        let spans = self.spans.lock().expect("no panic holds it");
        let number = usize::try_from(id.into_u64()).expect("a small number");
        Current::new(id.clone(), spans[number - 1])
    }
}
