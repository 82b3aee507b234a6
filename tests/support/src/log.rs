//! A subscriber of `tracing` that keeps all that it is shown, for tests of secrets.

use std::fmt::{Debug, Write as _};
use std::sync::{Arc, Mutex};

use toolcast::Provider;
use toolcast::call::{ToolCall, ToolResult};
use toolcast::set::CallObserver;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// The texts so far, a line each. Clones share them.
#[derive(Clone, Default)]
pub struct Log(Arc<Mutex<String>>);

impl Log {
    pub fn add(&self, shown: &dyn Debug) {
        self.line(format_args!("{shown:?}"));
    }

    pub fn text(&self) -> String {
        self.0.lock().expect("no panic holds it").clone()
    }

    fn line(&self, line: std::fmt::Arguments<'_>) {
        let mut text = self.0.lock().expect("no panic holds it");
        let _ = writeln!(text, "{line}");
    }
}

impl CallObserver for Log {
    fn on_start(&self, call: &ToolCall, _: Provider) {
        self.add(call);
    }

    fn on_end(&self, _: &ToolResult, _: Provider) {}
}

impl Visit for Log {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.line(format_args!("{field}={value:?}"));
    }
}

impl Subscriber for Log {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
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
