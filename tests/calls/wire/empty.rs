//! Empty texts in conversations: no history contains one that its provider rejects, and the linter
//! finds those that other programs left.

use serde_json::{Value, json};
use toolcast::Provider;
use toolcast::lint::{self, Finding};
use toolcast::wire::{Turn, convert_messages};

use super::shapes::{body, events, id, providers, whole};

const GOOGLE: [Provider; 3] = [
    Provider::Gemini,
    Provider::GeminiJsonSchema,
    Provider::Vertex,
];

/// A request that has these messages.
fn request(provider: Provider, messages: &[Value]) -> Value {
    let key = match provider {
        Provider::OpenAiResponses => "input",
        provider if GOOGLE.contains(&provider) => "contents",
        _ => "messages",
    };
    json!({ key: messages })
}

/// The linter's findings about the texts of these messages.
fn findings(provider: Provider, messages: &[Value]) -> Vec<Finding> {
    let mut all = lint::check(provider, &request(provider, messages));
    all.retain(|finding| finding.rule.name() == "empty-text");
    all
}

/// The user asks again, so that no message of the model is the last.
fn again(provider: Provider) -> Value {
    match provider {
        Provider::Bedrock => json!({"role": "user", "content": [{"text": "And?"}]}),
        provider if GOOGLE.contains(&provider) => {
            json!({"role": "user", "parts": [{"text": "And?"}]})
        }
        _ => json!({"role": "user", "content": "And?"}),
    }
}

/// Messages of the model and the user with empty texts, as programs and providers write them.
fn raw(provider: Provider) -> Vec<Value> {
    let call = json!({"id": id(provider, 1), "type": "function", "function": {"name": "look", "arguments": "{}"}});
    let mut all = Vec::new();
    match provider {
        Provider::Anthropic => {
            let call = json!({"type": "tool_use", "id": "toolu_1", "name": "look", "input": {}});
            for empty in ["", " ", "\n\n"] {
                let text = json!({"type": "text", "text": empty});
                all.push(json!({"role": "assistant", "content": [text, call]}));
                all.push(json!({"role": "assistant", "content": [text]}));
                all.push(json!({"role": "assistant", "content": empty}));
                all.push(json!({"role": "user", "content": [text]}));
                all.push(json!({"role": "user", "content": empty}));
            }
            all.push(json!({"role": "assistant", "content": []}));
        }
        Provider::Bedrock => {
            let call = json!({"toolUse": {"toolUseId": "tooluse_1", "name": "look", "input": {}}});
            for empty in ["", " "] {
                let text = json!({ "text": empty });
                all.push(json!({"role": "assistant", "content": [text, call]}));
                all.push(json!({"role": "assistant", "content": [text]}));
                all.push(json!({"role": "user", "content": [text]}));
            }
            all.push(json!({"role": "assistant", "content": []}));
        }
        provider if GOOGLE.contains(&provider) => {
            let call = json!({"functionCall": {"name": "look", "args": {}}});
            for text in [
                json!({"text": ""}),
                json!({"text": "", "thought": true}),
                json!({}),
            ] {
                all.push(json!({"role": "model", "parts": [text, call]}));
                all.push(json!({"role": "model", "parts": [text]}));
                all.push(json!({"role": "user", "parts": [text]}));
            }
            all.push(json!({"role": "model", "parts": []}));
        }
        Provider::Mistral | Provider::Cohere | Provider::XAi => {
            for content in [
                json!(""),
                json!([]),
                json!([{"type": "text", "text": ""}]),
                Value::Null,
            ] {
                all.push(json!({"role": "assistant", "content": content}));
            }
            all.push(json!({"role": "assistant"}));
            all.push(json!({"role": "assistant", "content": "", "tool_calls": []}));
            if provider == Provider::XAi {
                all.push(json!({"role": "assistant", "content": null, "tool_calls": [call]}));
                all.push(json!({"role": "assistant", "tool_calls": [call]}));
                all.push(json!({"role": "user", "content": ""}));
                all.push(json!({"role": "system", "content": ""}));
                all.push(json!({"role": "developer", "content": ""}));
            }
        }
        Provider::OpenAi
        | Provider::AzureOpenAi
        | Provider::Groq
        | Provider::DeepSeek
        | Provider::Portable => {
            all.push(json!({"role": "assistant", "content": null}));
            all.push(json!({"role": "assistant", "content": []}));
            all.push(json!({"role": "assistant"}));
            all.push(json!({"role": "assistant", "content": null, "tool_calls": []}));
        }
        // No empty text is known to be rejected.
        _ => {}
    }
    all
}

