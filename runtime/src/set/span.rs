//! A tracing span around every call: tool, id, provider, outcome and duration. Never arguments,
//! answers or state.

use alloc::string::ToString as _;
use core::future::Future;

use tracing::Instrument;

use super::run;
use super::start::Start;
use crate::call::{ShownName, ToolCall, ToolError, ToolResult};
use crate::provider::Provider;
use crate::task::now;

/// Runs a call inside a span.
pub(crate) fn traced(
    given: run::Given,
    provider: Provider,
    call: ToolCall,
    start: Start,
) -> impl Future<Output = ToolResult> {
    let span = tracing::info_span!(
        "tool_call",
        tool = ShownName(&call.name).to_string().as_str(),
        id = ShownName(call.id.as_str()).to_string().as_str(),
        provider = provider.name(),
        outcome = tracing::field::Empty,
        duration_ms = tracing::field::Empty,
    );
    let inside = span.clone();
    async move {
        let begun = now();
        let result = run::run(given, provider, call, start).await;
        inside.record("outcome", outcome(result.error.as_ref()));
        if let Some(begun) = begun {
            inside.record("duration_ms", begun.elapsed().as_secs_f64() * 1000.0);
        }
        result
    }
    .instrument(span)
}

fn outcome(error: Option<&ToolError>) -> &'static str {
    match error {
        None => "ok",
        Some(ToolError::UnknownTool { .. }) => "unknown_tool",
        Some(ToolError::Arguments(_)) => "bad_arguments",
        Some(ToolError::Failed(_)) => "failed",
        Some(ToolError::Panicked(_)) => "panicked",
        Some(ToolError::Denied(_)) => "denied",
        Some(ToolError::Waiting) => "waiting",
        Some(ToolError::OverBudget(_)) => "over_budget",
        Some(ToolError::TimedOut(_)) => "timed_out",
        Some(ToolError::Cancelled) => "cancelled",
        Some(ToolError::MissingState { .. }) => "missing_state",
    }
}
