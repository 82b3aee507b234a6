//! Whole responses.

use serde_json::{Value, json};
use toolcast::Provider;
use toolcast::call::ToolCall;
use toolcast::wire::{FinishReason, Turn, WireError};

use super::shapes::{Call, id, providers, whole};

fn turn(provider: Provider, response: &str) -> Turn {
    provider
        .parse_turn(response)
        .unwrap_or_else(|error| panic!("{provider}: {error}\n{response}"))
}

fn parts(calls: &[ToolCall]) -> Vec<(&str, &str)> {
    calls
        .iter()
        .map(|call| (&*call.name, &*call.arguments))
        .collect()
}

const ODD: &str = r#"{ "n": 123456789012345678901234567890, "f": 1.0, "e": 1E2, "n":2, "s":"\u00e9\ud83d\ude00" }"#;

#[test]
fn every_provider_s_calls_are_read() {
    for provider in providers() {
        let (first, second) = (id(provider, 1), id(provider, 2));
        let several: [Call<'_>; 2] = [(&first, "alpha", ODD), (&second, "beta", "{}")];
        for calls in [&several[..1], &several[..]] {
            for said in ["", "Let me see \u{1f600}."] {
                let response = whole(provider, said, calls);
                let turn = turn(provider, &response);
                let expected: Vec<_> = calls.iter().map(|(_, name, text)| (*name, *text)).collect();
                assert_eq!(parts(&turn.calls), expected, "{provider}");
                assert_eq!(turn.finish_reason, FinishReason::ToolCalls, "{provider}");
                if provider != Provider::Mcp {
                    assert_eq!(turn.text, said, "{provider}");
                }
                if provider != Provider::Vertex {
                    assert_eq!(turn.calls[0].id.as_str(), first, "{provider}");
                }
                assert_eq!(provider.parse_calls(&response).as_ref(), Ok(&turn.calls));
                assert!(!turn.messages.is_empty(), "{provider}");
            }
        }
    }
}

#[test]
fn a_turn_without_calls_has_none() {
    for provider in providers().filter(|provider| *provider != Provider::Mcp) {
        let turn = turn(provider, &whole(provider, "Good morning.", &[]));
        assert_eq!(turn.text, "Good morning.", "{provider}");
        assert_eq!(turn.calls, [], "{provider}");
        assert_eq!(turn.finish_reason, FinishReason::Stop, "{provider}");
    }
}

/// A history is what came, byte for byte but for order and spaces.
#[test]
fn the_history_is_the_original_message() {
    let message = json!({"role": "assistant", "content": null, "reasoning_content": "hm", "tool_calls": [{"id": "call_1", "type": "function", "function": {"name": "alpha", "arguments": "{}"}}]});
    let response = json!({"choices": [{"message": message, "finish_reason": "tool_calls"}]});
    assert_eq!(
        turn(Provider::DeepSeek, &response.to_string()).messages,
        [message]
    );

    let content = json!([{"type": "thinking", "thinking": "hm", "signature": "c2ln"}, {"type": "tool_use", "id": "toolu_1", "name": "alpha", "input": {"at": 1}}]);
    let response = json!({"type": "message", "role": "assistant", "content": content, "stop_reason": "tool_use"});
    assert_eq!(
        turn(Provider::Anthropic, &response.to_string()).messages,
        [json!({"role": "assistant", "content": content})]
    );

    let output = json!([{"type": "reasoning", "id": "rs_1", "encrypted_content": "x"}, {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "alpha", "arguments": "{}"}]);
    let response = json!({"status": "completed", "error": null, "output": output});
    assert_eq!(
        json!(turn(Provider::OpenAiResponses, &response.to_string()).messages),
        output
    );

    let content = json!({"role": "model", "parts": [{"text": "hm", "thought": true}, {"functionCall": {"name": "alpha", "args": {"at": 1}}, "thoughtSignature": "c2ln"}]});
    let response = json!({"candidates": [{"content": content, "finishReason": "STOP"}]});
    let read = turn(Provider::Gemini, &response.to_string());
    assert_eq!(read.messages, [content]);
    assert_eq!(read.calls[0].signature.as_deref(), Some("c2ln"));
    assert_eq!(read.text, "");
}

#[test]
fn interactions_are_recognized_by_their_shape() {
    let steps = json!([
        {"type": "thought", "signature": "c2ln"},
        {"type": "model_output", "content": [{"type": "text", "text": "Let me see."}]},
        {"type": "function_call", "id": "c1", "name": "alpha", "arguments": {"at": 1}},
    ]);
    for response in [
        json!({"id": "i", "steps": steps}),
        json!({"outputs": steps}),
        steps.clone(),
    ] {
        let read = turn(Provider::Gemini, &response.to_string());
        assert_eq!(read.text, "Let me see.");
        assert_eq!(parts(&read.calls), [("alpha", r#"{"at":1}"#)]);
        assert_eq!(read.calls[0].id.as_str(), "c1");
        assert_eq!(json!(read.messages), steps);
    }
}

/// Mistral may send arguments as an object, some hosts send none or an empty text.
#[test]
fn arguments_may_be_text_an_object_or_nothing() {
    for (arguments, expected) in [
        (json!({"at": 1}), r#"{"at":1}"#),
        (json!(r#"{"at": 1}"#), r#"{"at": 1}"#),
        (json!(""), "{}"),
        (Value::Null, "{}"),
        (json!("{\"at\": "), "{\"at\":"),
    ] {
        let call =
            json!({"id": "D681PevKs", "function": {"name": "alpha", "arguments": arguments}});
        let response = json!({"choices": [{"message": {"tool_calls": [call]}}]}).to_string();
        for provider in [Provider::Mistral, Provider::OpenAi, Provider::Portable] {
            let read = turn(provider, &response);
            assert_eq!(read.calls[0].arguments.trim(), expected);
            assert_eq!(read.messages[0]["role"], "assistant");
        }
    }
}

#[test]
fn a_missing_id_is_generated_and_stays_the_same() {
    let call = |id: Value| json!({"id": id, "type": "function", "function": {"name": "alpha", "arguments": "{}"}});
    let response = json!({"choices": [{"message": {"tool_calls": [call(Value::Null), call(json!("")), call(json!("x"))]}}]});
    let first = turn(Provider::OpenAi, &response.to_string());
    assert_eq!(first, turn(Provider::OpenAi, &response.to_string()));
    let ids: Vec<_> = first.calls.iter().map(|call| call.id.as_str()).collect();
    assert_ne!(ids[0], ids[1]);
    assert_eq!(ids[2], "x");
    // The result must find its call, so the history has the id too.
    for (i, id) in ids.iter().enumerate() {
        assert_eq!(first.messages[0]["tool_calls"][i]["id"], json!(id));
    }
}

#[test]
fn duplicate_ids_of_calls_are_made_unique() {
    for provider in providers().filter(|provider| *provider != Provider::Vertex) {
        let calls = [
            ("x", "alpha", "{}"),
            ("x", "alpha", "{}"),
            ("x-2", "beta", "{}"),
        ];
        let read = turn(provider, &whole(provider, "", &calls));
        let ids: Vec<_> = read.calls.iter().map(|call| call.id.as_str()).collect();
        if provider == Provider::Mistral {
            // Its ids have nine letters and digits.
            assert!(ids.iter().all(|id| id.len() == 9), "{ids:?}");
            assert!(
                ids[0] != ids[1] && ids[1] != ids[2] && ids[0] != ids[2],
                "{ids:?}"
            );
        } else {
            assert_eq!(ids, ["x", "x-2", "x-2-2"], "{provider}");
        }
        if provider != Provider::Mcp {
            let history = json!(read.messages).to_string();
            for id in ids {
                assert!(
                    history.contains(&format!("\"{id}\"")),
                    "{provider}: {history}"
                );
            }
        }
    }
}

#[test]
fn a_truncated_or_refused_response_has_its_finish_reason() {
    for (provider, response, finish) in [
        (
            Provider::OpenAi,
            json!({"choices": [{"message": {"content": "a"}, "finish_reason": "length"}]}),
            FinishReason::Length,
        ),
        (
            Provider::OpenAi,
            json!({"choices": [{"message": {"content": null, "refusal": "no"}, "finish_reason": "stop"}]}),
            FinishReason::Refused,
        ),
        (
            Provider::OpenAiResponses,
            json!({"output": [], "status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}}),
            FinishReason::Length,
        ),
        (
            Provider::Anthropic,
            json!({"content": [], "stop_reason": "pause_turn"}),
            FinishReason::Other("pause_turn".into()),
        ),
        (
            Provider::Gemini,
            json!({"promptFeedback": {"blockReason": "SAFETY"}}),
            FinishReason::Refused,
        ),
        (
            Provider::Vertex,
            json!({"candidates": [{"finishReason": "MAX_TOKENS"}]}),
            FinishReason::Length,
        ),
        (
            Provider::Bedrock,
            json!({"output": {"message": {"role": "assistant", "content": []}}, "stopReason": "max_tokens"}),
            FinishReason::Length,
        ),
    ] {
        let read = turn(provider, &response.to_string());
        assert_eq!(read.finish_reason, finish, "{provider}");
    }
}

#[test]
fn a_response_that_is_an_error_has_the_providers_message() {
    let openai =
        json!({"error": {"message": "too much", "type": "invalid_request_error", "code": null}});
    for (provider, response, code) in [
        (
            Provider::OpenAi,
            openai.clone(),
            Some("invalid_request_error"),
        ),
        (
            Provider::Groq,
            json!({"error": {"message": "too much", "code": "tool_use_failed"}}),
            Some("tool_use_failed"),
        ),
        (
            Provider::OpenAiResponses,
            openai,
            Some("invalid_request_error"),
        ),
        (
            Provider::OpenAiResponses,
            json!({"status": "failed", "output": [], "error": {"code": "server_error", "message": "too much"}}),
            Some("server_error"),
        ),
        (
            Provider::Anthropic,
            json!({"type": "error", "error": {"type": "overloaded_error", "message": "too much"}}),
            Some("overloaded_error"),
        ),
        (
            Provider::Gemini,
            json!({"error": {"code": 400, "message": "too much", "status": "INVALID_ARGUMENT"}}),
            Some("400"),
        ),
        (
            Provider::Vertex,
            json!([{"error": {"code": 400, "message": "too much"}}]),
            Some("400"),
        ),
        (Provider::Bedrock, json!({"message": "too much"}), None),
        (
            Provider::Mistral,
            json!({"object": "error", "message": "too much", "code": "3280"}),
            Some("3280"),
        ),
        (
            Provider::Cohere,
            json!({"id": "x", "message": "too much"}),
            None,
        ),
        (Provider::Ollama, json!({"error": "too much"}), None),
        (
            Provider::Mcp,
            json!({"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "too much"}}),
            Some("-32602"),
        ),
    ] {
        let expected = WireError::Api {
            provider,
            code: code.map(Into::into),
            message: "too much".into(),
        };
        assert_eq!(provider.parse_turn(&response.to_string()), Err(expected));
    }
}

#[test]
fn an_invalid_response_is_an_error_with_its_place() {
    for (provider, response, at) in [
        (Provider::OpenAi, json!({"choices": []}), "`choices`"),
        (
            Provider::OpenAi,
            json!({"choices": [{"message": {"tool_calls": [{"function": {"name": 1}}]}}]}),
            "`choices[0].message.tool_calls[0].function.name`",
        ),
        (
            Provider::OpenAi,
            json!({"choices": [{"message": {"tool_calls": {}}}]}),
            "`choices[0].message.tool_calls`",
        ),
        (
            Provider::OpenAiResponses,
            json!({"output": [{"type": "message", "content": [7]}]}),
            "`output[0].content[0]`",
        ),
        (
            Provider::Anthropic,
            json!({"content": [{"type": "text", "text": "a"}, {"type": "tool_use", "id": "x"}]}),
            "`content[1]`",
        ),
        (
            Provider::Gemini,
            json!({"candidates": [{"content": {"parts": [{"functionCall": []}]}}]}),
            "`candidates[0].content.parts[0].functionCall`",
        ),
        (Provider::Bedrock, json!({"output": {}}), "`output`"),
        (
            Provider::Cohere,
            json!({"finish_reason": "COMPLETE"}),
            "`message`",
        ),
        (
            Provider::Ollama,
            json!({"message": {"content": {}}}),
            "`message.content`",
        ),
        (Provider::Mcp, json!({"method": "tools/list"}), "`method`"),
    ] {
        let error = provider
            .parse_turn(&response.to_string())
            .expect_err("no response");
        assert!(matches!(error, WireError::Shape { .. }), "{error}");
        assert!(error.to_string().contains(at), "{provider}: {error}");
        assert!(error.to_string().contains(provider.name()), "{error}");
    }
    for provider in providers() {
        for response in [
            "",
            "null",
            "[]",
            "{}",
            "\"text\"",
            "{\"choices\":",
            "<html>",
            "7",
        ] {
            let read = provider.parse_turn(response);
            // An empty batch of requests or steps is a turn without calls.
            let empty_list =
                response == "[]" && read.as_ref().is_ok_and(|turn| turn.calls.is_empty());
            assert!(read.is_err() || empty_list, "{provider}: {response}");
        }
    }
    let none = Provider::JsonSchema.parse_turn("{}");
    assert_eq!(
        none,
        Err(WireError::NoCalls {
            provider: Provider::JsonSchema
        })
    );
}

/// A custom tool takes text instead of JSON. Its calls are not toolcast's, so they only stay in the
/// history.
#[test]
fn a_custom_call_stays_in_the_history() {
    let custom = json!({"id": "a", "type": "custom", "custom": {"name": "alpha", "input": "text"}});
    let call =
        json!({"id": "b", "type": "function", "function": {"name": "beta", "arguments": "{}"}});
    let message = json!({"role": "assistant", "tool_calls": [custom, call]});
    let response = json!({"choices": [{"message": message}]});
    let read = turn(Provider::OpenAi, &response.to_string());
    assert_eq!(parts(&read.calls), [("beta", "{}")]);
    assert_eq!(read.messages, [message]);
}

/// MCP's id may be a number; its text is the call's id.
#[test]
fn an_mcp_request_is_a_call() {
    let response = r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"alpha","arguments":{"at":1.50}}}"#;
    let read = turn(Provider::Mcp, response);
    assert_eq!(read.calls[0].id.as_str(), "7");
    assert_eq!(parts(&read.calls), [("alpha", r#"{"at":1.50}"#)]);
}
