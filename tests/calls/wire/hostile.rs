//! Responses that are built to do harm.

use serde_json::{Value, json};
use std::time::{Duration, Instant};
use toolcast::Provider;
use toolcast::wire::{ResponseLimits, WireError, convert_messages};
use toolcast_test_support::json::{places, replaced};

use super::shapes::{events, providers, shapes, text, whole};

#[test]
fn ten_thousand_levels_overflow_no_stack() {
    let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    let object = format!("{{\"a\":{deep}}}");
    for provider in shapes() {
        assert!(provider.parse_turn(&deep).is_err(), "{provider}");
        assert!(provider.parse_turn(&object).is_err(), "{provider}");
        let response = whole(provider, "", &[("x", "alpha", &object)]);
        // As text it is a call like any other, without building a tree.
        let calls = provider.parse_calls(&response).expect("a call");
        assert_eq!(calls[0].arguments, object, "{provider}");
        match provider.parse_turn(&response) {
            Ok(turn) => assert!(turn.calls[0].arguments.len() == object.len()),
            Err(error) => assert!(error.to_string().contains("recursion limit"), "{error}"),
        }
        let mut stream = provider.stream().expect("it has streams");
        let pushed = events(provider, "", &[("x", "alpha", &object)])
            .iter()
            .try_for_each(|event| stream.push_event(event).map(|_| ()));
        let _ = pushed.and_then(|()| stream.finish().map(|_| ()));
        let open = "{\"a\":".repeat(10_000);
        assert!(matches!(
            provider.parse_turn(&open),
            Err(WireError::Syntax { .. })
        ));
    }
}

#[test]
fn a_text_beyond_the_limit_is_an_error() {
    let long = "x".repeat(50 << 20);
    for provider in [Provider::OpenAi, Provider::Anthropic, Provider::Gemini] {
        let response = whole(provider, "marker", &[]).replace("marker", &long);
        let error = provider.parse_turn(&response).expect_err("too large");
        assert!(
            matches!(error, WireError::TooLarge { unit: "bytes", .. }),
            "{error}"
        );
    }
}

/// An element is larger than its text, so a list that is looked into has a limit of its own.
#[test]
fn more_calls_than_the_limit_are_an_error() {
    let many = "0,".repeat(100_000);
    for (provider, response) in [
        (Provider::OpenAi, format!("{{\"choices\":[{many}0]}}")),
        (Provider::Anthropic, format!("{{\"content\":[{many}0]}}")),
    ] {
        let error = provider.parse_turn(&response).expect_err("too many");
        assert!(matches!(error, WireError::TooLarge { .. }), "{error}");
    }
}

#[test]
fn a_call_inside_arguments_is_not_a_call() {
    for provider in providers() {
        let inner = whole(provider, "", &[("y", "beta", "{}")]);
        let arguments = format!(r#"{{"tool_calls":{inner},"again":{}}}"#, text(&inner));
        let calls = provider
            .parse_calls(&whole(provider, "", &[("x", "alpha", &arguments)]))
            .expect("a call");
        assert_eq!(calls.len(), 1, "{provider}");
        assert_eq!(calls[0].arguments, arguments);
    }
}

#[test]
fn a_huge_id_is_kept_for_call_and_result() {
    let long = "x".repeat(1 << 20);
    let call = |id: &str| json!({"role": "assistant", "content": null, "tool_calls": [{"id": id, "type": "function", "function": {"name": "alpha", "arguments": "{}"}}]});
    let result = |id: &str| json!({"role": "tool", "tool_call_id": id, "content": "1"});
    for id in [long.as_str(), "\u{0}\n\"", "ä b"] {
        for to in [
            Provider::Anthropic,
            Provider::Bedrock,
            Provider::Mistral,
            Provider::OpenAiResponses,
        ] {
            let messages = [call(id), result(id)];
            let there = convert_messages(&messages, Provider::OpenAi, to).expect("said");
            let text = json!(there.messages).to_string();
            assert!(text.len() < 1000, "{to}: {}", text.len());
            let _ =
                convert_messages(&there.messages, to, Provider::OpenAi).expect("the call is found");
        }
    }
}

/// A thousand calls with one id: each look-up must not walk over all that came before.
#[test]
fn many_calls_with_one_id_get_unique_ids() {
    let calls = vec![("x", "alpha", "{}"); 1000];
    for provider in providers() {
        let calls = provider
            .parse_calls(&whole(provider, "", &calls))
            .expect("calls");
        let mut ids: Vec<_> = calls.iter().map(|call| call.id.clone()).collect();
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), 1000, "{provider}");
    }
}

