//! Responses, streams and messages that are read without an error.

use serde_json::{Value, json};
use toolcast::Provider;
use toolcast::testing::{Answer, ScriptedModel};

use crate::wire::deltas::streams::special;
use crate::wire::interactions::interaction;
use crate::wire::shapes::{events, id, providers, whole};
use crate::wire::unread_members;

/// Requests of streams with token counts.
const REQUEST: &str = r#"{"model":"m","stream_options":{"include_usage":true}}"#;

fn scripted(provider: Provider) -> ScriptedModel {
    let answer = Answer::new()
        .text("I look.")
        .reasoning("Hm.")
        .call("look", json!({"at": 1}))
        .call("wait", "{}");
    ScriptedModel::new(provider, [answer])
}

pub(in crate::wire) fn responses() -> Vec<(Provider, &'static str, Value)> {
    let mut all = Vec::new();
    for provider in providers() {
        let response = match provider {
            Provider::Mcp => whole(provider, "", &[("call_1", "look", "{}")]),
            _ => scripted(provider).answer(REQUEST),
        };
        let response = serde_json::from_str(&response).expect("JSON");
        all.push((provider, "turn", response));
    }
    let interaction = interaction();
    let steps: Vec<_> = (interaction.iter())
        .filter_map(|event| event.get("step"))
        .collect();
    let interaction = json!({"id": "v1", "model": "m", "status": "completed", "steps": steps});
    all.push((Provider::Gemini, "interaction", interaction));
    all.extend(special_responses());
    all
}

/// Content of some providers alone: refusals, tools of their own, and all counts of tokens.
fn special_responses() -> Vec<(Provider, &'static str, Value)> {
    let chat_usage = json!({
        "prompt_tokens": 9, "completion_tokens": 4,
        "prompt_tokens_details": {"cached_tokens": 3, "cache_write_tokens": 2},
        "completion_tokens_details": {"reasoning_tokens": 1},
    });
    let refused =
        json!({"finish_reason": "stop", "message": {"role": "assistant", "refusal": "No."}});
    vec![
        (
            Provider::OpenAi,
            "refusal",
            json!({"choices": [refused], "usage": chat_usage}),
        ),
        (
            Provider::OpenAiResponses,
            "refusal",
            json!({"status": "completed", "output": [
                {"type": "message", "role": "assistant", "content": [{"type": "refusal", "refusal": "No."}]},
                {"type": "web_search_call", "id": "ws_1", "status": "completed"},
            ]}),
        ),
        (
            Provider::Anthropic,
            "own tool",
            json!({
                "content": [
                    {"type": "redacted_thinking", "data": "AAAA"},
                    {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {}},
                    {"type": "text", "text": "Yes"},
                ],
                "stop_reason": "refusal",
                "usage": {
                    "input_tokens": 1, "cache_creation_input_tokens": 2, "cache_read_input_tokens": 3,
                    "output_tokens": 4, "output_tokens_details": {"thinking_tokens": 1},
                },
            }),
        ),
        (
            Provider::Gemini,
            "own tool",
            json!({
                "candidates": [{"finishReason": "STOP", "content": {"parts": [
                    {"executableCode": {"language": "PYTHON", "code": "1"}},
                    {"inlineData": {"mimeType": "image/png", "data": "AQID"}},
                    {"text": "Yes", "thoughtSignature": "c2ln"},
                ]}}],
                "usageMetadata": {
                    "promptTokenCount": 1, "toolUsePromptTokenCount": 2, "cachedContentTokenCount": 1,
                    "candidatesTokenCount": 3, "thoughtsTokenCount": 4,
                },
            }),
        ),
        (
            Provider::Gemini,
            "interaction of texts",
            json!({"status": "completed", "outputs": [
                {"type": "text", "text": "Y"},
                {"type": "model_output", "content": "es"},
            ]}),
        ),
        (
            Provider::Gemini,
            "blocked",
            json!({"promptFeedback": {"blockReason": "SAFETY"}}),
        ),
        (
            Provider::Bedrock,
            "own tool",
            json!({
                "output": {"message": {"role": "assistant", "content": [
                    {"reasoningContent": {"redactedContent": "AAAA"}},
                    {"toolUse": {"toolUseId": "t", "name": "own", "type": "server_tool_use", "input": {}}},
                    {"toolResult": {"toolUseId": "t", "type": "own_result", "content": []}},
                    {"text": "Yes"},
                ]}},
                "stopReason": "end_turn",
                "usage": {
                    "inputTokens": 1, "outputTokens": 2,
                    "cacheReadInputTokens": 3, "cacheWriteInputTokens": 4,
                },
            }),
        ),
        (
            Provider::Cohere,
            "plan",
            json!({
                "finish_reason": "COMPLETE",
                "message": {"role": "assistant", "tool_plan": "I'll look.", "citations": [{"start": 0}],
                    "content": [{"type": "thinking", "thinking": "Hm."}, {"type": "text", "text": "Yes"}]},
                "usage": {"tokens": {"input_tokens": 1, "output_tokens": 2}, "cached_tokens": 1},
            }),
        ),
    ]
}

