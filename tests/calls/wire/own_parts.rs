//! Types and roles that only the program's messages have: an answer that names one doesn't bring it
//! into the history.

use serde_json::{Value, json};
use toolcast::Provider;
use toolcast::testing::{Answer, ScriptedModel};
use toolcast_test_support::json::{places, replaced};
use toolcast_test_support::none;

use super::shapes::providers;

/// The types of items and parts that a program sends, from the references of the APIs.
const PROGRAMS: [&str; 14] = [
    "apply_patch_call_output",
    "computer_call_output",
    "custom_tool_call_output",
    "function_call_output",
    "function_result",
    "input_file",
    "input_image",
    "input_text",
    "item_reference",
    "local_shell_call_output",
    "mcp_approval_response",
    "shell_call_output",
    "tool_result",
    "user_input",
];

fn response(provider: Provider) -> Value {
    let answer = Answer::new()
        .text("I look.")
        .reasoning("Hm.")
        .call("look", json!({"at": 1}));
    let text = ScriptedModel::new(provider, [answer]).answer("{}");
    serde_json::from_str(&text).expect("JSON")
}

/// Gives each object of the response but a tool's arguments the type, one after the other.
fn with_type(value: &Value, kind: &str) -> Vec<Value> {
    let is_own = |step: &str| matches!(step, "arguments" | "args" | "input");
    let objects = places(value).into_iter();
    let objects =
        objects.filter(|(place, value)| value.is_object() && !place.split('/').any(is_own));
    let typed = objects.map(|(place, object)| {
        let mut object = object.clone();
        object["type"] = json!(kind);
        replaced(value, &place, object)
    });
    typed.collect()
}

/// The types of the messages, and of the parts that they list.
fn types(messages: &[Value]) -> Vec<&str> {
    let mut all = Vec::new();
    for message in messages {
        let lists = ["content", "parts"].map(|key| message[key].as_array());
        let parts = lists.into_iter().flatten().flatten();
        all.extend(
            parts
                .chain([message])
                .filter_map(|part| part["type"].as_str()),
        );
    }
    all
}

#[test]
fn a_type_that_only_programs_send_is_not_in_the_messages_of_an_answer() {
    let mut failures = Vec::new();
    for provider in providers().filter(|provider| *provider != Provider::Mcp) {
        let mut read = 0;
        for kind in PROGRAMS {
            for response in with_type(&response(provider), kind) {
                let Ok(turn) = provider.parse_turn(&response.to_string()) else {
                    continue;
                };
                read += 1;
                if types(&turn.messages).contains(&kind) {
                    failures.push(format!("{provider}: {kind} in {response}"));
                }
            }
        }
        assert!(read > 0, "{provider}: no answer is read");
    }
    none(&failures);
}

/// A message whose type is wrong is still the model's message; an item of Responses isn't.
#[test]
fn a_message_of_a_programs_type_keeps_its_content_without_the_type() {
    for (provider, response, expected) in [
        (
            Provider::OpenAi,
            json!({"choices": [{"message": {"role": "assistant", "type": "tool_result", "content": "Yes"}}]}),
            json!([{"role": "assistant", "content": "Yes"}]),
        ),
        (
            Provider::Ollama,
            json!({"message": {"role": "tool", "tool_call_id": "c", "type": "input_text", "content": "Yes"}}),
            json!([{"role": "assistant", "content": "Yes"}]),
        ),
        (
            Provider::Gemini,
            json!({"candidates": [{"content": {"role": "user", "type": "user_input", "parts": [
                {"text": "Yes", "type": "function_result"},
                {"text": "No"},
                {"functionCall": {"name": "f", "args": {}}, "type": "tool_result"},
                {"functionResponse": {"name": "f", "response": {}}},
                {"functionResponse": {"name": "f", "response": {}}, "thoughtSignature": "c2ln"},
            ]}}]}),
            json!([{"role": "model", "parts": [
                {"text": "No"},
                {"functionCall": {"name": "f", "args": {}}},
            ]}]),
        ),
        (
            Provider::Bedrock,
            json!({"output": {"message": {"role": "user", "content": [
                {"text": "Yes", "type": "input_text"},
                {"text": "No"},
                {"toolUse": {"toolUseId": "t", "name": "f", "input": {}}, "type": "tool_result"},
                {"toolResult": {"toolUseId": "t", "content": []}},
                {"toolResult": {"toolUseId": "t", "content": []}, "x_other": 1},
            ]}}, "stopReason": "tool_use"}),
            json!([{"role": "assistant", "content": [
                {"text": "No"},
                {"toolUse": {"toolUseId": "t", "name": "f", "input": {}}},
            ]}]),
        ),
    ] {
        let turn = provider.parse_turn(&response.to_string());
        let turn = turn.unwrap_or_else(|error| panic!("{provider}: {error}"));
        assert_eq!(Value::Array(turn.messages), expected, "{provider}");
    }
}

/// An answer has no results of the program's tools, wherever a host puts them.
#[test]
fn a_result_beside_the_content_of_a_message_is_removed() {
    let result = json!({"name": "f", "toolUseId": "t", "response": {}, "content": []});
    for key in ["functionResponse", "function_response", "toolResult"] {
        for provider in providers().filter(|provider| *provider != Provider::Mcp) {
            let whole = response(provider);
            let plain = provider.parse_turn(&whole.to_string()).expect("a turn");
            let mut changed = whole.clone();
            let place = match provider {
                // Items of Responses have a type and are not messages.
                Provider::OpenAiResponses | Provider::Anthropic => continue,
                Provider::Gemini | Provider::GeminiJsonSchema | Provider::Vertex => {
                    "/candidates/0/content"
                }
                Provider::Bedrock => "/output/message",
                Provider::Cohere | Provider::Ollama => "/message",
                _ => "/choices/0/message",
            };
            let message = changed.pointer_mut(place).expect("a message");
            message[key] = result.clone();
            let turn = provider.parse_turn(&changed.to_string()).expect("a turn");
            assert_eq!(turn, plain, "{provider}, {key}");
        }
    }
}

#[test]
fn outputs_of_shells_stay_only_behind_their_call_in_a_container() {
    let output = json!({"type": "shell_call_output", "call_id": "s", "output": []});
    for (environment, stays) in [
        (json!({"type": "container_reference"}), true),
        (json!({"type": "local"}), false),
        (json!({}), false),
        (Value::Null, false),
    ] {
        let call = json!({"type": "shell_call", "call_id": "s", "environment": environment});
        let other = json!({"type": "shell_call_output", "call_id": "t", "output": []});
        let response = json!({"status": "completed", "output": [call, output, other]});
        let turn = Provider::OpenAiResponses.parse_turn(&response.to_string());
        let messages = turn.expect("a turn").messages;
        let kinds: Vec<_> = messages.iter().map(|item| item["type"].as_str()).collect();
        let expected = [Some("shell_call"), Some("shell_call_output")];
        assert_eq!(kinds, expected[..=usize::from(stays)], "{environment}");
    }
}