#[test]
fn escapes_that_are_not_characters_are_errors() {
    for provider in providers().filter(|provider| *provider != Provider::Mcp) {
        let response = whole(provider, "marker", &[]).replace("marker", r"\ud800");
        let error = provider
            .parse_turn(&response)
            .expect_err("half a character");
        assert!(
            matches!(error, WireError::Syntax { .. }),
            "{provider}: {error}"
        );
    }
}

#[test]
fn huge_numbers_in_arguments_are_unchanged() {
    let huge = format!("{{\"n\":1{},\"e\":1e999}}", "0".repeat(1000));
    for provider in providers() {
        let calls = provider
            .parse_calls(&whole(provider, "", &[("x", "alpha", &huge)]))
            .expect("a call");
        assert_eq!(calls[0].arguments, huge, "{provider}");
    }
}

/// Indexes are names of slots, not sizes.
#[test]
fn a_huge_index_allocates_nothing() {
    let far = u64::MAX;
    for (provider, event) in [
        (
            Provider::OpenAi,
            json!({"choices": [{"delta": {"tool_calls": [{"index": far, "id": "x", "function": {"name": "alpha", "arguments": ""}}]}}]}),
        ),
        (
            Provider::Anthropic,
            json!({"type": "content_block_start", "index": far, "content_block": {"type": "text"}}),
        ),
        (
            Provider::Bedrock,
            json!({"contentBlockDelta": {"contentBlockIndex": far, "delta": {"text": "a"}}}),
        ),
        (
            Provider::OpenAiResponses,
            json!({"type": "response.output_item.added", "output_index": far, "item": {"type": "message"}}),
        ),
        (
            Provider::Cohere,
            json!({"type": "tool-call-start", "index": far, "delta": {"message": {"tool_calls": {"id": "x"}}}}),
        ),
    ] {
        let mut stream = provider.stream().expect("it has streams");
        stream
            .push_event(&event.to_string())
            .expect("an index like any other");
    }
    let path = "$.list[18446744073709551615]";
    let call = json!({"name": "alpha", "partialArgs": [{"jsonPath": path, "numberValue": 1}], "willContinue": true});
    let event = json!({"candidates": [{"content": {"parts": [{"functionCall": call}]}}]});
    let mut stream = Provider::Vertex.stream().expect("it has streams");
    assert!(stream.push_event(&event.to_string()).is_err());
}

/// Any value in place of any other: an error or a turn, never a panic.
#[test]
fn wrong_types_are_an_error_or_a_turn() {
    let calls = [("x", "alpha", "{\"a\":[1]}"), ("y", "beta", "{}")];
    for provider in providers() {
        let response: Value = serde_json::from_str(&whole(provider, "said", &calls)).expect("JSON");
        let turn = provider
            .parse_turn(&response.to_string())
            .expect("a response");
        let history = json!(turn.messages);
        for wrong in [
            json!(null),
            json!(7),
            json!("s"),
            json!([]),
            json!({}),
            json!([[{}]]),
            json!(true),
        ] {
            for (place, _) in places(&response) {
                let response = replaced(&response, &place, wrong.clone());
                let _ = provider.parse_turn(&response.to_string());
            }
            for (place, _) in places(&history) {
                let messages = replaced(&history, &place, wrong.clone());
                let Value::Array(messages) = &messages else {
                    continue; // The root.
                };
                for to in [Provider::OpenAi, Provider::Gemini, Provider::Bedrock] {
                    let _ = convert_messages(messages, provider, to);
                }
            }
        }
        for event in events(provider, "said", &calls) {
            let event: Value = serde_json::from_str(&event).expect("JSON");
            for wrong in [json!(null), json!(7), json!("s"), json!([]), json!({})] {
                for (place, _) in places(&event) {
                    let mut stream = provider.stream().expect("it has streams");
                    let event = replaced(&event, &place, wrong.clone());
                    let _ = stream.push_event(&event.to_string());
                    let _ = stream.finish();
                }
            }
        }
    }
}

/// The time limit for a conversation in a build without optimisation. Quadratic time would be
/// minutes.
const SOON: Duration = Duration::from_secs(120);