pub(in crate::wire) fn streams() -> Vec<(Provider, &'static str, Vec<Value>)> {
    let mut all = Vec::new();
    for provider in providers() {
        let events: Vec<Value> = if provider == Provider::Mcp {
            let events = events(provider, "", &[("call_1", "look", "{}")]);
            let parsed = events.iter().map(|event| serde_json::from_str(event));
            parsed.collect::<Result<_, _>>().expect("JSON")
        } else {
            let body = scripted(provider).stream(REQUEST);
            let body = String::from_utf8(body).expect("a text");
            let events = body
                .lines()
                .map(|line| line.strip_prefix("data: ").unwrap_or(line));
            let events = events.filter(|event| event.starts_with('{'));
            events
                .map(|event| serde_json::from_str(event).expect("JSON"))
                .collect()
        };
        all.push((provider, "turn", events));
    }
    all.extend(special());
    all
}

pub(in crate::wire) fn messages() -> Vec<(Provider, &'static str, Vec<Value>)> {
    let mut all = Vec::new();
    for provider in providers() {
        all.push((provider, "written", unread_members::messages(provider)));
        if provider != Provider::Mcp {
            let turn = provider.parse_turn(&scripted(provider).answer(REQUEST));
            all.push((provider, "turn", turn.expect("a turn").messages));
        }
    }
    all.extend(special_messages());
    all
}

