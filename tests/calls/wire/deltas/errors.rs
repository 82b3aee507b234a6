//! Errors within a stream.

use serde_json::json;
use toolcast::Provider;
use toolcast::wire::{StreamEvent, WireError};

use super::merged;

#[test]
fn an_error_comes_after_the_events_before_it_and_stays() {
    let text = r#"{"choices":[{"index":0,"delta":{"content":"Hm"}}]}"#;
    let error = r#"{"error":{"message":"overloaded","type":"server_error"}}"#;
    let body = format!("data: {text}\n\ndata: {error}\n\ndata: {text}\n\n");
    for size in [1, 10, body.len()] {
        let mut stream = Provider::OpenAi.stream().expect("it has streams");
        let mut events = Vec::new();
        let mut errors = Vec::new();
        for chunk in body.as_bytes().chunks(size) {
            match stream.push(chunk) {
                Ok(new) => events.extend(new),
                Err(error) => errors.push(error),
            }
        }
        errors.extend(stream.end().err());
        errors.push(stream.finish().expect_err("the same error"));
        assert_eq!(merged(events), [StreamEvent::Text("Hm".into())], "{size}");
        assert!(
            errors
                .iter()
                .all(|error| error.to_string().contains("overloaded"))
        );
        assert!(errors.len() >= 2, "{errors:?}");
    }
    // Bytes that are not UTF-8, behind an event.
    let mut stream = Provider::OpenAi.stream().expect("it has streams");
    let bytes = [format!("data: {text}\n\n").as_bytes(), b"data: \xff\n\n"].concat();
    assert_eq!(
        stream.push(&bytes),
        Ok(vec![StreamEvent::Text("Hm".into())])
    );
    assert!(matches!(stream.end(), Err(WireError::Syntax { .. })));
}

/// Two blocks with one number would be one call with the arguments of both.
#[test]
fn a_number_that_is_in_use_is_an_error() {
    let anthropic = json!({"type": "content_block_start", "index": 0, "content_block": {"type": "tool_use", "id": "t", "name": "alpha", "input": {}}});
    let bedrock = json!({"contentBlockStart": {"contentBlockIndex": 0, "start": {"toolUse": {"toolUseId": "t", "name": "alpha"}}}});
    let cohere = json!({"type": "tool-call-start", "index": 0, "delta": {"message": {"tool_calls": {"id": "c", "function": {"name": "alpha"}}}}});
    let step = json!({"event_type": "step.start", "index": 0, "step": {"type": "function_call", "id": "c", "name": "alpha"}});
    for (provider, event) in [
        (Provider::Anthropic, anthropic),
        (Provider::Bedrock, bedrock),
        (Provider::Cohere, cohere),
        (Provider::Gemini, step),
    ] {
        let mut stream = provider.stream().expect("it has streams");
        stream.push_event(&event.to_string()).expect("a call");
        let error = stream
            .push_event(&event.to_string())
            .expect_err("the same again");
        assert!(
            matches!(error, WireError::Shape { .. }),
            "{provider}: {error}"
        );
    }
}

/// A host that joins two answers sends the second `message_start` within the first message.
#[test]
fn a_second_message_in_a_stream_is_an_error_and_a_repeated_start_is_not() {
    let start = |id: &str| {
        json!({"type": "message_start", "message": {"id": id, "role": "assistant", "content": []}})
            .to_string()
    };
    let mut stream = Provider::Anthropic.stream().expect("it has streams");
    for _ in 0..2 {
        stream.push_event(&start("msg_1")).expect("the start");
    }
    let error = stream
        .push_event(&start("msg_2"))
        .expect_err("a second message");
    assert!(matches!(error, WireError::Shape { .. }), "{error}");
}

/// Gemini may send an error as pretty-printed JSON after its events, without `data:`.
#[test]
fn an_error_without_a_field_name_behind_events_is_the_error_of_the_provider() {
    let chunk = json!({"candidates": [{"content": {"parts": [{"text": "Hm"}]}}]});
    let error = json!({"error": {"code": 503, "message": "overloaded", "status": "UNAVAILABLE"}});
    for end in ["", "\n", "\n\n"] {
        let body = format!("data: {chunk}\n\n{error:#}{end}");
        for size in [1, 7, body.len()] {
            let mut stream = Provider::Gemini.stream().expect("it has streams");
            let mut events = Vec::new();
            for bytes in body.as_bytes().chunks(size) {
                events.extend(stream.push(bytes).unwrap_or_default());
            }
            assert_eq!(events, [StreamEvent::Text("Hm".into())]);
            let error = stream.finish().expect_err("an error");
            assert!(matches!(error, WireError::Api { .. }), "{error}");
            assert!(error.to_string().contains("overloaded"), "{error}");
        }
    }
}