/// Some hosts begin to count anew in every turn.
#[test]
fn a_long_history_with_one_id_is_converted_in_seconds() {
    let mut history = Vec::new();
    for _ in 0..20_000 {
        let function = json!({"name": "alpha", "arguments": "{}"});
        let call = json!({"id": "c", "type": "function", "function": function});
        history.push(json!({"role": "assistant", "content": null, "tool_calls": [call]}));
        history.push(json!({"role": "tool", "tool_call_id": "c", "content": "x"}));
    }
    let start = Instant::now();
    let converted = convert_messages(&history, Provider::OpenAi, Provider::Anthropic);
    assert!(start.elapsed() < SOON, "{:?}", start.elapsed());
    let messages = converted.expect("a history").messages;
    let mut ids: Vec<_> = (messages.iter())
        .filter_map(|message| message["content"][0]["id"].as_str())
        .collect();
    assert_eq!(ids.len(), 20_000);
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 20_000, "no two are alike");
}

/// Results in any order find their calls, however many wait.
#[test]
fn many_open_calls_find_their_results_in_seconds() {
    let calls: Vec<Value> = (0..20_000)
        .map(|n| {
            let function = json!({"name": "alpha", "arguments": "{}"});
            json!({"id": format!("c{n}"), "type": "function", "function": function})
        })
        .collect();
    let mut history = vec![json!({"role": "assistant", "content": null, "tool_calls": calls})];
    history.extend(
        (0..20_000)
            .rev()
            .map(|n| json!({"role": "tool", "tool_call_id": format!("c{n}"), "content": "x"})),
    );
    let start = Instant::now();
    let converted = convert_messages(&history, Provider::OpenAi, Provider::Anthropic);
    assert!(start.elapsed() < SOON, "{:?}", start.elapsed());
    let messages = converted.expect("a history").messages;
    assert_eq!(messages[1]["content"][0]["tool_use_id"], "c19999");
}

/// Small pieces of many calls: each piece finds its call without visiting all others.
#[test]
fn many_pieces_of_many_calls_are_joined_in_seconds() {
    let limits = ResponseLimits::new().max_calls(1 << 16);
    let mut stream = Provider::OpenAi
        .stream_with(limits)
        .expect("it has streams");
    let event = |calls: &[String]| {
        let calls = calls.join(",");
        format!(r#"{{"choices":[{{"index":0,"delta":{{"tool_calls":[{calls}]}}}}]}}"#)
    };
    let begin: Vec<String> = (0..20_000)
        .map(|n| {
            format!(r#"{{"index":{n},"id":"c{n}","function":{{"name":"alpha","arguments":""}}}}"#)
        })
        .collect();
    let start = Instant::now();
    stream.push_event(&event(&begin)).expect("calls");
    for piece in ["{", "}"] {
        let pieces: Vec<String> = (0..20_000)
            .map(|n| format!(r#"{{"index":{n},"function":{{"arguments":"{piece}"}}}}"#))
            .collect();
        stream.push_event(&event(&pieces)).expect("pieces");
    }
    stream.push_event("[DONE]").expect("the end");
    let turn = stream.finish().expect("a turn");
    assert!(start.elapsed() < SOON, "{:?}", start.elapsed());
    assert_eq!(turn.calls.len(), 20_000);
    assert!(turn.calls.iter().all(|call| call.arguments == "{}"));
}

/// A path of a few bytes makes objects that take hundreds: they count against the limit.
#[test]
fn partial_arguments_are_bounded_by_the_size_of_their_result() {
    let mut stream = Provider::Vertex.stream().expect("it has streams");
    let mut pushed = 0;
    let error = loop {
        let path = format!("$.k{pushed}{}", ".a".repeat(60));
        let event = json!({"candidates": [{"content": {"role": "model", "parts": [{"functionCall": {
            "name": "look", "willContinue": true, "partialArgs": [{"jsonPath": path, "boolValue": true}],
        }}]}}]});
        if let Err(error) = stream.push_event(&event.to_string()) {
            break error;
        }
        pushed += 1;
    };
    assert!(matches!(error, WireError::TooLarge { .. }), "{error}");
    // 16 MiB are sixty objects of 640 bytes, some four hundred times.
    assert!((300..500).contains(&pushed), "{pushed}");
}
