//! Streamed responses.

use serde_json::{Value, json};
use toolcast::Provider;
use toolcast::http::{ApiError, ErrorKind};
use toolcast::wire::{
    EventDecoder, FinishReason, ResponseLimits, Turn, WireError, convert_messages,
};

use super::shapes::{Call, body, events, id, providers, shapes, whole};

const SAID: &str = "Ich sehe nach \u{1f600}.";
const FIRST: &str = r#"{"city":"Zürich","n":123456789012345678901234567890}"#;

fn pushed<'e>(
    provider: Provider,
    events: impl IntoIterator<Item = &'e str>,
) -> Result<Turn, WireError> {
    let mut stream = provider.stream()?;
    for event in events {
        stream.push_event(event)?;
    }
    stream.finish()
}

fn read(provider: Provider, events: &[Value]) -> Result<Turn, WireError> {
    let events: Vec<_> = events.iter().map(Value::to_string).collect();
    pushed(provider, events.iter().map(String::as_str))
}

#[test]
fn a_stream_gives_the_same_turn_as_the_whole_response() {
    for provider in providers() {
        let (first, second) = (id(provider, 1), id(provider, 2));
        let calls: [Call<'_>; 2] = [(&first, "alpha", FIRST), (&second, "beta", "{}")];
        let cases = [
            ("", &calls[..1]),
            (SAID, &calls[..]),
            ("", &calls[..]),
            (SAID, &[]),
        ];
        for (said, calls) in cases {
            if provider == Provider::Mcp && calls.is_empty() {
                continue;
            }
            let expected = provider.parse_turn(&whole(provider, said, calls));
            let events = events(provider, said, calls);
            let turn = pushed(provider, events.iter().map(String::as_str));
            let (turn, expected) = (turn.expect("a stream"), expected.expect("a response"));
            assert_eq!(turn.calls, expected.calls, "{provider}");
            assert_eq!(turn.messages, expected.messages, "{provider}");
            assert_eq!(turn.finish_reason, expected.finish_reason, "{provider}");
            if provider != Provider::Mcp {
                assert_eq!(turn.text, said, "{provider}");
            }
        }
    }
}

#[test]
fn events_may_be_split_at_any_byte() {
    for provider in shapes() {
        let first = id(provider, 1);
        let events = events(provider, SAID, &[(&first, "alpha", FIRST)]);
        let expected = pushed(provider, events.iter().map(String::as_str)).expect("a stream");
        let bytes = body(provider, &events);
        let whole = EventDecoder::new(provider, ResponseLimits::default()).push(&bytes);
        for cut in 0..=bytes.len() {
            let mut events = EventDecoder::new(provider, ResponseLimits::default());
            let mut cut_there = events.push(&bytes[..cut]).expect("events");
            cut_there.extend(events.push(&bytes[cut..]).expect("events"));
            assert_eq!(Ok(&cut_there), whole.as_ref(), "{provider} {cut}");
        }
        for cut in (0..=bytes.len()).step_by(23) {
            let mut stream = provider.stream().expect("it has streams");
            for piece in [&bytes[..cut], &bytes[cut..]] {
                stream.push(piece).expect("events");
            }
            assert_eq!(stream.finish().as_ref(), Ok(&expected), "{provider} {cut}");
        }
        let mut stream = provider.stream().expect("it has streams");
        for byte in &bytes {
            stream.push(&[*byte]).expect("events");
        }
        assert_eq!(stream.finish().as_ref(), Ok(&expected), "{provider}");
    }
}

#[test]
fn a_stream_that_stops_in_the_middle_names_the_call() {
    for provider in providers().filter(|provider| *provider != Provider::Mcp) {
        let first = id(provider, 1);
        let events = events(provider, "", &[(&first, "alpha", FIRST)]);
        let mut named = 0;
        for end in 0..events.len() {
            let Err(error) = pushed(provider, events[..end].iter().map(String::as_str)) else {
                // Only events after the end may be missing.
                assert!(end + 2 >= events.len(), "{provider} {end}");
                continue;
            };
            assert!(
                matches!(error, WireError::Unfinished { .. }),
                "{provider}: {error}"
            );
            named += usize::from(error.to_string().contains("`alpha`"));
        }
        // Gemini and Ollama send complete calls.
        let whole = matches!(
            provider,
            Provider::Gemini | Provider::GeminiJsonSchema | Provider::Vertex | Provider::Ollama
        );
        assert!(whole || named > 3, "{provider}: {named}");
    }
}

/// Hosts that leave out the index, send 0 for every call, repeat the id, or send each call in one
/// piece.
#[test]
fn calls_of_hosts_that_deviate_from_openai_are_read() {
    let chunk = |calls: Value| json!({"choices": [{"delta": {"tool_calls": calls}}]});
    let end = json!({"choices": [{"delta": {}, "finish_reason": "tool_calls"}]});
    let call = |index: Option<u8>, id: Option<&str>, name: Option<&str>, arguments: &str| {
        let mut call = json!({"function": {"arguments": arguments}});
        if let Some(index) = index {
            call["index"] = json!(index);
        }
        if let Some(id) = id {
            call["id"] = json!(id);
        }
        if let Some(name) = name {
            call["function"]["name"] = json!(name);
        }
        call
    };
    let streams = [
        // No index: each piece belongs to the last call.
        vec![
            chunk(json!([call(None, Some("a"), Some("alpha"), "{\"at\"")])),
            chunk(json!([call(None, None, None, ":1}")])),
            chunk(json!([call(None, Some("b"), Some("beta"), "{}")])),
        ],
        // No index, but the id in each piece.
        vec![
            chunk(json!([call(None, Some("a"), Some("alpha"), "{\"at\"")])),
            chunk(json!([call(None, Some("b"), Some("beta"), "{")])),
            chunk(json!([call(None, Some("a"), None, ":1}")])),
            chunk(json!([call(None, Some("b"), None, "}")])),
        ],
        // Index 0 for all, each complete.
        vec![
            chunk(json!([call(
                Some(0),
                Some("a"),
                Some("alpha"),
                "{\"at\":1}"
            )])),
            chunk(json!([call(Some(0), Some("b"), Some("beta"), "{}")])),
        ],
        // Each piece repeats the name and the id.
        vec![
            chunk(json!([call(Some(0), Some("a"), Some("alpha"), "{\"at\"")])),
            chunk(json!([call(Some(0), Some("a"), Some("alpha"), ":1}")])),
            chunk(json!([call(Some(1), Some("b"), Some("beta"), "")])),
        ],
        // All calls in one chunk.
        vec![chunk(json!([
            call(Some(0), Some("a"), Some("alpha"), "{\"at\":1}"),
            call(Some(1), Some("b"), Some("beta"), "{}"),
        ]))],
    ];
    for mut events in streams {
        events.push(end.clone());
        let turn = read(Provider::Portable, &events).expect("a stream");
        let calls: Vec<_> = turn
            .calls
            .iter()
            .map(|call| (call.id.as_str(), &*call.name, &*call.arguments))
            .collect();
        assert_eq!(calls, [("a", "alpha", r#"{"at":1}"#), ("b", "beta", "{}")]);
    }
    // No index and no ids: each name begins a call.
    let events = [
        chunk(json!([call(None, None, Some("alpha"), "{}")])),
        chunk(json!([call(None, None, Some("alpha"), "{}")])),
        end.clone(),
    ];
    assert_eq!(
        read(Provider::Portable, &events)
            .expect("a stream")
            .calls
            .len(),
        2
    );
    // A piece without a call to belong to.
    assert!(
        read(
            Provider::Portable,
            &[chunk(json!([call(Some(3), None, None, "{}")]))]
        )
        .is_err()
    );
}

/// A turn that the token limit ends in the middle of a call, and a stream that stops there.
#[test]
fn a_call_cut_by_the_token_limit_is_a_turn_and_a_stopped_stream_an_error() {
    const SAID: &str = "I write.";
    const CUT: &str = r#"{"text": "Once upon"#;
    let anthropic = [
        json!({"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}),
        json!({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": SAID}}),
        json!({"type": "content_block_stop", "index": 0}),
        json!({"type": "content_block_start", "index": 1, "content_block": {"type": "tool_use", "id": "toolu_1", "name": "write", "input": {}}}),
        json!({"type": "content_block_delta", "index": 1, "delta": {"type": "input_json_delta", "partial_json": CUT}}),
        json!({"type": "content_block_stop", "index": 1}),
        json!({"type": "message_delta", "delta": {"stop_reason": "max_tokens"}}),
        json!({"type": "message_stop"}),
    ];
    let bedrock = [
        json!({"contentBlockDelta": {"contentBlockIndex": 0, "delta": {"text": SAID}}}),
        json!({"contentBlockStop": {"contentBlockIndex": 0}}),
        json!({"contentBlockStart": {"contentBlockIndex": 1, "start": {"toolUse": {"toolUseId": "t", "name": "write"}}}}),
        json!({"contentBlockDelta": {"contentBlockIndex": 1, "delta": {"toolUse": {"input": CUT}}}}),
        json!({"contentBlockStop": {"contentBlockIndex": 1}}),
        json!({"messageStop": {"stopReason": "max_tokens"}}),
    ];
    let openai = [
        json!({"choices": [{"delta": {"content": SAID}}]}),
        json!({"choices": [{"delta": {"tool_calls": [{"index": 0, "id": "call_1", "function": {"name": "write", "arguments": CUT}}]}}]}),
        json!({"choices": [{"delta": {}, "finish_reason": "length"}]}),
    ];
    let interactions = [
        json!({"event_type": "step.start", "index": 0, "step": {"type": "model_output"}}),
        json!({"event_type": "step.delta", "index": 0, "delta": {"type": "text", "text": SAID}}),
        json!({"event_type": "step.stop", "index": 0}),
        json!({"event_type": "step.start", "index": 1, "step": {"type": "function_call", "id": "c", "name": "write"}}),
        json!({"event_type": "step.delta", "index": 1, "delta": {"type": "arguments_delta", "arguments": CUT}}),
        json!({"event_type": "step.stop", "index": 1}),
        json!({"event_type": "interaction.completed", "interaction": {"status": "incomplete"}}),
    ];
    let raw = json!({"_raw": CUT});
    for (provider, events, end, input) in [
        (Provider::Anthropic, &anthropic[..], 2, "/content/1/input"),
        (Provider::Bedrock, &bedrock, 1, "/content/1/toolUse/input"),
        (Provider::OpenAi, &openai, 1, ""),
        (Provider::Gemini, &interactions, 1, "/arguments"),
    ] {
        let turn = read(provider, events).expect("a turn that ended");
        assert_eq!(turn.text, SAID, "{provider}");
        assert_eq!(turn.calls[0].arguments, CUT, "{provider}");
        if provider != Provider::Gemini {
            assert_eq!(turn.finish_reason, FinishReason::Length, "{provider}");
        }
        // The provider accepts only an object in its history, and so do others.
        let last = turn.messages.last().expect("a history");
        if !input.is_empty() {
            assert_eq!(last.pointer(input), Some(&raw), "{provider}");
        }
        let there = convert_messages(&turn.messages, provider, Provider::DeepSeek).expect("said");
        let call = &there.messages[0]["tool_calls"][0]["function"];
        assert_eq!(call["arguments"], raw.to_string(), "{provider}");
        let error = read(provider, &events[..events.len() - end]).expect_err("it is not over");
        assert!(
            matches!(error, WireError::Unfinished { .. }),
            "{provider}: {error}"
        );
    }
}

#[test]
fn thoughts_are_unchanged_in_the_history() {
    let events = [
        json!({"choices": [{"delta": {"role": "assistant", "reasoning_content": "h"}}]}),
        json!({"choices": [{"delta": {"reasoning_content": "m"}}]}),
        json!({"choices": [{"delta": {"content": "Yes"}, "finish_reason": "stop"}]}),
    ];
    let turn = read(Provider::DeepSeek, &events).expect("a stream");
    assert_eq!(
        turn.messages,
        [json!({"role": "assistant", "content": "Yes", "reasoning_content": "hm"})]
    );

    let events = [
        json!({"type": "content_block_start", "index": 0, "content_block": {"type": "thinking", "thinking": ""}}),
        json!({"type": "content_block_delta", "index": 0, "delta": {"type": "thinking_delta", "thinking": "hm"}}),
        json!({"type": "content_block_delta", "index": 0, "delta": {"type": "signature_delta", "signature": "c2ln"}}),
        json!({"type": "content_block_stop", "index": 0}),
        json!({"type": "content_block_start", "index": 1, "content_block": {"type": "text", "text": "Yes"}}),
        json!({"type": "content_block_stop", "index": 1}),
        json!({"type": "message_delta", "delta": {"stop_reason": "end_turn"}}),
        json!({"type": "message_stop"}),
    ];
    let turn = read(Provider::Anthropic, &events).expect("a stream");
    assert_eq!(
        turn.messages[0]["content"][0],
        json!({"type": "thinking", "thinking": "hm", "signature": "c2ln"})
    );

    let delta =
        |delta: Value| json!({"contentBlockDelta": {"contentBlockIndex": 0, "delta": delta}});
    let events = [
        delta(json!({"reasoningContent": {"text": "hm"}})),
        delta(json!({"reasoningContent": {"signature": "c2ln"}})),
        json!({"contentBlockStop": {"contentBlockIndex": 0}}),
        json!({"contentBlockDelta": {"contentBlockIndex": 1, "delta": {"text": "Yes"}}}),
        json!({"contentBlockStop": {"contentBlockIndex": 1}}),
        json!({"messageStop": {"stopReason": "end_turn"}}),
    ];
    let turn = read(Provider::Bedrock, &events).expect("a stream");
    assert_eq!(
        turn.messages[0]["content"][0],
        json!({"reasoningContent": {"reasoningText": {"text": "hm", "signature": "c2ln"}}})
    );
}

#[test]
fn vertex_may_send_arguments_in_pieces() {
    let chunk = |call: Value| json!({"candidates": [{"content": {"role": "model", "parts": [{"functionCall": call}]}}]});
    let piece = |path: &str, key: &str, value: Value| json!({"partialArgs": [{"jsonPath": path, key: value, "willContinue": true}], "willContinue": true});
    let mut events = vec![
        chunk(json!({"name": "alpha", "willContinue": true})),
        chunk(piece("$.city", "stringValue", json!("Zü"))),
        chunk(piece("$.city", "stringValue", json!("rich"))),
        chunk(piece("$.days[0].n", "numberValue", json!(2.5))),
        chunk(piece("$.days[1].ok", "boolValue", json!(true))),
        chunk(piece("$.none", "nullValue", json!("NULL_VALUE"))),
    ];
    let error = read(Provider::Vertex, &events).expect_err("it is not over");
    assert!(error.to_string().contains("`alpha`"), "{error}");
    events.push(chunk(json!({})));
    events.push(json!({"candidates": [{"finishReason": "STOP"}]}));
    let turn = read(Provider::Vertex, &events).expect("a stream");
    let arguments: Value = serde_json::from_str(&turn.calls[0].arguments).expect("JSON");
    assert_eq!(
        arguments,
        json!({"city": "Zürich", "days": [{"n": 2.5}, {"ok": true}], "none": null})
    );
    assert_eq!(
        turn.messages[0]["parts"][0]["functionCall"]["args"],
        arguments
    );
}

#[test]
fn an_error_event_in_a_stream_is_an_error_with_its_message() {
    for (provider, event) in [
        (Provider::OpenAi, json!({"error": {"message": "too much"}})),
        (
            Provider::OpenAiResponses,
            json!({"type": "error", "message": "too much", "code": "x"}),
        ),
        (
            Provider::OpenAiResponses,
            json!({"type": "response.failed", "response": {"error": {"message": "too much"}}}),
        ),
        (
            Provider::Anthropic,
            json!({"type": "error", "error": {"type": "overloaded_error", "message": "too much"}}),
        ),
        (
            Provider::Gemini,
            json!({"error": {"code": 503, "message": "too much"}}),
        ),
        (
            Provider::Bedrock,
            json!({"throttlingException": {"message": "too much"}}),
        ),
        (
            Provider::Cohere,
            json!({"type": "message-end", "delta": {"error": "too much"}}),
        ),
        (Provider::Ollama, json!({"error": "too much"})),
    ] {
        let mut stream = provider.stream().expect("it has streams");
        let error = stream.push_event(&event.to_string()).expect_err("an error");
        assert!(
            matches!(error, WireError::Api { .. }),
            "{provider}: {error}"
        );
        assert!(error.to_string().contains("too much"), "{error}");
        let kind = ApiError::from_wire(&error)
            .expect("the provider's error")
            .kind;
        let expected = match provider {
            Provider::Anthropic | Provider::Gemini => ErrorKind::Overloaded,
            Provider::Bedrock => ErrorKind::RateLimit,
            _ => ErrorKind::Server,
        };
        assert_eq!(kind, expected, "{provider}");
    }
    for (provider, event, expected) in [
        (
            Provider::Anthropic,
            json!({"type": "error", "error": {"type": "invalid_request_error", "message": "no"}}),
            ErrorKind::BadRequest,
        ),
        (
            Provider::Anthropic,
            json!({"type": "error", "error": {"type": "invalid_request_error",
                "message": "prompt is too long: 3 tokens > 2 maximum"}}),
            ErrorKind::ContextTooLong,
        ),
        (
            Provider::Bedrock,
            json!({"modelStreamErrorException": {"message": "again"}}),
            ErrorKind::Server,
        ),
        (
            Provider::Bedrock,
            json!({"validationException": {"message": "Input is too long for requested model."}}),
            ErrorKind::ContextTooLong,
        ),
        (
            Provider::Bedrock,
            json!({"validationException": {"message": "bad"}}),
            ErrorKind::BadRequest,
        ),
        (
            Provider::OpenAiResponses,
            json!({"type": "response.failed", "response":
                {"error": {"code": "server_error", "message": "again"}}}),
            ErrorKind::Server,
        ),
    ] {
        let mut stream = provider.stream().expect("it has streams");
        let error = stream.push_event(&event.to_string()).expect_err("an error");
        let error = ApiError::from_wire(&error).expect("the provider's error");
        assert_eq!(error.kind, expected, "{provider}: {event}");
    }
    let other = WireError::NoCalls {
        provider: Provider::JsonSchema,
    };
    assert_eq!(ApiError::from_wire(&other), None);
}

/// A server may send something other than a stream: its error, on one line or several, or the whole
/// response.
#[test]
fn a_body_that_is_not_a_stream_is_read_as_a_whole() {
    let read = |provider: Provider, body: &str, size: usize| {
        let mut stream = provider.stream().expect("it has streams");
        for piece in body.as_bytes().chunks(size) {
            stream.push(piece).expect("no event");
        }
        stream.finish()
    };
    for provider in providers().filter(|p| !matches!(p, Provider::Ollama | Provider::Bedrock)) {
        let error = json!({"type": "error", "error": {"type": "authentication_error", "message": "bad key"}});
        let pretty = format!("\u{feff}\r\n{error:#}").replace('\n', "\r\n");
        for body in [error.to_string(), pretty] {
            for size in [1, 7, body.len()] {
                let error = read(provider, &body, size).expect_err("an error");
                assert!(
                    matches!(error, WireError::Api { .. }),
                    "{provider}: {error}"
                );
                assert!(error.to_string().contains("bad key"), "{error}");
            }
        }
        let response = whole(provider, "", &[("", "alpha", "{}")]);
        let turn = read(provider, &response, response.len());
        assert_eq!(turn, provider.parse_turn(&response), "{provider}");
    }
    // Ollama and Bedrock send a line for each event, and errors are events too.
    let mut stream = Provider::Ollama.stream().expect("it has streams");
    let error = stream.push(b"{\"error\":\"bad key\"}\n");
    assert!(matches!(error, Err(WireError::Api { .. })));
    // Text that begins like JSON but is invalid is not a stream either.
    let error = read(Provider::OpenAi, "{\"choices\":[", 4).expect_err("no JSON");
    assert!(matches!(error, WireError::Syntax { .. }), "{error}");
    let mut events = EventDecoder::new(Provider::OpenAi, ResponseLimits::new().max_bytes(100));
    let endless = (0..1000).try_for_each(|_| events.push(b"{\n\n\n\n").map(|_| ()));
    assert!(matches!(endless, Err(WireError::TooLarge { .. })));
}

#[test]
fn a_stream_beyond_the_limits_is_an_error() {
    for provider in providers() {
        let long = format!("\"{}\"", "x".repeat(5000));
        let events = events(provider, "", &[("call_1", "alpha", &long)]);
        let limits = ResponseLimits::new().max_bytes(2000);
        let mut stream = provider.stream_with(limits).expect("it has streams");
        let all = events
            .iter()
            .try_for_each(|event| stream.push_event(event).map(|_| ()));
        let error = all.expect_err("it is too long");
        assert!(
            matches!(error, WireError::TooLarge { limit: 2000, .. }),
            "{provider}: {error}"
        );
    }
    let mut events = EventDecoder::new(Provider::OpenAi, ResponseLimits::new().max_bytes(100));
    let endless = (0..1000).try_for_each(|_| events.push(b"data: no end").map(|_| ()));
    assert!(matches!(endless, Err(WireError::TooLarge { .. })));
    let calls = vec![("", "alpha", "{}"); 20];
    let limits = ResponseLimits::new().max_calls(10);
    for provider in providers() {
        let response = whole(provider, "", &calls);
        let error = provider
            .parse_turn_with(&response, limits)
            .expect_err("too many");
        assert!(
            matches!(error, WireError::TooLarge { unit: "calls", .. }),
            "{error}"
        );
    }
}

#[test]
fn events_are_split_by_the_rules_of_the_format() {
    let mut events = EventDecoder::new(Provider::OpenAi, ResponseLimits::default());
    let bytes =
        b"\xef\xbb\xbfdata:a\rdata: b\r\n\n: comment\nevent: x\n\nid: 1\ndata\n\ndata: last";
    assert_eq!(events.push(bytes).expect("events"), ["a\nb", ""]);
    assert_eq!(events.finish().expect("events").as_deref(), Some("last"));
    assert!(events.push(b"data: \xff\n").is_err());
    let mut lines = EventDecoder::new(Provider::Ollama, ResponseLimits::default());
    assert_eq!(
        lines.push(b"{}\r\n\n {\"a\":1} \n{").expect("events"),
        ["{}", "{\"a\":1}"]
    );
    assert_eq!(lines.finish().expect("events").as_deref(), Some("{"));
}
