//! A tracing span around every call, named by OpenTelemetry's conventions for generative AI (the
//! span `execute_tool`, state "Development"). Never state; arguments and results only if the
//! program asks for them.

use core::future::Future;

use tracing::{Instrument, Span};

use super::run;
use super::start::Start;
use crate::call::{ShownName, ToolCall, ToolError, ToolResult, text_of};
use crate::provider::Provider;
use crate::task::now;

/// Runs a call inside a span, which begins when the call does. Its parent is the span in which the
/// program made the call.
pub(crate) fn traced(
    given: run::CallSettings,
    provider: Provider,
    call: ToolCall,
    start: Start,
) -> impl Future<Output = ToolResult> {
    let parent = Span::current();
    async move {
        let span = span_of(&parent, provider, &call);
        let settings = given.get().0.settings();
        let content = settings.trace_content;
        if content {
            let arguments = call.arguments.as_str().into();
            let arguments = settings.outgoing.secrets.hide(arguments);
            span.record("gen_ai.tool.call.arguments", &*arguments);
        }
        let begun = now();
        let run = run::run(given, provider, call, start);
        let result = run.instrument(span.clone()).await;
        if let Some(error) = &result.error {
            span.record("error.type", error_type(error));
        }
        if content {
            // As the model receives them.
            span.record("gen_ai.tool.call.result", text_of(&result.content).as_str());
        }
        if let Some(begun) = begun {
            let duration = begun.elapsed().as_secs_f64() * 1000.0;
            span.record("toolcast.duration_ms", duration);
        }
        result
    }
}

fn span_of(parent: &Span, provider: Provider, call: &ToolCall) -> Span {
    let name = ShownName(&call.name).to_string();
    tracing::info_span!(
        parent: parent,
        "execute_tool",
        otel.name = format!("execute_tool {name}").as_str(),
        otel.kind = "internal",
        gen_ai.operation.name = "execute_tool",
        gen_ai.tool.name = name.as_str(),
        gen_ai.tool.type = "function",
        gen_ai.tool.call.id = ShownName(call.id.as_str()).to_string().as_str(),
        gen_ai.tool.call.arguments = tracing::field::Empty,
        gen_ai.tool.call.result = tracing::field::Empty,
        error.type = tracing::field::Empty,
        toolcast.provider = provider.name(),
        toolcast.duration_ms = tracing::field::Empty,
    )
}

fn error_type(error: &ToolError) -> &'static str {
    match error {
        ToolError::UnknownTool { .. } => "unknown_tool",
        ToolError::Arguments(_) => "bad_arguments",
        ToolError::Failed(_) | ToolError::FailedWith(_) => "failed",
        ToolError::Panicked(_) => "panicked",
        ToolError::Denied(_) => "denied",
        ToolError::Waiting => "waiting",
        ToolError::OverBudget(_) => "over_budget",
        ToolError::TimedOut(_) => "timed_out",
        ToolError::Cancelled => "cancelled",
        ToolError::MissingState { .. } => "missing_state",
    }
}
