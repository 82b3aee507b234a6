//! All that a stream keeps of its events counts towards the limit on its bytes.

#![allow(clippy::needless_pass_by_value)] // Each value is made for one event.

use serde_json::{Value, json};
use toolcast::Provider;
use toolcast::wire::{ResponseLimits, WireError};

/// The limit.
const BYTES: usize = 1 << 16;

/// A stream that is fed without an end.
struct Case {
    provider: Provider,
    what: &'static str,
    /// The first events.
    first: Vec<Value>,
    event: fn(usize) -> Value,
    /// The bytes that an event leaves in memory, at least.
    kept: usize,
}

fn long(n: usize) -> String {
    format!("{n:0>1000}")
}

fn chat(delta: Value) -> Value {
    json!({"choices": [{"index": 0, "delta": delta}]})
}

fn gemini(part: Value) -> Value {
    json!({"candidates": [{"content": {"role": "model", "parts": [part]}}]})
}

fn step(delta: Value) -> Value {
    json!({"event_type": "step.delta", "index": 0, "delta": delta})
}

fn anthropic(delta: Value) -> Value {
    json!({"type": "content_block_delta", "index": 0, "delta": delta})
}

fn cohere(kind: &str, message: Value) -> Value {
    json!({"type": kind, "index": 0, "delta": {"message": message}})
}

fn bedrock(delta: Value) -> Value {
    json!({"contentBlockDelta": {"contentBlockIndex": 0, "delta": delta}})
}

