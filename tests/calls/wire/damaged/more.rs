//! Errors of providers, and events in other forms than the scripted model's.

use serde_json::{Value, json};
use toolcast::Provider;
use toolcast::testing::{Answer, ScriptedModel};

use crate::wire::shapes::providers;

/// Bodies that are a provider's error.
pub(in crate::wire) fn errors() -> Vec<(Provider, &'static str, Value)> {
    let mut all = Vec::new();
    for provider in providers().filter(|provider| *provider != Provider::Mcp) {
        let body = ScriptedModel::new(provider, [Answer::error(429, "too busy")]).answer("{}");
        let body = serde_json::from_str(&body).expect("JSON");
        all.push((provider, "error", body));
    }
    let gemini =
        json!({"error": {"code": 429, "message": "too busy", "status": "RESOURCE_EXHAUSTED"}});
    let failed = json!({"code": "server_error", "message": "too busy"});
    all.extend([
        (Provider::Gemini, "errors", json!([gemini])),
        (
            Provider::OpenAiResponses,
            "failed",
            json!({"status": "failed", "error": failed, "output": []}),
        ),
        (Provider::Portable, "text", json!({"error": "too busy"})),
        (Provider::Portable, "detail", json!({"detail": "too busy"})),
        (
            Provider::Bedrock,
            "error",
            json!({"__type": "ThrottlingException", "message": "too busy"}),
        ),
        (
            Provider::Mcp,
            "error",
            json!({"jsonrpc": "2.0", "id": 1, "error": {"code": -32603, "message": "too busy"}}),
        ),
    ]);
    all
}

/// Streams whose last event is the provider's error.
pub(in crate::wire) fn error_streams() -> Vec<(Provider, &'static str, Vec<Value>)> {
    let error = json!({"type": "overloaded_error", "code": "busy", "message": "too busy"});
    let failed = json!({"status": "failed", "error": error, "output": []});
    let begun = |id: &str| json!({"type": "message_start", "message": {"id": id, "content": []}});
    vec![
        (Provider::OpenAi, "error", vec![json!({"error": error})]),
        (
            Provider::Groq,
            "error",
            vec![json!({"choices": [], "x_groq": {"error": "too busy"}})],
        ),
        (
            Provider::OpenAiResponses,
            "error",
            vec![json!({"type": "error", "code": "busy", "message": "too busy"})],
        ),
        (
            Provider::OpenAiResponses,
            "failed",
            vec![json!({"type": "response.failed", "response": failed})],
        ),
        (
            Provider::Anthropic,
            "error",
            vec![json!({"type": "error", "error": error})],
        ),
        (Provider::Anthropic, "two", vec![begun("a"), begun("b")]),
        (
            Provider::Gemini,
            "error",
            vec![json!({"error": {"code": 429, "message": "too busy", "status": "BUSY"}})],
        ),
        (
            Provider::Gemini,
            "interaction error",
            vec![json!({"event_type": "error", "error": {"code": "busy", "message": "too busy"}})],
        ),
        (
            Provider::Bedrock,
            "error",
            vec![json!({"throttlingException": {"message": "too busy"}})],
        ),
        (
            Provider::Bedrock,
            "text",
            vec![json!({"message": "too busy"})],
        ),
        (
            Provider::Cohere,
            "error",
            vec![
                json!({"type": "message-end", "delta": {"finish_reason": "ERROR", "error": "too busy"}}),
            ],
        ),
        (
            Provider::Ollama,
            "error",
            vec![json!({"error": "too busy"})],
        ),
    ]
}

