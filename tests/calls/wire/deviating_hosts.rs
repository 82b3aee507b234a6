//! Streams and answers of hosts with OpenAI's API that differ from it, as users have reported.

use serde_json::json;
use toolcast::Provider;
use toolcast::wire::{FinishReason, Turn, WireError};

use super::shapes::{body, events, id, providers};

fn streamed(events: &[&str]) -> Result<Turn, WireError> {
    let mut stream = Provider::Portable.stream()?;
    for event in events {
        stream.push(format!("data: {event}\n\n").as_bytes())?;
    }
    stream.finish()
}

const HALF: &str = r#"{"choices":[{"delta":{"content":"Hel"},"finish_reason":""}]}"#;
const REST: &str = r#"{"choices":[{"delta":{"content":"lo"},"finish_reason":"stop"}]}"#;
const EMPTY: &str = r#"{"choices":[{"delta":{},"finish_reason":""}]}"#;

#[test]
fn an_empty_finish_reason_ends_nothing() {
    let cut = streamed(&[HALF]).expect_err("a cut stream");
    assert!(matches!(cut, WireError::Unfinished { .. }), "{cut}");
    for events in [
        &[HALF, REST][..],
        &[HALF, REST, EMPTY],
        &[HALF, REST, "[DONE]"],
    ] {
        let turn = streamed(events).expect("an answer");
        assert_eq!(turn.text, "Hello");
        assert_eq!(turn.finish_reason, FinishReason::Stop);
    }
    let whole = r#"{"choices":[{"message":{"content":"Hello"},"finish_reason":""}]}"#;
    let turn = Provider::Portable.parse_turn(whole).expect("an answer");
    assert_eq!(turn.finish_reason, FinishReason::Unknown);
}

#[test]
fn chunks_without_choices_are_skipped_and_their_usage_is_read() {
    let usage = r#""usage":{"prompt_tokens":5,"completion_tokens":2}"#;
    for chunk in [
        format!(r#"{{"choices":null,{usage}}}"#),
        format!(r#"{{"id":"c",{usage}}}"#),
        format!(r#"{{"choices":[],{usage}}}"#),
    ] {
        for events in [
            [HALF, REST, &chunk],
            [HALF, &chunk, REST],
            [&chunk, HALF, REST],
        ] {
            let turn = streamed(&events).expect("an answer");
            assert_eq!(turn.text, "Hello", "{chunk}");
            let usage = turn.usage.expect("the tokens");
            assert_eq!(usage.output_tokens, Some(2), "{chunk}");
        }
    }
    for event in [r#"{"type":"ping"}"#, "{}", "null"] {
        let turn = streamed(&[event, HALF, event, REST, event]).expect("an answer");
        assert_eq!(turn.text, "Hello", "{event}");
    }
}

#[test]
fn an_error_without_choices_ends_the_stream() {
    for event in [
        r#"{"error":{"message":"overloaded","code":503}}"#,
        r#"{"object":"error","message":"overloaded","code":503}"#,
        r#"{"choices":[],"error":"overloaded"}"#,
        r#"{"choices":null,"detail":"overloaded"}"#,
    ] {
        let error = streamed(&[HALF, event]).expect_err("an error");
        assert!(matches!(error, WireError::Api { .. }), "{event}: {error}");
        assert!(error.to_string().contains("overloaded"), "{event}: {error}");
    }
}

#[test]
fn null_between_the_events_of_any_provider_is_skipped() {
    for provider in providers().filter(|provider| *provider != Provider::Mcp) {
        let first = id(provider, 1);
        let events = events(provider, "Yes.", &[(&first, "look", "{}")]);
        let mut expected = provider.stream().expect("a stream");
        expected.push(&body(provider, &events)).expect("events");
        let with = events
            .iter()
            .flat_map(|event| ["null".to_owned(), event.clone()]);
        let with: Vec<String> = with.collect();
        let mut stream = provider.stream().expect("a stream");
        stream.push(&body(provider, &with)).expect("events");
        assert_eq!(stream.finish(), expected.finish(), "{provider}");
    }
}

/// docs/wire.md: a stream that ends early is `Unfinished`, wherever it is cut.
#[test]
fn a_body_cut_at_any_byte_is_unfinished_or_whole() {
    for provider in providers().filter(|provider| *provider != Provider::Mcp) {
        let first = id(provider, 1);
        let calls = [(&*first, "look", r#"{"at":"Zürich 🎉"}"#)];
        let bytes = body(provider, &events(provider, "Größe 🎉", &calls));
        let read = |end: usize| {
            let mut stream = provider.stream().expect("a stream");
            stream.push(&bytes[..end])?;
            stream.finish()
        };
        let expected = read(bytes.len()).expect("an answer");
        let mut unfinished = 0;
        for end in 0..bytes.len() {
            match read(end) {
                Ok(turn) => {
                    assert_eq!(turn.text, expected.text, "{provider} {end}");
                    assert_eq!(turn.calls, expected.calls, "{provider} {end}");
                }
                Err(WireError::Unfinished { .. }) => unfinished += 1,
                Err(error) => panic!("{provider} {end}: {error}"),
            }
        }
        assert!(unfinished > bytes.len() / 3, "{provider}: {unfinished}");
    }
}

#[test]
fn an_empty_refusal_or_error_is_none() {
    for member in ["refusal", "reasoning_content"] {
        let message = json!({"content": "Hi", member: ""});
        let whole = json!({"choices": [{"message": message, "finish_reason": "stop"}]});
        let turn = Provider::Portable
            .parse_turn(&whole.to_string())
            .expect("an answer");
        assert_eq!(
            (&*turn.text, turn.finish_reason),
            ("Hi", FinishReason::Stop),
            "{member}"
        );
        let chunk = json!({"choices": [{"delta": {"content": "Hi", member: ""}}]}).to_string();
        let turn = streamed(&[&chunk, EMPTY, "[DONE]"]).expect("an answer");
        assert_eq!(turn.text, "Hi", "{member}");
        assert_ne!(turn.finish_reason, FinishReason::Refused, "{member}");
    }
    for error in [json!(""), json!({}), json!([]), json!(false), json!(null)] {
        let choice = json!({"message": {"content": "Hi"}, "finish_reason": "stop"});
        let whole = json!({"choices": [choice], "error": error});
        let turn = Provider::Portable
            .parse_turn(&whole.to_string())
            .expect("an answer");
        assert_eq!(turn.text, "Hi", "{error}");
    }
    let refused =
        r#"{"choices":[{"message":{"content":null,"refusal":"No."},"finish_reason":"stop"}]}"#;
    let turn = Provider::Portable.parse_turn(refused).expect("an answer");
    assert_eq!(
        (&*turn.text, turn.finish_reason),
        ("No.", FinishReason::Refused)
    );
}
