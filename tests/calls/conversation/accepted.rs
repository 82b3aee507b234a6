//! Requests after rare answers and changes have nothing that the provider is known to reject.
//! Sources: the column of each rule in docs/providers.md and docs/wire.md.

use serde_json::{Value, json};
use toolcast::conversation::ConversationError;
use toolcast::{Conversation, Next, Provider, toolset};

use super::{asked, chats, last_answer, messages, run, tools, two_calls};

const PLACEHOLDER: &str = "skip_thought_signature_validator";

/// A conversation with two calls and their results, which the model has answered.
fn answered(provider: Provider) -> Conversation {
    let mut chat = asked(provider);
    chat.request(&tools()).expect("a request");
    let next = chat.receive(&two_calls(provider)).expect("an answer");
    let Next::Calls(turn) = next else {
        panic!("{provider}: {next:?}")
    };
    chat.results(run(provider, turn.calls)).expect("open calls");
    chat.request(&tools()).expect("a request");
    let next = chat.receive(&last_answer(provider)).expect("an answer");
    assert!(matches!(next, Next::Done(_)), "{provider}: {next:?}");
    chat.user("And tomorrow?");
    chat
}

/// The items of a Responses answer that was cut.
fn cut(items: &Value) -> Value {
    json!({
        "id": "resp_1", "status": "incomplete",
        "incomplete_details": {"reason": "max_output_tokens"}, "output": items,
    })
}

#[test]
fn thoughts_that_no_item_follows_are_left_out() {
    let thought = |id: &str| json!({"type": "reasoning", "id": id, "summary": []});
    let text = json!({
        "type": "message", "role": "assistant",
        "content": [{"type": "output_text", "text": "Hm", "annotations": []}],
    });
    for (items, kept) in [
        (json!([thought("rs_1")]), json!([])),
        (
            json!([thought("rs_1"), text, thought("rs_2"), thought("rs_3")]),
            json!([thought("rs_1"), text]),
        ),
    ] {
        let answer = cut(&items);
        let mut chat = asked(Provider::OpenAiResponses);
        chat.request(&tools()).expect("a request");
        let next = chat.receive(&answer.to_string()).expect("an answer");
        assert!(matches!(next, Next::Done(_)), "{next:?}");
        chat.user("Go on.");
        let request = chat.request(&tools()).expect("a request");
        let sent = messages(&request);
        assert_eq!(json!(sent[1..sent.len() - 1]), kept);

        let event = json!({"type": "response.incomplete", "response": answer});
        let mut stream = Provider::OpenAiResponses.stream().expect("a chat API");
        let event = format!("event: response.incomplete\ndata: {event}\n\n");
        stream.push(event.as_bytes()).expect("events");
        stream.end().expect("events");
        let turn = stream.finish().expect("an answer");
        assert_eq!(json!(turn.messages), kept);
    }
}

#[test]
fn calls_without_tools_are_an_error_if_the_provider_requires_tools() {
    let nothing = toolset![].build().expect("a set");
    for provider in chats() {
        let mut chat = answered(provider);
        let before = chat.clone();
        match chat.request(&nothing) {
            Ok(_) => assert_ne!(provider, Provider::Bedrock),
            Err(ConversationError::Tools(error)) => {
                assert_eq!(provider, Provider::Bedrock, "{error}");
                let expected = "no request can be made for these tools: bedrock doesn't support a request without tools whose messages have calls: keep the tools that were called";
                assert_eq!(error.to_string(), expected);
                assert_eq!(chat, before);
            }
            Err(error) => panic!("{provider}: {error}"),
        }
        chat.request(&tools()).expect("a request");
    }
    let mut chat = asked(Provider::Bedrock);
    chat.request(&nothing).expect("a request without calls");
}

/// The signatures of the calls in a request, and of all other parts.
fn signatures(request: &Value) -> (Vec<Value>, Vec<Value>) {
    let parts = messages(request)
        .iter()
        .flat_map(|content| content["parts"].as_array().into_iter().flatten());
    let (calls, others): (Vec<_>, Vec<_>) =
        parts.partition(|part| part.get("functionCall").is_some());
    let of = |parts: Vec<&Value>| {
        let signatures = parts
            .into_iter()
            .map(|part| part["thoughtSignature"].clone());
        signatures.collect()
    };
    (of(calls), of(others))
}

/// Gives the parts of an answer signatures, if there are any.
fn signed(provider: Provider, signature: Option<&str>) -> Conversation {
    let mut answer: Value = serde_json::from_str(&two_calls(provider)).expect("JSON");
    let parts = answer.pointer_mut("/candidates/0/content/parts");
    let parts = parts.and_then(Value::as_array_mut).expect("parts");
    for part in parts.iter_mut().filter_map(Value::as_object_mut) {
        part.remove("thoughtSignature");
        if let Some(signature) = signature
            && part.contains_key("functionCall")
        {
            part.insert("thoughtSignature".to_owned(), json!(signature));
        }
    }
    let mut chat = asked(provider);
    chat.request(&tools()).expect("a request");
    let Next::Calls(turn) = chat.receive(&answer.to_string()).expect("an answer") else {
        panic!("calls")
    };
    chat.results(run(provider, turn.calls)).expect("open calls");
    chat
}