/// Streams in forms that only some servers and clients have.
pub(in crate::wire) fn streams() -> Vec<(Provider, &'static str, Vec<Value>)> {
    let gemini =
        |part: Value| json!({"candidates": [{"content": {"role": "model", "parts": [part]}}]});
    let message = json!({"type": "message", "id": "msg_1", "role": "assistant", "content": [{"type": "output_text", "text": "Yes"}]});
    let step =
        |index: u64, step: Value| json!({"event_type": "step.start", "index": index, "step": step});
    vec![
        (
            Provider::Bedrock,
            "without keys",
            vec![
                json!({"role": "assistant"}),
                json!({"contentBlockIndex": 0, "delta": {"text": "Yes"}}),
                json!({"contentBlockIndex": 0}),
                json!({"contentBlockIndex": 1, "start": {"toolUse": {"toolUseId": "t", "name": "f"}}}),
                json!({"contentBlockIndex": 1, "delta": {"toolUse": {"input": "{}"}}}),
                json!({"contentBlockIndex": 1}),
                json!({"stopReason": "tool_use"}),
                json!({"usage": {"inputTokens": 1, "outputTokens": 2}}),
            ],
        ),
        (
            Provider::Vertex,
            "partial arguments behind others",
            vec![
                gemini(
                    json!({"functionCall": {"name": "f", "args": {"a": 1}, "willContinue": true}}),
                ),
                gemini(
                    json!({"functionCall": {"partialArgs": [{"jsonPath": "$.b[0].c", "boolValue": true}, {"jsonPath": "$.d", "nullValue": "NULL_VALUE"}], "willContinue": true}}),
                ),
                gemini(json!({"functionCall": {}})),
                json!({"candidates": [{"finishReason": "STOP"}]}),
            ],
        ),
        (
            Provider::OpenAiResponses,
            "a message without deltas",
            vec![
                json!({"type": "response.output_item.done", "output_index": 0, "item": message}),
                json!({"type": "response.completed", "response": {"id": "resp_1", "status": "completed", "output": [message]}}),
            ],
        ),
        (
            Provider::Gemini,
            "steps that start with texts",
            vec![
                json!({"event_type": "interaction.created", "interaction": {"id": "v1", "model": "m"}}),
                step(0, json!({"type": "text", "text": "Y"})),
                json!({"event_type": "step.stop", "index": 0}),
                step(
                    1,
                    json!({"type": "model_output", "content": [{"type": "text", "text": "es"}, {"type": "image", "data": "AQID"}]}),
                ),
                json!({"event_type": "step.stop", "index": 1}),
                json!({"event_type": "interaction.completed", "interaction": {"id": "v1", "status": "completed"}}),
            ],
        ),
        (
            Provider::Mistral,
            "parts with other members",
            vec![
                json!({"choices": [{"index": 0, "delta": {"content": [{"type": "thinking", "thinking": [{"type": "text", "text": "H"}], "closed": true}]}}]}),
                json!({"choices": [{"index": 0, "delta": {"content": [{"type": "thinking", "thinking": "m", "closed": true}]}}]}),
                json!({"choices": [{"index": 0, "delta": {"content": [{"type": "text", "text": "Yes", "citations": [1]}]}, "finish_reason": "stop"}]}),
            ],
        ),
        (
            Provider::OpenAi,
            "a custom tool's call",
            vec![
                json!({"choices": [{"index": 0, "delta": {"tool_calls": [{"index": 0, "id": "c", "type": "custom", "custom": {"name": "f", "input": "a"}}]}}]}),
                json!({"choices": [{"index": 0, "delta": {"tool_calls": [{"index": 0, "custom": {"input": "b"}}]}}]}),
                json!({"choices": [{"index": 0, "delta": {"tool_calls": [{"index": 1, "id": "d", "type": "other", "other": {"name": "g"}}]}}]}),
                json!({"choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]}),
            ],
        ),
        (
            Provider::Mistral,
            "parts of several kinds",
            vec![
                json!({"choices": [{"index": 0, "delta": {"content": [{"type": "text", "text": "Y"}, {"type": "reference", "reference_ids": [1]}]}}]}),
                json!({"choices": [{"index": 0, "delta": {"content": [{"type": "text", "text": "es"}]}, "finish_reason": "stop"}]}),
            ],
        ),
    ]
}
