//! Google's names in snake case, as its SDKs write them: parts have the same meaning as in camel
//! case.

use serde_json::{Value, json};
use toolcast::Provider;
use toolcast::wire::{Turn, WireError, read_messages};
use toolcast_test_support::json::{change_each, remove};

use super::unread_members;

const GOOGLE: [Provider; 3] = [
    Provider::Gemini,
    Provider::GeminiJsonSchema,
    Provider::Vertex,
];

/// The names of a part's members, and of their members.
const NAMES: [(&str, &str); 7] = [
    ("functionCall", "function_call"),
    ("functionResponse", "function_response"),
    ("thoughtSignature", "thought_signature"),
    ("inlineData", "inline_data"),
    ("fileData", "file_data"),
    ("mimeType", "mime_type"),
    ("fileUri", "file_uri"),
];

fn snake(value: &Value) -> Value {
    let mut value = value.clone();
    change_each(&mut value, &mut |value| {
        for (camel, snake) in NAMES {
            if let Some(member) = remove(value, &format!("/{camel}")) {
                value[snake] = member;
            }
        }
    });
    value
}

/// The parts of answers: calls with and without ids, and results that a host puts into an answer.
fn answers() -> Vec<Value> {
    let call = |id: Value| json!({"functionCall": {"id": id, "name": "f", "args": {"at": 1}}});
    let signed = |mut part: Value| {
        part["thoughtSignature"] = json!("c2ln");
        part
    };
    let result = json!({"functionResponse": {"name": "f", "response": {"output": 1}}});
    let mut both = call(json!("a"));
    both["functionResponse"] = result["functionResponse"].clone();
    let mut typed = call(json!("a"));
    typed["type"] = json!("function_result");
    vec![
        json!([{"text": "Yes."}, signed(call(json!("a"))), call(json!("b"))]),
        json!([call(json!("a")), call(json!("a"))]),
        json!([call(json!("")), call(Value::Null), call(json!(7))]),
        json!([both, {"text": "Yes."}]),
        json!([typed]),
        json!([result, signed(result.clone()), {"text": "Yes."}]),
        json!([{"functionCall": null, "functionResponse": null, "text": "Yes."}]),
        json!([
            signed(json!({"text": "", "thought": true})),
            signed(json!({"text": "Yes."}))
        ]),
    ]
}

fn streamed(provider: Provider, parts: &Value) -> Result<Turn, WireError> {
    let mut stream = provider.stream()?;
    for part in parts.as_array().expect("parts") {
        let content = json!({"role": "model", "parts": [part]});
        stream.push_event(&json!({"candidates": [{"content": content}]}).to_string())?;
    }
    stream.push_event(r#"{"candidates":[{"finishReason":"STOP"}]}"#)?;
    stream.finish()
}

#[test]
fn an_answer_in_snake_case_is_read_like_one_in_camel_case() {
    for provider in GOOGLE {
        for parts in answers() {
            let read = |parts: &Value| {
                let content = json!({"role": "model", "parts": parts});
                let candidate = json!({"content": content, "finishReason": "STOP"});
                let response = json!({"candidates": [candidate]}).to_string();
                provider.parse_turn(&response).expect("a turn")
            };
            let camel = read(&parts);
            let mut other = read(&snake(&parts));
            let messages = snake(&json!(camel.messages));
            assert_eq!(json!(other.messages), messages, "{provider}: {parts}");
            other.messages.clone_from(&camel.messages);
            assert_eq!(other, camel, "{provider}: {parts}");

            let camel = streamed(provider, &parts).expect("a turn");
            let mut other = streamed(provider, &snake(&parts)).expect("a turn");
            let messages = snake(&json!(camel.messages));
            assert_eq!(json!(other.messages), messages, "{provider}: {parts}");
            other.messages.clone_from(&camel.messages);
            assert_eq!(other, camel, "{provider}: {parts}");
        }
    }
}

/// A repeated id is another one in the message too, and a call without an id stays without one.
#[test]
fn the_ids_of_calls_in_snake_case_are_those_of_the_turn() {
    let parts = json!([
        {"function_call": {"id": "a", "name": "f", "args": {}}},
        {"function_call": {"id": "a", "name": "f", "args": {}}},
        {"function_call": {"id": "", "name": "f", "args": {}}},
        {"function_call": {"name": "f", "args": {}}},
    ]);
    let content = json!({"role": "model", "parts": parts});
    let response = json!({"candidates": [{"content": content, "finishReason": "STOP"}]});
    let turn = Provider::Gemini.parse_turn(&response.to_string());
    let turn = turn.expect("a turn");
    assert_eq!(turn.calls[0].id.as_str(), "a");
    assert_eq!(turn.calls[1].id.as_str(), "a-2");
    let mut expected = content;
    expected["parts"][1]["function_call"]["id"] = json!("a-2");
    assert_eq!(turn.messages, [expected]);
}

#[test]
fn messages_in_snake_case_are_read_like_those_in_camel_case() {
    let file = json!({"mimeType": "application/pdf", "fileUri": "gs://a/b.pdf"});
    let further = json!([
        {"role": "user", "parts": [{"fileData": file}]},
        {"role": "model", "parts": [{"text": "Yes.", "thoughtSignature": "c2ln"}]},
        {"role": "model", "parts": [
            {"functionCall": {"name": "f", "args": {}}, "thoughtSignature": "c2ln"},
        ]},
    ]);
    for provider in GOOGLE {
        let mut messages = unread_members::messages(provider);
        messages.extend(further.as_array().into_iter().flatten().cloned());
        let other: Vec<_> = messages.iter().map(snake).collect();
        assert_ne!(other, messages);
        let camel = read_messages(&messages, provider).expect("messages");
        let other = read_messages(&other, provider).expect("messages");
        assert_eq!(other, camel, "{provider}");
    }
}