fn cases() -> Vec<Case> {
    use Provider::{Anthropic, Bedrock, Cohere, Gemini, Ollama, OpenAi};

    let case = |provider, what, first: &[Value], event, kept| Case {
        provider,
        what,
        first: first.to_vec(),
        event,
        kept,
    };
    let started = |step: Value| [json!({"event_type": "step.start", "index": 0, "step": step})];
    let block =
        |block: Value| [json!({"type": "content_block_start", "index": 0, "content_block": block})];
    let call =
        json!({"id": "c", "type": "function", "function": {"name": "look", "arguments": ""}});
    vec![
        case(
            OpenAi,
            "content",
            &[],
            |n| chat(json!({"content": long(n)})),
            1000,
        ),
        case(
            OpenAi,
            "members",
            &[],
            |n| chat(json!({ long(n): "" })),
            1000,
        ),
        case(
            OpenAi,
            "texts of a member",
            &[],
            |n| chat(json!({"reasoning": long(n)})),
            1000,
        ),
        case(
            OpenAi,
            "parts",
            &[],
            |n| chat(json!({"content": [{"type": "x", "x": long(n)}]})),
            1000,
        ),
        case(
            OpenAi,
            "a text after each part",
            &[],
            |n| match n % 2 {
                0 => chat(json!({"content": [{"type": "x"}]})),
                _ => chat(json!({"content": "y"})),
            },
            20,
        ),
        case(
            OpenAi,
            "arguments",
            &[chat(
                json!({"tool_calls": [{"index": 0, "id": "c", "function": {"name": "look"}}]}),
            )],
            |n| chat(json!({"tool_calls": [{"index": 0, "function": {"arguments": long(n)}}]})),
            1000,
        ),
        case(
            OpenAi,
            "calls",
            &[],
            |n| chat(json!({"tool_calls": [{"index": n, "id": "", "function": {"name": "l"}}]})),
            72,
        ),
        case(
            Gemini,
            "a text",
            &[],
            |n| gemini(json!({"text": long(n)})),
            1000,
        ),
        case(
            Gemini,
            "texts and thoughts",
            &[],
            |n| gemini(json!({"text": "x", "thought": n % 2 == 0})),
            24,
        ),
        case(
            Gemini,
            "other parts",
            &[],
            |n| gemini(json!({"inlineData": {"data": long(n)}})),
            1000,
        ),
        case(
            Gemini,
            "signatures",
            &[],
            |n| gemini(json!({"text": "", "thoughtSignature": long(n)})),
            1000,
        ),
        case(
            Gemini,
            "a step's text",
            &started(json!({"type": "model_output"})),
            |n| step(json!({"type": "text", "text": long(n)})),
            1000,
        ),
        case(
            Gemini,
            "a step's media",
            &started(json!({"type": "model_output"})),
            |n| step(json!({"type": "image", "data": long(n)})),
            1000,
        ),
        case(
            Gemini,
            "a step's signature",
            &started(json!({"type": "thought"})),
            |n| step(json!({"type": "thought_signature", "signature": long(n)})),
            1000,
        ),
        case(
            Gemini,
            "a step's arguments",
            &started(json!({"type": "function_call", "name": "look", "id": "c"})),
            |n| step(json!({"type": "arguments_delta", "arguments": long(n)})),
            1000,
        ),
        case(
            Gemini,
            "steps",
            &[],
            |n| json!({"event_type": "step.start", "index": n, "step": {"type": "thought", "signature": long(n)}}),
            1000,
        ),
        case(
            Anthropic,
            "a text",
            &block(json!({"type": "text", "text": ""})),
            |n| anthropic(json!({"type": "text_delta", "text": long(n)})),
            1000,
        ),
        case(
            Anthropic,
            "a thought",
            &block(json!({"type": "thinking", "thinking": "", "signature": ""})),
            |n| anthropic(json!({"type": "thinking_delta", "thinking": long(n)})),
            1000,
        ),
        case(
            Anthropic,
            "a signature",
            &block(json!({"type": "thinking", "thinking": "", "signature": ""})),
            |n| anthropic(json!({"type": "signature_delta", "signature": long(n)})),
            1000,
        ),
        case(
            Anthropic,
            "citations",
            &block(json!({"type": "text", "text": ""})),
            |n| anthropic(json!({"type": "citations_delta", "citation": {"cited_text": long(n)}})),
            1000,
        ),
        case(
            Anthropic,
            "an input",
            &block(json!({"type": "tool_use", "id": "c", "name": "look", "input": {}})),
            |n| anthropic(json!({"type": "input_json_delta", "partial_json": long(n)})),
            1000,
        ),
        case(
            Anthropic,
            "blocks",
            &[],
            |n| json!({"type": "content_block_start", "index": n, "content_block": {"type": "x", "x": long(n)}}),
            1000,
        ),
        case(
            Bedrock,
            "a text",
            &[],
            |n| bedrock(json!({"text": long(n)})),
            1000,
        ),
        case(
            Bedrock,
            "a thought",
            &[],
            |n| bedrock(json!({"reasoningContent": {"text": long(n)}})),
            1000,
        ),
        case(
            Bedrock,
            "an input",
            &[
                json!({"contentBlockStart": {"contentBlockIndex": 0, "start": {"toolUse": {"toolUseId": "c", "name": "look"}}}}),
            ],
            |n| bedrock(json!({"toolUse": {"input": long(n)}})),
            1000,
        ),
        case(
            Cohere,
            "a plan",
            &[],
            |n| cohere("tool-plan-delta", json!({"tool_plan": long(n)})),
            1000,
        ),
        case(
            Cohere,
            "a text",
            &[],
            |n| cohere("content-delta", json!({"content": {"text": long(n)}})),
            1000,
        ),
        case(
            Cohere,
            "texts and thoughts",
            &[],
            |n| match n % 2 {
                0 => cohere("content-delta", json!({"content": {"text": "x"}})),
                _ => cohere("content-delta", json!({"content": {"thinking": "x"}})),
            },
            24,
        ),
        case(
            Cohere,
            "arguments",
            &[cohere(
                "tool-call-start",
                json!({"tool_calls": {"id": "c", "function": {"name": "look"}}}),
            )],
            |n| {
                cohere(
                    "tool-call-delta",
                    json!({"tool_calls": {"function": {"arguments": long(n)}}}),
                )
            },
            1000,
        ),
        case(
            Ollama,
            "a text",
            &[],
            |n| json!({"message": {"content": long(n)}}),
            1000,
        ),
        case(
            Ollama,
            "a thought",
            &[],
            |n| json!({"message": {"thinking": long(n)}}),
            1000,
        ),
        case(
            Ollama,
            "calls",
            &[json!({"message": {"tool_calls": [call]}})],
            |n| json!({"message": {"tool_calls": [{"function": {"name": "look", "arguments": {"x": long(n)}}}]}}),
            1000,
        ),
    ]
}

#[test]
fn a_stream_without_an_end_is_too_large_before_it_keeps_more_than_its_limit() {
    for case in cases() {
        let Case { provider, what, .. } = case;
        let limits = ResponseLimits::new().max_bytes(BYTES).max_calls(BYTES);
        let mut stream = provider.stream_with(limits).expect("it has streams");
        for event in &case.first {
            let pushed = stream.push_event(&event.to_string());
            pushed.unwrap_or_else(|error| panic!("{provider}, {what}: {error}"));
        }
        let most = BYTES / case.kept;
        let error = (0..=most).find_map(|n| stream.push_event(&(case.event)(n).to_string()).err());
        assert!(
            matches!(error, Some(WireError::TooLarge { .. })),
            "{provider}, {what}: {error:?} after {most} events"
        );
    }
}