/// A whole response with that message of the model, if it is one.
fn response(provider: Provider, message: &Value) -> Option<String> {
    let ours = matches!(message["role"].as_str(), Some("assistant" | "model"));
    let response = match provider {
        _ if !ours => return None,
        Provider::Anthropic => {
            if !message["content"].is_array() {
                return None;
            }
            json!({"content": message["content"], "stop_reason": "end_turn"})
        }
        Provider::Bedrock => json!({"output": {"message": message}, "stopReason": "end_turn"}),
        provider if GOOGLE.contains(&provider) => {
            json!({"candidates": [{"content": message, "finishReason": "STOP"}]})
        }
        Provider::Cohere => json!({"message": message, "finish_reason": "COMPLETE"}),
        _ => json!({"choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}),
    };
    Some(response.to_string())
}

fn streamed(provider: Provider, events: &[String]) -> Turn {
    let mut stream = provider.stream().expect("it has calls");
    stream
        .push(&body(provider, events))
        .expect("events of a stream");
    stream.finish().expect("a whole stream")
}

#[test]
fn the_linter_finds_each_empty_text_that_a_provider_rejects() {
    for provider in providers() {
        for message in raw(provider) {
            let messages = [message, again(provider)];
            let found = findings(provider, &messages);
            assert_eq!(found.len(), 1, "{provider}: {}\n{found:?}", messages[0]);
            let mut request = request(provider, &messages);
            let report = lint::fix(provider, &mut request);
            assert_eq!(report.remaining, [], "{provider}: {}", messages[0]);
            assert!(!report.changes.is_empty(), "{provider}: {}", messages[0]);
            assert_eq!(lint::check(provider, &request), [], "{provider}: {request}");
            // A system text is needed by no order of roles.
            if matches!(messages[0]["role"].as_str(), Some("system" | "developer")) {
                let rest = self::request(provider, &messages[1..]);
                assert_eq!(request, rest, "{provider}");
            }
        }
    }
}

#[test]
fn histories_have_no_empty_text_that_the_linter_rejects() {
    for provider in providers().filter(|provider| *provider != Provider::Mcp) {
        let mut turns = Vec::new();
        let first = id(provider, 1);
        for calls in [&[][..], &[(&*first, "look", "{}")]] {
            for said in ["", "Yes."] {
                let read = provider.parse_turn(&whole(provider, said, calls));
                turns.push(read.expect("a response"));
                turns.push(streamed(provider, &events(provider, said, calls)));
            }
        }
        for response in raw(provider)
            .iter()
            .filter_map(|raw| response(provider, raw))
        {
            turns.push(provider.parse_turn(&response).expect("a response"));
        }
        for turn in turns {
            let mut messages = turn.messages.clone();
            messages.push(again(provider));
            let found = findings(provider, &messages);
            assert!(found.is_empty(), "{provider}: {messages:?}\n{found:?}");
            assert_eq!(
                turn.calls.is_empty(),
                turn.messages
                    .iter()
                    .all(|m| !m.to_string().contains("look"))
            );
        }
    }
}

#[test]
fn conversions_have_no_empty_text_that_the_linter_rejects() {
    let user = |text: &str| json!({"role": "user", "content": text});
    let call = json!({"id": "call_1", "type": "function", "function": {"name": "look", "arguments": "{}"}});
    let conversation = [
        json!({"role": "system", "content": ""}),
        user(""),
        json!({"role": "assistant", "content": ""}),
        user("Hello"),
        json!({"role": "assistant", "content": "", "tool_calls": [call]}),
        json!({"role": "tool", "tool_call_id": "call_1", "content": ""}),
        json!({"role": "assistant", "content": " "}),
        json!({"role": "user", "content": [{"type": "text", "text": ""}, {"type": "text", "text": "So?"}]}),
        json!({"role": "assistant", "content": null}),
        user(" "),
    ];
    // Messages for Azure stay unchanged.
    let same = [Provider::Mcp, Provider::OpenAi, Provider::AzureOpenAi];
    for to in providers().filter(|to| !same.contains(to)) {
        let there = convert_messages(&conversation, Provider::OpenAi, to).expect("said");
        let found = findings(to, &there.messages);
        assert!(found.is_empty(), "{to}: {:?}\n{found:?}", there.messages);
        assert!(
            there.system.iter().all(|text| !text.trim().is_empty()),
            "{to}"
        );
        // A message that is dropped, or sent as another text, is listed.
        let lost = there.losses.iter().filter_map(|lost| lost.message);
        let lost: Vec<_> = lost.collect();
        for at in [2, 8] {
            assert!(lost.contains(&at), "{to}: {lost:?}");
        }
        for from in providers().filter(|from| *from != Provider::Mcp && *from != to) {
            let back = convert_messages(&there.messages, to, from).expect("said");
            let found = findings(from, &back.messages);
            assert!(found.is_empty(), "{to} to {from}: {found:?}");
        }
    }
}

#[test]
fn an_empty_text_with_a_thought_signature_stays() {
    for provider in GOOGLE {
        let signed = json!({"text": "", "thoughtSignature": "c2ln"});
        let content = json!({"role": "model", "parts": [{"text": ""}, signed]});
        let response = json!({"candidates": [{"content": content, "finishReason": "STOP"}]});
        let expected = [json!({"role": "model", "parts": [signed]})];
        let turn = provider.parse_turn(&response.to_string()).expect("a turn");
        assert_eq!(turn.messages, expected);
        assert_eq!(
            streamed(provider, &[response.to_string()]).messages,
            expected
        );
        assert_eq!(findings(provider, &turn.messages), []);
    }
    // An empty Anthropic thought with a signature is retained too.
    let thought = json!({"type": "thinking", "thinking": "", "signature": "c2ln"});
    let response =
        json!({"content": [thought, {"type": "text", "text": ""}, {"type": "text", "text": "Hi"}]});
    let turn = Provider::Anthropic.parse_turn(&response.to_string());
    let expected =
        [json!({"role": "assistant", "content": [thought, {"type": "text", "text": "Hi"}]})];
    assert_eq!(turn.expect("a turn").messages, expected);
}

#[test]
fn a_message_with_content_other_than_text_stays() {
    for (provider, message) in [
        (
            Provider::Cohere,
            json!({"role": "assistant", "tool_plan": "I will look."}),
        ),
        (
            Provider::OpenAi,
            json!({"role": "assistant", "content": null, "refusal": "No."}),
        ),
        (
            Provider::OpenAi,
            json!({"role": "assistant", "content": null, "audio": {"id": "a"}}),
        ),
        (
            Provider::Mistral,
            json!({"role": "assistant", "content": [{"type": "thinking", "thinking": []}]}),
        ),
    ] {
        let response = response(provider, &message).expect("a response");
        let turn = provider.parse_turn(&response).expect("a turn");
        assert_eq!(turn.messages, [message], "{provider}");
        assert_eq!(findings(provider, &turn.messages), [], "{provider}");
    }
}

/// These providers require an order of roles, so an empty turn stays.
#[test]
fn an_empty_turn_stays_if_the_provider_requires_an_order_of_roles() {
    for (provider, content) in [
        (Provider::Mistral, json!("(nothing)")),
        (Provider::Bedrock, json!([{"text": "(nothing)"}])),
    ] {
        let expected = [json!({"role": "assistant", "content": content})];
        for said in ["", "  "] {
            if provider == Provider::Mistral && !said.is_empty() {
                continue;
            }
            let turn = provider.parse_turn(&whole(provider, said, &[]));
            assert_eq!(turn.expect("a turn").messages, expected, "{provider}");
        }
        assert_eq!(
            streamed(provider, &events(provider, "", &[])).messages,
            expected
        );
    }
}

#[test]
fn empty_system_texts_are_found() {
    for (provider, request) in [
        (
            Provider::Anthropic,
            json!({"system": [{"type": "text", "text": ""}], "messages": []}),
        ),
        (
            Provider::Bedrock,
            json!({"system": [{"text": ""}], "messages": []}),
        ),
        (
            Provider::Vertex,
            json!({"systemInstruction": {"parts": [{"text": ""}]}, "contents": []}),
        ),
    ] {
        let found = lint::check(provider, &request);
        assert_eq!(found.len(), 1, "{provider}: {found:?}");
        let mut request = request;
        let _ = lint::fix(provider, &mut request);
        let map = request.as_object().expect("an object");
        assert_eq!(map.len(), 1, "{provider}: {request}");
    }
}

#[test]
fn empty_results_are_found_where_they_are_rejected() {
    for (provider, result, mended) in [
        (
            Provider::Anthropic,
            json!({"type": "tool_result", "tool_use_id": "x", "content": [{"type": "text", "text": ""}]}),
            json!({"type": "tool_result", "tool_use_id": "x"}),
        ),
        (
            Provider::Anthropic,
            json!({"type": "tool_result", "tool_use_id": "x", "content": "", "is_error": true}),
            json!({"type": "tool_result", "tool_use_id": "x", "content": "(nothing)", "is_error": true}),
        ),
        (
            Provider::Bedrock,
            json!({"toolResult": {"toolUseId": "x", "content": [{"text": " "}]}}),
            json!({"toolResult": {"toolUseId": "x", "content": [{"text": "(nothing)"}]}}),
        ),
    ] {
        let messages = [json!({"role": "user", "content": [result]})];
        assert_eq!(findings(provider, &messages).len(), 1, "{provider}");
        let mut request = request(provider, &messages);
        let _ = lint::fix(provider, &mut request);
        assert_eq!(request["messages"][0]["content"][0], mended, "{provider}");
    }
}

/// Only steps of Gemini's Interactions API, which have a type, aren't looked at.
#[test]
fn an_empty_text_is_found_in_a_message_that_has_a_type() {
    let text = json!({"type": "text", "text": ""});
    let message = json!({"type": "message", "role": "assistant", "content": [text]});
    let messages = [message, again(Provider::Anthropic)];
    assert_eq!(findings(Provider::Anthropic, &messages).len(), 1);
    let parts = json!({"type": "message", "role": "model", "parts": [{"text": ""}]});
    let step = json!({"type": "model_output", "content": []});
    for (message, count) in [(parts, 1), (step, 0)] {
        let messages = [message, again(Provider::Gemini)];
        assert_eq!(findings(Provider::Gemini, &messages).len(), count);
    }
}