#[test]
fn signatures_are_sent_to_the_model_and_route_that_made_them() {
    let google = [
        Provider::Gemini,
        Provider::GeminiJsonSchema,
        Provider::Vertex,
    ];
    for from in google {
        for to in google {
            for model in ["some-model", "another-model"] {
                for signature in [Some("c2ln"), None] {
                    let mut chat = signed(from, signature);
                    let losses = chat.switch(to, model).expect("a switch");
                    let request = chat.request(&tools()).expect("a request");
                    let is_same_route = (from == Provider::Vertex) == (to == Provider::Vertex);
                    let (calls, others) = signatures(&request);
                    assert!(others.iter().all(Value::is_null), "{request}");
                    let context = format!("{from} to {to} {model}: {losses:?}");
                    if is_same_route && model == "some-model" {
                        assert!(losses.is_empty(), "{context}");
                        assert_eq!(calls[0], json!(signature), "{context}");
                    } else {
                        assert_eq!(calls, [json!(PLACEHOLDER), Value::Null], "{context}");
                        let lost = losses.len();
                        assert_eq!(lost, if signature.is_some() { 2 } else { 0 }, "{context}");
                    }
                }
            }
        }
    }
}

/// A part with a signature stays in a history even if it has nothing else.
#[test]
fn parts_that_had_only_a_signature_are_left_out() {
    for (parts, kept) in [
        (json!([{"text": "", "thoughtSignature": "x"}]), json!([])),
        (
            json!([{"text": "", "thoughtSignature": "a"}, {"text": "", "thoughtSignature": "b"}]),
            json!([]),
        ),
        (
            json!([{"text": "Hi"}, {"thoughtSignature": "x"}]),
            json!([[{"text": "Hi"}]]),
        ),
        (
            json!([{"text": "Hi"}, {"text": "", "thought": true, "thoughtSignature": "x"}]),
            json!([[{"text": "Hi"}]]),
        ),
    ] {
        let answer = json!({"candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": "STOP"}]});
        let mut chat = asked(Provider::Gemini);
        chat.request(&tools()).expect("a request");
        let next = chat.receive(&answer.to_string()).expect("an answer");
        assert!(matches!(next, Next::Done(_)), "{next:?}");
        let losses = chat.switch(Provider::Gemini, "another-model");
        assert!(!losses.expect("a switch").is_empty(), "{answer}");
        chat.user("Go on.");
        let request = chat.request(&tools()).expect("a request");
        let sent = messages(&request).iter();
        let model = sent.filter(|content| content["role"] == "model");
        let model: Vec<_> = model.map(|content| &content["parts"]).collect();
        assert_eq!(json!(model), kept, "{request}");
    }
}

/// Without it: "The `reasoning_content` in the thinking mode must be passed back to the API."
#[test]
fn calls_of_another_provider_have_empty_thoughts_at_deepseek() {
    for provider in chats().filter(|provider| *provider != Provider::DeepSeek) {
        let mut chat = answered(provider);
        let _ = chat
            .switch(Provider::DeepSeek, "a-model")
            .expect("a switch");
        let request = chat.request(&tools()).expect("a request");
        let calls = messages(&request)
            .iter()
            .filter(|message| message.get("tool_calls").is_some());
        let thoughts: Vec<_> = calls.map(|message| &message["reasoning_content"]).collect();
        assert_eq!(thoughts, [&json!("")], "{provider}");
    }
}

#[test]
fn a_paused_answer_is_continued_by_its_provider_alone() {
    let paused = json!({
        "content": [
            {"type": "text", "text": "Let me search."},
            {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {}},
        ],
        "stop_reason": "pause_turn",
    });
    for provider in chats() {
        let mut chat = asked(Provider::Anthropic);
        chat.request(&tools()).expect("a request");
        let _ = chat.receive(&paused.to_string()).expect("an answer");
        let _ = chat.switch(provider, "a-model").expect("a switch");
        match chat.request(&tools()) {
            Ok(_) => assert_eq!(provider, Provider::Anthropic),
            Err(error) => assert!(
                matches!(error, ConversationError::NothingToSend),
                "{provider}: {error}"
            ),
        }
        chat.user("Go on.");
        chat.request(&tools()).expect("a request");
    }
}

#[test]
fn an_error_beside_a_part_of_an_answer_is_an_error() {
    let answer = json!({
        "id": "gen-1",
        "choices": [{"message": {"role": "assistant", "content": "Par"}, "finish_reason": "error"}],
        "error": {"code": 502, "message": "Provider disconnected"},
    });
    let is_chat = |provider: &Provider| {
        serde_json::from_str::<Value>(&last_answer(*provider))
            .is_ok_and(|answer| answer.get("choices").is_some())
    };
    let providers: Vec<Provider> = chats().filter(is_chat).collect();
    assert!(providers.contains(&Provider::OpenAi), "{providers:?}");
    for provider in providers {
        let error = provider.parse_turn(&answer.to_string()).unwrap_err();
        assert!(
            error.to_string().contains("Provider disconnected"),
            "{provider}: {error}"
        );
        let mut fine = answer.clone();
        fine["error"] = Value::Null;
        let _ = provider.parse_turn(&fine.to_string()).expect("an answer");
    }
}
