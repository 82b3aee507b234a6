//! The tracing span of a request, named by OpenTelemetry's conventions for generative AI (the span
//! of an inference, state "Development"). Never texts of the conversation.

use tracing::Span;
use tracing::field::Empty;

use super::state::Conversation;
use crate::text::excerpt;
use crate::wire::{FinishReason, Turn};

/// Maximum number of bytes of a name or an id.
const MAX_NAME: usize = 256;

impl Conversation {
    /// Creates the span for the next request and its answer, `chat {model}`, with the names of
    /// OpenTelemetry's conventions for generative AI. Requires the feature `tracing`.
    ///
    /// It has `gen_ai.operation.name`, `gen_ai.provider.name`, `gen_ai.request.model`,
    /// `.max_tokens` and `.temperature`. [`receive`](Self::receive) and
    /// [`receive_turn`](Self::receive_turn) add `gen_ai.response.id`, `.model` and
    /// `.finish_reasons`, and `gen_ai.usage.*`, to the span that is entered when they are called,
    /// and `error.type` if a response can't be read. No text of the conversation is recorded.
    ///
    /// ```
    /// use toolcast::{Conversation, Next, Provider, toolset};
    ///
    /// # fn send(_: &serde_json::Value) -> Result<String, std::io::Error> {
    /// #     Ok(r#"{"choices":[{"message":{"content":"Hi!"},"finish_reason":"stop"}]}"#.into())
    /// # }
    /// let tools = toolset![].build()?;
    /// let mut chat = Conversation::new(Provider::OpenAi, "model-name");
    /// chat.user("Hello");
    /// let span = chat.span();
    /// let request = chat.request(&tools)?;
    /// // An asynchronous client: `send(&request).instrument(span.clone()).await`
    /// let response = span.in_scope(|| send(&request))?;
    /// let next = span.in_scope(|| chat.receive(&response))?;
    /// assert!(matches!(next, Next::Done(_)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn span(&self) -> Span {
        let model = excerpt(&self.model, MAX_NAME);
        let span = tracing::info_span!(
            "chat",
            otel.name = format!("chat {model}").as_str(),
            otel.kind = "client",
            gen_ai.operation.name = "chat",
            gen_ai.provider.name = self.provider.telemetry_name(),
            gen_ai.request.model = model.as_str(),
            gen_ai.request.max_tokens = Empty,
            gen_ai.request.temperature = Empty,
            gen_ai.response.id = Empty,
            gen_ai.response.model = Empty,
            gen_ai.response.finish_reasons = Empty,
            gen_ai.usage.input_tokens = Empty,
            gen_ai.usage.output_tokens = Empty,
            gen_ai.usage.cache_read.input_tokens = Empty,
            gen_ai.usage.cache_write.input_tokens = Empty,
            gen_ai.usage.reasoning.output_tokens = Empty,
            error.type = Empty,
        );
        if let Some(max_tokens) = self.options.max_tokens {
            span.record("gen_ai.request.max_tokens", max_tokens);
        }
        if let Some(temperature) = self.options.temperature {
            span.record("gen_ai.request.temperature", temperature);
        }
        span
    }
}

/// Records an answer in the span that is entered.
pub(super) fn record(turn: &Turn) {
    let span = Span::current();
    for (name, text) in [
        ("gen_ai.response.id", &turn.response_id),
        ("gen_ai.response.model", &turn.model),
    ] {
        if let Some(text) = text {
            span.record(name, excerpt(text, MAX_NAME).as_str());
        }
    }
    if let Some(reason) = finish_reason(&turn.finish_reason) {
        // Spans of `tracing` have no lists.
        span.record(
            "gen_ai.response.finish_reasons",
            format!("[{reason:?}]").as_str(),
        );
    }
    let usage = turn.usage.unwrap_or_default();
    for (name, count) in [
        ("gen_ai.usage.input_tokens", usage.input_tokens),
        ("gen_ai.usage.output_tokens", usage.output_tokens),
        (
            "gen_ai.usage.cache_read.input_tokens",
            usage.cached_input_tokens,
        ),
        (
            "gen_ai.usage.cache_write.input_tokens",
            usage.cache_write_input_tokens,
        ),
        (
            "gen_ai.usage.reasoning.output_tokens",
            usage.reasoning_tokens,
        ),
    ] {
        if let Some(count) = count {
            span.record(name, count);
        }
    }
}

/// Records a failed answer in the span that is entered.
pub(super) fn record_error(error: &'static str) {
    Span::current().record("error.type", error);
}

/// The words that the conventions have for the members of `gen_ai.output.messages`, or the
/// provider's.
fn finish_reason(finish: &FinishReason) -> Option<String> {
    let word = match finish {
        FinishReason::Unknown => return None,
        FinishReason::Stop => "stop",
        FinishReason::ToolCalls => "tool_call",
        FinishReason::Length => "length",
        FinishReason::Refused => "content_filter",
        FinishReason::Other(word) => word,
    };
    Some(excerpt(word, MAX_NAME))
}
