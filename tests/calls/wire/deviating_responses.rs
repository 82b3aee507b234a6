//! Responses that differ from the documentation, and are still read as intended.

use serde_json::{Value, json};
use toolcast::Provider;
use toolcast::call::{Content, ToolResult, ToolResults};
use toolcast::wire::{FinishReason, Turn, WireError};

use super::shapes::{body, events, providers, whole};

const GOOGLE: [Provider; 3] = [
    Provider::Gemini,
    Provider::GeminiJsonSchema,
    Provider::Vertex,
];

fn streamed(provider: Provider, bytes: &[u8]) -> Result<Turn, WireError> {
    let mut stream = provider.stream()?;
    stream.push(bytes)?;
    stream.finish()
}

/// A gateway's error may repeat what was sent to it.
#[test]
fn the_error_of_a_response_has_no_credentials() {
    let mut errors = 0;
    for provider in providers() {
        let error = json!({"error": {"message": "Authorization: Bearer hunter2SECRETxyz"}});
        let Err(error) = provider.parse_turn(&error.to_string()) else {
            continue;
        };
        let shown = format!("{error} {error:?}");
        assert!(!shown.contains("hunter2"), "{provider}: {shown}");
        errors += 1;
    }
    assert!(errors > 0);
}

/// Without `alt=sse` the streaming method answers with a list of its chunks.
#[test]
fn a_list_of_geminis_chunks_is_a_stream() {
    for provider in GOOGLE {
        let events = events(
            provider,
            "Let me see.",
            &[("call_1", "look", r#"{"at":1.50}"#)],
        );
        let expected = streamed(provider, &body(provider, &events)).expect("a stream");
        assert_eq!(expected.calls.len(), 1);
        let list = format!("[{}\n]\n", events.join("\n,\r\n"));
        assert_eq!(provider.parse_turn(&list).expect("a response"), expected);
        assert_eq!(
            streamed(provider, list.as_bytes()).expect("a stream"),
            expected
        );
        // A truncated list is a truncated stream.
        for end in 1..list.trim_end().len() {
            let error = streamed(provider, &list.as_bytes()[..end]).expect_err("cut off");
            assert!(
                matches!(error, WireError::Unfinished { .. }),
                "{end}: {error}"
            );
        }
        let cut = format!("[{}]", events[..events.len() - 1].join(","));
        let error = provider.parse_turn(&cut).expect_err("no end");
        assert!(matches!(error, WireError::Unfinished { .. }), "{error}");
        let error =
            r#"[{"error":{"code":400,"message":"API key not valid","status":"INVALID_ARGUMENT"}}]"#;
        let error = provider.parse_turn(error).expect_err("an error");
        assert!(error.to_string().contains("API key not valid"), "{error}");
        let error = provider
            .parse_turn(r#"[{"model":"m"}]"#)
            .expect_err("no response");
        assert!(error.to_string().contains("`candidates`"), "{error}");
    }
}

#[test]
fn a_turn_without_calls_never_has_the_finish_reason_calls() {
    // Responses that report pending calls, with the value that reports them. They contain no
    // function call that this program could execute.
    for (provider, response, word) in [
        (
            Provider::OpenAi,
            json!({"choices": [{"message": {"role": "assistant", "content": "Hm.", "tool_calls": [
                {"id": "c", "type": "custom", "custom": {"name": "x", "input": "y"}},
            ]}, "finish_reason": "tool_calls"}]}),
            "tool_calls",
        ),
        (
            Provider::Groq,
            json!({"choices": [{"message": {"role": "assistant", "content": "Hm."}, "finish_reason": "function_call"}]}),
            "function_call",
        ),
        (
            Provider::Anthropic,
            json!({"content": [{"type": "text", "text": "Hm."}], "stop_reason": "tool_use"}),
            "tool_use",
        ),
        (
            Provider::Bedrock,
            json!({"output": {"message": {"role": "assistant", "content": [{"text": "Hm."}]}}, "stopReason": "tool_use"}),
            "tool_use",
        ),
        (
            Provider::Cohere,
            json!({"message": {"role": "assistant", "content": [{"type": "text", "text": "Hm."}]}, "finish_reason": "TOOL_CALL"}),
            "TOOL_CALL",
        ),
        (
            Provider::Gemini,
            json!({"steps": [], "status": "requires_action"}),
            "requires_action",
        ),
    ] {
        let turn = provider.parse_turn(&response.to_string()).expect("a turn");
        assert_eq!(
            turn.finish_reason,
            FinishReason::Other(word.into()),
            "{provider}"
        );
    }
    for provider in providers() {
        for calls in [&[][..], &[("call_1", "look", "{}")]] {
            if provider == Provider::Mcp && calls.is_empty() {
                continue;
            }
            let turn = provider
                .parse_turn(&whole(provider, "Hm.", calls))
                .expect("a turn");
            assert_eq!(
                turn.finish_reason == FinishReason::ToolCalls,
                !calls.is_empty(),
                "{provider}"
            );
        }
    }
}

/// Some hosts number their calls. In the history the id is the text that its result has.
#[test]
fn a_numeric_call_id_is_read_as_text() {
    // A tree would round the longer ones.
    let pairs = [
        ["7", "8"],
        ["123456789012345678901234567890", "98765432109876543210987"],
    ];
    let all = providers().flat_map(|provider| pairs.map(|pair| (provider, pair)));
    for (provider, [first, second]) in all {
        let calls = [(first, "look", "{}"), (second, "look", "{}")];
        if provider == Provider::Vertex || provider == Provider::Mcp {
            // One provider has no ids; the other's ids are numbers by design.
            continue;
        }
        let numbers = |text: String| {
            let text = text.replace(&format!("\"{first}\""), first);
            text.replace(&format!("\"{second}\""), second)
        };
        let response = numbers(whole(provider, "Hm.", &calls));
        assert!(
            response.contains(&format!(":{first}")),
            "{provider}: {response}"
        );
        let turn = provider.parse_turn(&response).expect("a turn");
        let bytes = body(provider, &events(provider, "Hm.", &calls));
        let bytes = numbers(String::from_utf8(bytes).expect("UTF-8"));
        let stream = streamed(provider, bytes.as_bytes()).expect("a stream");
        assert_eq!(stream.calls, turn.calls, "{provider}");
        for turn in [turn, stream] {
            let named = |id: &str, text: &str| text.contains(&format!(r#":"{id}""#));
            let history = json!(turn.messages).to_string();
            let ids: Vec<_> = turn.calls.iter().map(|call| call.id.clone()).collect();
            if provider != Provider::Mistral {
                assert_eq!(ids, [first, second], "{provider}");
            }
            let results = turn
                .calls
                .into_iter()
                .map(|call| ToolResult::new(call, vec![Content::Text("a".into())]));
            let results = results.collect::<ToolResults>().to_messages(provider);
            let results: Value = json!(results);
            for id in ids {
                assert!(named(&id, &history), "{provider}: {history}");
                assert!(named(&id, &results.to_string()), "{provider}: {results}");
            }
        }
    }
}

#[test]
fn a_numeric_id_of_a_call_in_pieces_keeps_its_digits() {
    let id = "123456789012345678901234567890";
    let part = |call: &str| {
        format!(r#"{{"candidates": [{{"content": {{"parts": [{{"functionCall": {call}}}]}}}}]}}"#)
    };
    let pieces = [
        part(&format!(
            r#"{{"id": {id}, "name": "look", "willContinue": true}}"#
        )),
        part("{}"),
        String::from(r#"{"candidates": [{"finishReason": "STOP"}]}"#),
    ];
    let steps = [
        format!(
            r#"{{"event_type": "step.start", "index": 0, "step": {{"type": "function_call", "id": {id}, "name": "look"}}}}"#
        ),
        String::from(r#"{"event_type": "step.stop", "index": 0}"#),
        String::from(
            r#"{"event_type": "interaction.completed", "interaction": {"id": "i", "status": "requires_action"}}"#,
        ),
    ];
    for events in [&pieces, &steps] {
        let bytes = body(Provider::Gemini, events);
        let turn = streamed(Provider::Gemini, &bytes).expect("a stream");
        assert_eq!(turn.calls[0].id, id);
        let history = json!(turn.messages).to_string();
        assert!(history.contains(&format!(r#""id":"{id}""#)), "{history}");
    }
}
