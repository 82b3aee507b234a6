//! Texts of every size and depth, as arguments and as whole responses, in every protocol family: an
//! error or a result, within bounds.

#![allow(clippy::needless_pass_by_value)] // Tools own their parameters.
#![allow(dead_code)] // Some functions are called through their tools only.

use super::{call, text_of};
use crate::wire::shapes::{events, providers, whole};
use futures_executor::block_on;
use serde_json::Value;
use toolcast::call::{ToolCall, ToolError};
use toolcast::decode::DecodeOptions;
use toolcast::set::{Budget, CallOptions, ToolSet};
use toolcast::wire::ResponseLimits;
use toolcast::{Provider, tool, toolset};

/// How long it is.
#[tool]
fn length(text: &str) -> usize {
    text.len()
}

/// Takes anything.
#[tool]
fn anything(value: Value) -> bool {
    value.is_null()
}

fn tools() -> ToolSet {
    toolset![length, anything]
        .build()
        .expect("nothing is missing")
}

const FIFTY: usize = 50 << 20;

#[test]
fn fifty_megabytes_of_one_string_are_rejected_or_decoded() {
    let text = |length| format!(r#"{{"text":"{}"}}"#, "x".repeat(length));
    for provider in [
        Provider::OpenAi,
        Provider::Anthropic,
        Provider::Gemini,
        Provider::Bedrock,
        Provider::Cohere,
        Provider::Ollama,
    ] {
        // The bound is 16 MiB. One family gets all fifty, the others just more than the bound.
        let length = if provider == Provider::OpenAi {
            FIFTY
        } else {
            17 << 20
        };
        let response = whole(provider, "", &[("x", "length", &text(length))]);
        // A response beyond the bound is an error; the caller can raise the bound.
        assert!(provider.parse_turn(&response).is_err(), "{provider}");
        let turn = provider
            .parse_turn_with(&response, ResponseLimits::new().max_bytes(1 << 30))
            .expect("a turn");
        assert_eq!(turn.calls.len(), 1, "{provider}");
        drop(response);
        // Arguments have a bound of their own.
        let results = block_on(tools().call_all(provider, turn.calls));
        let told = text_of(&results[0]);
        assert!(
            told.starts_with("The arguments are not JSON that can be read"),
            "{provider}: {told}"
        );
        assert!(told.len() < 1_000, "it is not sent back");
        assert!(
            results.to_message_texts(provider).concat().len() < 2_000,
            "{provider}"
        );
    }
    let options = CallOptions::new().decode_options(DecodeOptions::new().max_bytes(1 << 30));
    let made = ToolCall::new("1", "length", text(FIFTY));
    let result = block_on(tools().call_with(Provider::Mcp, made, &options));
    assert_eq!(text_of(&result), FIFTY.to_string());
}

#[test]
fn arguments_of_ten_thousand_levels_are_an_error() {
    let deep = format!(
        r#"{{"value":{}{}}}"#,
        "[".repeat(10_000),
        "]".repeat(10_000)
    );
    let tools = tools();
    for provider in providers() {
        let response = whole(provider, "", &[("x", "anything", &deep)]);
        let calls = provider.parse_calls(&response).expect("a call");
        let results = block_on(tools.call_all(provider, calls));
        let error = results[0].error.as_ref().expect("too deep");
        assert!(
            matches!(error, ToolError::Arguments(_)),
            "{provider}: {error}"
        );
        assert!(
            text_of(&results[0]).contains("deeper than the 64 levels"),
            "{provider}: {error}"
        );
        let said = results.to_message_texts(provider).concat();
        assert!(said.len() < 2_000, "{provider}: {said}");
        // The same as a stream.
        if let Ok(mut stream) = provider.stream() {
            let pushed = events(provider, "", &[("x", "anything", &deep)]);
            let pushed = pushed
                .iter()
                .try_for_each(|event| stream.push_event(event).map(|_| ()));
            let turn = pushed.and_then(|()| stream.finish());
            if let Ok(turn) = turn {
                let results = block_on(tools.call_all(provider, turn.calls));
                assert!(
                    results.iter().all(toolcast::call::ToolResult::is_error),
                    "{provider}"
                );
            }
        }
    }
    // Texts nested in texts.
    let mut text = "null".to_owned();
    for _ in 0..12 {
        text = Value::from(format!("[{text}]")).to_string();
    }
    let result = call(&tools, "anything", &format!(r#"{{"value":{text}}}"#));
    assert!(!result.is_error(), "{result:?}");
}

/// The memory of a conversation distinguishes calls, and it doesn't parse arguments that the
/// decoder would reject for their size.
#[test]
fn large_calls_in_a_conversation_are_not_parsed() {
    let conversation = Budget::new();
    let options = CallOptions::new().budget(&conversation);
    let many = format!(r#"{{"text":[{}0]}}"#, "0,".repeat(4 << 20));
    let deep = format!(
        r#"{{"text":{}{}}}"#,
        "[".repeat(100_000),
        "]".repeat(100_000)
    );
    for arguments in [many, deep] {
        let made = ToolCall::new("1", "length", arguments);
        for times in 1..=3 {
            let result = block_on(tools().call_with(Provider::OpenAi, made.clone(), &options));
            assert!(result.is_error());
            assert_eq!(conversation.failures_of(&made), times);
        }
    }
}

/// A program that raises the bound gets one message, about as large as the answer.
#[test]
fn an_answer_of_fifty_megabytes_is_one_message_of_its_size() {
    /// Fifty megabytes.
    #[tool]
    fn large() -> String {
        "\"".repeat(FIFTY / 2)
    }
    let tools = toolset![large]
        .max_result_bytes(usize::MAX)
        .build()
        .expect("nothing is missing");
    for provider in [
        Provider::OpenAi,
        Provider::Anthropic,
        Provider::Gemini,
        Provider::Bedrock,
    ] {
        let results = block_on(tools.call_all(provider, [ToolCall::new("1", "large", "{}")]));
        let said = results.to_message_texts(provider).concat();
        assert!(
            (FIFTY..2 * FIFTY + 1_000).contains(&said.len()),
            "{provider}: {}",
            said.len()
        );
    }
}
