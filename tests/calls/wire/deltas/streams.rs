//! Streams of each provider, with all sorts of parts.

use serde_json::{Value, json};
use toolcast::Provider;

use super::begun::begun;
use crate::wire::interactions::interaction;
use crate::wire::shapes::{Call, body, events, id, shapes};

pub(super) const SAID: &str = "Ich sehe nach \u{1f600}.";
pub(super) const FIRST: &str = r#"{"city":"Zürich","n":123456789012345678901234567890}"#;

/// A stream of the prepared conversations.
macro_rules! fixture {
    ($path:literal) => {
        include_bytes!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/calls/conversation/prepared/",
            $path
        ))
    };
}

/// A body, and what its provider is.
pub(super) struct Stream {
    pub(super) provider: Provider,
    pub(super) what: &'static str,
    pub(super) body: Vec<u8>,
}

/// Streams of each provider: texts and calls of all sorts, and what only some providers send.
pub(super) fn streams() -> Vec<Stream> {
    let mut streams = Vec::new();
    for provider in shapes() {
        let (first, second) = (id(provider, 1), id(provider, 2));
        let calls: [Call<'_>; 2] = [(&first, "alpha", FIRST), (&second, "beta", "{}")];
        for (what, said, calls) in [
            ("a call", "", &calls[..1]),
            ("a text and calls", SAID, &calls[..]),
            ("a text", SAID, &[]),
        ] {
            if provider != Provider::Mcp || !calls.is_empty() {
                let body = body(provider, &events(provider, said, calls));
                streams.push(Stream {
                    provider,
                    what,
                    body,
                });
            }
        }
    }
    let fixtures: [(Provider, &[u8]); 8] = [
        (Provider::OpenAi, fixture!("chat/second.sse")),
        (Provider::OpenAiResponses, fixture!("responses/second.sse")),
        (Provider::Anthropic, fixture!("anthropic/second.sse")),
        (Provider::Gemini, fixture!("gemini/second.sse")),
        (Provider::Bedrock, fixture!("bedrock/second.ndjson")),
        (Provider::Mistral, fixture!("mistral/second.sse")),
        (Provider::Cohere, fixture!("cohere/second.sse")),
        (Provider::Ollama, fixture!("ollama/second.ndjson")),
    ];
    for (provider, body) in fixtures {
        streams.push(Stream {
            provider,
            what: "the example's stream",
            body: body.to_vec(),
        });
    }
    for (provider, what, events) in special().into_iter().chain(begun()) {
        let events: Vec<_> = events.iter().map(Value::to_string).collect();
        let body = body(provider, &events);
        streams.push(Stream {
            provider,
            what,
            body,
        });
    }
    streams.extend(["\n", "\r\n", "\r"].map(written_in_lines));
    streams
}

/// A stream whose events have several lines, with comments and other fields.
fn written_in_lines(end: &str) -> Stream {
    let provider = Provider::Cohere;
    let call = (&*id(provider, 1), "alpha", FIRST);
    let mut lines = vec!["\u{feff}: hello".to_owned(), String::new()];
    for event in events(provider, SAID, &[call]) {
        let event: Value = serde_json::from_str(&event).expect("JSON");
        lines.push("event: x".to_owned());
        lines.extend(
            format!("{event:#}")
                .lines()
                .map(|line| format!("data: {line}")),
        );
        lines.extend([": keep-alive".to_owned(), String::new()]);
    }
    Stream {
        provider,
        what: "events of several lines",
        body: lines.join(end).into_bytes(),
    }
}

/// Thoughts, refusals, arguments without a value, and pieces of arguments that are values.
pub(crate) fn special() -> Vec<(Provider, &'static str, Vec<Value>)> {
    let chat = |delta: Value, finish: Value| json!({"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]});
    let block = |index: u64, block: Value| json!({"type": "content_block_start", "index": index, "content_block": block});
    let delta = |index: u64, delta: Value| json!({"type": "content_block_delta", "index": index, "delta": delta});
    let stop = |index: u64| json!({"type": "content_block_stop", "index": index});
    let bedrock = |index: u64, delta: Value| json!({"contentBlockDelta": {"contentBlockIndex": index, "delta": delta}});
    let gemini =
        |part: Value| json!({"candidates": [{"content": {"role": "model", "parts": [part]}}]});
    let cohere = |kind: &str, index: u64, message: Value| json!({"type": kind, "index": index, "delta": {"message": message}});
    let item = |kind: &str, index: u64, item: Value| json!({"type": format!("response.output_item.{kind}"), "output_index": index, "item": item});
    let summary =
        json!([{"type": "summary_text", "text": "One."}, {"type": "summary_text", "text": "Two."}]);
    let thought = json!({"type": "reasoning", "id": "rs_1", "summary": summary});
    let refusal = json!({"type": "message", "role": "assistant", "content": [{"type": "refusal", "refusal": "No."}]});
    let thinking =
        |text: &str| json!([{"type": "thinking", "thinking": [{"type": "text", "text": text}]}]);
    vec![
        (
            Provider::OpenAi,
            "a refusal",
            vec![
                chat(json!({"role": "assistant", "refusal": "I"}), Value::Null),
                chat(json!({"refusal": " can't."}), json!("stop")),
            ],
        ),
        (
            Provider::DeepSeek,
            "thoughts",
            vec![
                chat(json!({"reasoning_content": "h"}), Value::Null),
                chat(
                    json!({"reasoning_content": "m", "content": ""}),
                    Value::Null,
                ),
                chat(json!({"content": "Yes"}), json!("stop")),
            ],
        ),
        (
            Provider::Portable,
            "thoughts under two names, arguments without a value",
            vec![
                chat(
                    json!({"reasoning": "hm", "reasoning_content": "hm"}),
                    Value::Null,
                ),
                chat(
                    json!({"tool_calls": [{"index": 0, "id": "c", "function": {"name": "al", "arguments": ""}}]}),
                    Value::Null,
                ),
                chat(
                    json!({"tool_calls": [{"index": 0, "function": {"name": "pha", "arguments": " "}}]}),
                    Value::Null,
                ),
                chat(
                    json!({"tool_calls": [{"index": 1, "id": "d", "function": {"name": "beta", "arguments": " "}}]}),
                    Value::Null,
                ),
                chat(
                    json!({"tool_calls": [{"index": 1, "function": {"arguments": "{} "}}]}),
                    json!("tool_calls"),
                ),
            ],
        ),
        (
            Provider::Mistral,
            "thoughts in parts",
            vec![
                chat(json!({"content": thinking("h")}), Value::Null),
                chat(json!({"content": thinking("m")}), Value::Null),
                chat(
                    json!({"content": [{"type": "text", "text": "Y"}]}),
                    Value::Null,
                ),
                chat(json!({"content": "es"}), json!("stop")),
            ],
        ),
        (
            Provider::Anthropic,
            "thoughts, a tool of the provider, arguments with white space and without a value",
            vec![
                block(
                    0,
                    json!({"type": "thinking", "thinking": "", "signature": ""}),
                ),
                delta(0, json!({"type": "thinking_delta", "thinking": "h"})),
                delta(0, json!({"type": "thinking_delta", "thinking": "m"})),
                delta(0, json!({"type": "signature_delta", "signature": "c2ln"})),
                stop(0),
                block(1, json!({"type": "thinking", "thinking": "so"})),
                stop(1),
                block(
                    2,
                    json!({"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {}}),
                ),
                delta(
                    2,
                    json!({"type": "input_json_delta", "partial_json": "{\"q\":1}"}),
                ),
                stop(2),
                block(
                    3,
                    json!({"type": "tool_use", "id": "toolu_1", "name": "alpha", "input": {}}),
                ),
                delta(3, json!({"type": "input_json_delta", "partial_json": ""})),
                delta(
                    3,
                    json!({"type": "input_json_delta", "partial_json": " {\"a\" "}),
                ),
                delta(
                    3,
                    json!({"type": "input_json_delta", "partial_json": ": 1}"}),
                ),
                delta(3, json!({"type": "input_json_delta", "partial_json": "\n"})),
                stop(3),
                block(
                    4,
                    json!({"type": "tool_use", "id": "toolu_2", "name": "beta", "input": {}}),
                ),
                stop(4),
                block(
                    5,
                    json!({"type": "tool_use", "id": "toolu_3", "name": "gamma", "input": {"whole": 1.50}}),
                ),
                stop(5),
                block(
                    6,
                    json!({"type": "tool_use", "id": "toolu_4", "name": "delta", "input": {}}),
                ),
                delta(
                    6,
                    json!({"type": "input_json_delta", "partial_json": "\"{}"}),
                ),
                delta(6, json!({"type": "input_json_delta", "partial_json": "\""})),
                stop(6),
                json!({"type": "message_delta", "delta": {"stop_reason": "tool_use"}}),
                json!({"type": "message_stop"}),
            ],
        ),
        (
            Provider::Bedrock,
            "thoughts, a tool of the provider",
            vec![
                bedrock(0, json!({"reasoningContent": {"text": "h"}})),
                bedrock(0, json!({"reasoningContent": {"text": "m"}})),
                bedrock(0, json!({"reasoningContent": {"signature": "c2ln"}})),
                json!({"contentBlockStop": {"contentBlockIndex": 0}}),
                json!({"contentBlockStart": {"contentBlockIndex": 1, "start": {"toolUse": {"toolUseId": "t", "name": "own", "type": "server_tool_use"}}}}),
                bedrock(1, json!({"toolUse": {"input": "{}"}})),
                json!({"contentBlockStop": {"contentBlockIndex": 1}}),
                bedrock(2, json!({"text": "Yes"})),
                json!({"messageStop": {"stopReason": "end_turn"}}),
                json!({"metadata": {"usage": {"inputTokens": 1, "outputTokens": 2, "totalTokens": 3}}}),
            ],
        ),
        (
            Provider::Gemini,
            "thoughts, with a signature",
            vec![
                gemini(json!({"text": "h", "thought": true})),
                gemini(json!({"text": "m", "thought": true})),
                gemini(json!({"text": "Y", "thoughtSignature": "c2ln"})),
                gemini(json!({"text": "es"})),
                json!({"candidates": [{"finishReason": "STOP"}], "usageMetadata": {"promptTokenCount": 1}}),
                json!({"usageMetadata": {"promptTokenCount": 2}}),
            ],
        ),
        (
            Provider::Vertex,
            "arguments in pieces",
            vec![
                gemini(json!({"functionCall": {"name": "alpha", "willContinue": true}})),
                gemini(
                    json!({"functionCall": {"partialArgs": [{"jsonPath": "$.b", "stringValue": "x", "willContinue": true}], "willContinue": true}}),
                ),
                gemini(
                    json!({"functionCall": {"partialArgs": [{"jsonPath": "$.a", "numberValue": 2.5}], "willContinue": true}}),
                ),
                gemini(json!({"functionCall": {}})),
                gemini(json!({"functionCall": {"name": "beta", "args": {}}})),
                json!({"candidates": [{"finishReason": "STOP"}]}),
            ],
        ),
        (Provider::Gemini, "an interaction", interaction()),
        (
            Provider::Cohere,
            "thoughts",
            vec![
                cohere(
                    "content-start",
                    0,
                    json!({"content": {"type": "thinking", "thinking": ""}}),
                ),
                cohere("content-delta", 0, json!({"content": {"thinking": "hm"}})),
                cohere("content-delta", 1, json!({"content": {"text": "Yes"}})),
                cohere(
                    "tool-call-start",
                    0,
                    json!({"tool_calls": {"id": "c", "function": {"name": "alpha", "arguments": ""}}}),
                ),
                json!({"type": "tool-call-end", "index": 0}),
                json!({"type": "message-end", "delta": {"finish_reason": "TOOL_CALL", "usage": {"tokens": {"input_tokens": 1.0}}}}),
            ],
        ),
        (
            Provider::Ollama,
            "thoughts",
            vec![
                json!({"message": {"role": "assistant", "content": "", "thinking": "h"}, "done": false}),
                json!({"message": {"role": "assistant", "content": "", "thinking": "m"}, "done": false}),
                json!({"message": {"role": "assistant", "content": "Yes"}, "done": true, "done_reason": "stop", "eval_count": 3}),
            ],
        ),
        (
            Provider::OpenAiResponses,
            "a summary of thoughts, a refusal",
            vec![
                item(
                    "added",
                    0,
                    json!({"type": "reasoning", "id": "rs_1", "summary": []}),
                ),
                json!({"type": "response.reasoning_summary_text.delta", "output_index": 0, "summary_index": 0, "delta": "On"}),
                json!({"type": "response.reasoning_summary_text.delta", "output_index": 0, "summary_index": 0, "delta": "e."}),
                json!({"type": "response.reasoning_summary_text.delta", "output_index": 0, "summary_index": 1, "delta": "Two."}),
                item("done", 0, thought.clone()),
                item(
                    "added",
                    1,
                    json!({"type": "message", "role": "assistant", "content": []}),
                ),
                json!({"type": "response.refusal.delta", "output_index": 1, "content_index": 0, "delta": "N"}),
                json!({"type": "response.refusal.delta", "output_index": 1, "content_index": 0, "delta": "o."}),
                item("done", 1, refusal.clone()),
                json!({"type": "response.completed", "response": {"status": "completed", "output": [thought, refusal]}}),
            ],
        ),
        (
            Provider::OpenAiResponses,
            "items without deltas",
            vec![
                item("done", 0, thought.clone()),
                item("done", 1, refusal.clone()),
                item(
                    "done",
                    2,
                    json!({"type": "function_call", "call_id": "c", "name": "alpha", "arguments": ""}),
                ),
                json!({"type": "response.completed", "response": {"status": "completed", "output": []}}),
            ],
        ),
        (
            Provider::OpenAiResponses,
            "only the end",
            vec![
                json!({"type": "response.completed", "response": {"status": "completed", "output": [
                    thought, refusal,
                    {"type": "function_call", "call_id": "c", "name": "alpha", "arguments": "{}"},
                ]}}),
            ],
        ),
    ]
}