/// Content that `write_messages` never writes: other names, thoughts, and tools of the provider.
fn special_messages() -> Vec<(Provider, &'static str, Vec<Value>)> {
    let call = |provider| id(provider, 1);
    let interactions = interaction();
    let steps = interactions.iter().filter_map(|event| event.get("step"));
    vec![
        (
            Provider::OpenAi,
            "others",
            vec![
                json!({"role": "developer", "content": [{"type": "text", "text": "Be brief."}]}),
                json!({"role": "user", "name": "Ann", "content": [{"type": "image_url", "image_url": "https://a.b/c.png"}]}),
                json!({"role": "assistant", "content": null, "refusal": "No.", "tool_calls": [
                    {"id": "c", "type": "custom", "custom": {"name": "f", "input": ""}}]}),
            ],
        ),
        (
            Provider::Cohere,
            "others",
            vec![
                json!({"role": "assistant", "tool_plan": "I'll look.", "tool_calls": [
                    {"id": "c", "type": "function", "function": {"name": "look", "arguments": "{}"}}]}),
                json!({"role": "tool", "tool_call_id": "c", "content": [
                    {"type": "document", "document": {"data": "{\"a\":1}"}},
                    {"type": "document", "document": {"data": {"a": 1}}},
                ]}),
            ],
        ),
        (
            Provider::OpenAiResponses,
            "others",
            vec![
                json!({"role": "developer", "content": "Be brief."}),
                json!({"type": "message", "role": "user", "content": [
                    {"type": "input_text", "text": "a"},
                    {"type": "input_image", "image_url": "https://a.b/c.png", "detail": "low"},
                    {"type": "input_file", "file_url": "https://a.b/c.pdf", "filename": "c.pdf"},
                ]}),
                json!({"type": "web_search_call", "id": "ws_1", "status": "completed"}),
                json!({"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}"}),
                json!({"type": "function_call_output", "call_id": "c", "output": "b"}),
            ],
        ),
        (
            Provider::Anthropic,
            "others",
            vec![
                json!({"role": "user", "content": [
                    {"type": "image", "source": {"type": "url", "url": "https://a.b/c.png"}},
                    {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "a"}, "title": "t"},
                    {"type": "text", "text": "a", "cache_control": {"type": "ephemeral"}},
                ]}),
                json!({"role": "assistant", "content": [
                    {"type": "redacted_thinking", "data": "AAAA"},
                    {"type": "server_tool_use", "id": "s", "name": "web_search", "input": {}},
                    {"type": "web_search_tool_result", "tool_use_id": "s", "content": []},
                    {"type": "tool_use", "id": call(Provider::Anthropic), "name": "f", "input": {}},
                ]}),
                json!({"role": "user", "content": [{"type": "tool_result", "tool_use_id": call(Provider::Anthropic), "content": "b", "is_error": true}]}),
                json!({"role": "system", "content": "Be brief."}),
            ],
        ),
        (
            Provider::Gemini,
            "others",
            vec![
                json!({"role": "user", "parts": [
                    {"inline_data": {"mime_type": "image/png", "data": "AQID"}},
                    {"file_data": {"mime_type": "application/pdf", "file_uri": "gs://a/b.pdf"}},
                    {"fileData": {"mimeType": "application/pdf", "fileUri": "gs://a/b.pdf", "displayName": "b.pdf"}},
                ]}),
                json!({"role": "model", "parts": [
                    {"text": "Hm.", "thought": true},
                    {"executableCode": {"language": "PYTHON", "code": "1"}},
                    {"function_call": {"id": "c", "name": "f", "args": {}}, "thought_signature": "c2ln"},
                    {"functionCall": {"name": "g", "args": {}}},
                ]}),
                json!({"role": "function", "parts": [
                    {"function_response": {"id": "c", "name": "f", "response": {"error": "b"}}},
                    {"functionResponse": {"name": "g", "response": {"output": {"a": 1}}}},
                ]}),
            ],
        ),
        (Provider::Gemini, "interaction", steps.cloned().collect()),
        (
            Provider::Bedrock,
            "others",
            vec![
                json!({"role": "system", "content": [{"text": "Be brief."}]}),
                json!({"role": "user", "content": [
                    {"document": {"format": "xls", "name": "b", "source": {"bytes": "AQID"}}},
                    {"document": {"format": "txt", "source": {"s3Location": {"uri": "s3://a/b"}}}},
                    {"cachePoint": {"type": "default"}},
                ]}),
                json!({"role": "assistant", "content": [
                    {"reasoningContent": {"redactedContent": "AAAA"}},
                    {"toolUse": {"toolUseId": "t", "name": "own", "type": "server_tool_use", "input": {}}},
                    {"toolResult": {"toolUseId": "t", "type": "own_result", "content": []}},
                    {"toolUse": {"toolUseId": "u", "name": "f", "input": {}}},
                ]}),
                json!({"role": "user", "content": [{"toolResult": {"toolUseId": "u", "content": [{"text": "b"}], "status": "error"}}]}),
            ],
        ),
        (
            Provider::Mcp,
            "others",
            vec![
                json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "f"}}),
                json!({"jsonrpc": "2.0", "id": 1, "result": {"isError": true, "content": [
                    {"type": "text", "text": "a"},
                    {"type": "audio", "mimeType": "audio/wav", "data": "AQID"},
                    {"type": "resource", "resource": {"uri": "file:///a/b.txt", "mimeType": "text/plain", "text": "c"}},
                    {"type": "resource", "resource": {"uri": "file:///a/b.pdf", "mimeType": "application/pdf", "blob": "AQID"}},
                    {"type": "resource_link", "uri": "https://a.b/c.pdf", "name": "c.pdf", "mimeType": "application/pdf"},
                ]}}),
                json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "g", "arguments": {}}}),
                json!({"jsonrpc": "2.0", "id": 2, "error": {"code": -32602, "message": "no"}}),
            ],
        ),
        (
            Provider::Ollama,
            "others",
            vec![
                json!({"role": "user", "content": "a", "images": ["AQID"]}),
                json!({"role": "assistant", "content": "", "thinking": "Hm.", "tool_calls": [
                    {"id": "c", "function": {"index": 0, "name": "f", "arguments": {}}}]}),
                json!({"role": "tool", "tool_name": "f", "tool_call_id": "c", "content": "b"}),
            ],
        ),
    ]
}
