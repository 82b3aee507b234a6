//! Answers of the scripted model, read by `parse_turn` and by the stream decoder.

use super::chats;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use toolcast::Provider;
use toolcast::testing::{Answer, ScriptedModel};
use toolcast::wire::{FinishReason, Turn, WireError};

const TEXT: &str = "Größe \u{1f600}: \"two\" lines\nand a text that is longer than one piece";

fn whole(provider: Provider, answer: Answer) -> Result<Turn, WireError> {
    provider.parse_turn(&ScriptedModel::new(provider, [answer]).answer("{}"))
}

fn streamed(provider: Provider, answer: Answer, size: usize) -> Result<Turn, WireError> {
    let body = ScriptedModel::new(provider, [answer]).stream("{}");
    let mut stream = provider.stream()?;
    for bytes in body.chunks(size) {
        stream.push(bytes)?;
    }
    stream.finish()
}

/// Reads the answer whole and streamed, in chunks of several sizes.
fn both(provider: Provider, answer: &Answer) -> Vec<Turn> {
    let read =
        |turn: Result<Turn, WireError>| turn.unwrap_or_else(|error| panic!("{provider}: {error}"));
    let mut turns = vec![read(whole(provider, answer.clone()))];
    turns.extend([1, 7, 100_000].map(|size| read(streamed(provider, answer.clone(), size))));
    turns
}

fn calls(turn: &Turn) -> Vec<(&str, Value)> {
    let calls = turn.calls.iter();
    let parsed = |text: &str| serde_json::from_str(text).unwrap_or(Value::Null);
    calls
        .map(|call| (call.name.as_str(), parsed(&call.arguments)))
        .collect()
}

#[test]
fn scripted_turns_are_read_as_they_were_written() {
    let expected = [
        ("look", json!({"at": [1, -2.5, null], "in": {"ä": "\"\\"}})),
        ("wait", json!({})),
        ("look", json!({"at": "end"})),
    ];
    for provider in chats() {
        for text in ["", TEXT] {
            for reasoning in ["", "I think about it, at some length."] {
                for count in 0..=3 {
                    let mut answer = Answer::new().text(text).reasoning(reasoning);
                    for (name, arguments) in &expected[..count] {
                        answer = answer.call(*name, arguments);
                    }
                    for turn in both(provider, &answer) {
                        assert_eq!(turn.text, text, "{provider}");
                        assert_eq!(calls(&turn), expected[..count], "{provider}");
                        let ids: BTreeSet<_> = turn.calls.iter().map(|call| &call.id).collect();
                        assert_eq!(ids.len(), count, "{provider}: ids repeat");
                        let finish = if count == 0 {
                            FinishReason::Stop
                        } else {
                            FinishReason::ToolCalls
                        };
                        assert_eq!(turn.finish_reason, finish, "{provider}");
                    }
                }
            }
        }
    }
}

#[test]
fn whole_and_streamed_turns_have_the_same_ids_and_histories() {
    for provider in chats() {
        let answer = Answer::new()
            .text("I'll look.")
            .reasoning("It is there.")
            .call("look", json!({"at": 1}))
            .call("look", json!({"at": 2}));
        let turns = both(provider, &answer);
        for turn in &turns[1..] {
            assert_eq!(turn.calls, turns[0].calls, "{provider}");
            assert_eq!(turn.messages.len(), turns[0].messages.len(), "{provider}");
        }
    }
}

#[test]
fn reasoning_is_in_the_history_if_the_provider_sends_it() {
    let mut without = Vec::new();
    for provider in chats() {
        let answer = Answer::new().text("yes").reasoning("because of the moon");
        for (i, turn) in both(provider, &answer).into_iter().enumerate() {
            assert_eq!(turn.text, "yes", "{provider}");
            let history = Value::Array(turn.messages).to_string();
            // In a stream of Mistral, each piece stays a part of its own.
            let words = if i == 0 {
                "because of the moon"
            } else {
                "because of"
            };
            if !history.contains(words) {
                without.push(provider);
            }
        }
    }
    without.dedup();
    assert_eq!(without, [Provider::OpenAi, Provider::AzureOpenAi]);
}

#[test]
fn reasons_to_stop_are_read_as_they_were_scripted() {
    for provider in chats() {
        for turn in both(
            provider,
            &Answer::from("cut").finish_reason(FinishReason::Length),
        ) {
            assert_eq!(turn.finish_reason, FinishReason::Length, "{provider}");
        }
        let refused = match provider {
            Provider::Cohere | Provider::Groq | Provider::Mistral | Provider::Ollama => {
                FinishReason::Stop
            }
            _ => FinishReason::Refused,
        };
        for turn in both(
            provider,
            &Answer::from("no").finish_reason(FinishReason::Refused),
        ) {
            assert_eq!(turn.finish_reason, refused, "{provider}");
        }
        let other = FinishReason::Other("moon".into());
        for turn in both(provider, &Answer::from("no").finish_reason(other.clone())) {
            assert_eq!(turn.finish_reason, other, "{provider}");
        }
    }
}

/// Token counts and reasoning are the same in a whole and in a streamed answer.
#[test]
fn counts_and_reasoning_are_read_as_they_were_scripted() {
    let mut without = Vec::new();
    for provider in chats() {
        let answer = Answer::from("yes")
            .reasoning("because of the moon")
            .tokens(1234, 56);
        // Streams of the Chat Completions API have counts only if they are wanted.
        let request = json!({"stream_options": {"include_usage": true}}).to_string();
        let mut model = ScriptedModel::new(provider, [answer.clone(), answer]);
        let whole = provider.parse_turn(&model.answer(&request)).unwrap();
        let mut stream = provider.stream().unwrap();
        for bytes in model.stream(&request).chunks(7) {
            stream.push(bytes).unwrap();
        }
        let streamed = stream.finish().unwrap();
        assert_eq!(whole.usage, streamed.usage, "{provider}");
        let usage = whole.usage.expect("counts");
        let counts = (usage.input_tokens, usage.output_tokens);
        assert_eq!(counts, (Some(1234), Some(56)), "{provider}");
        assert_eq!(whole.reasoning, streamed.reasoning, "{provider}");
        if whole.reasoning != "because of the moon" {
            assert_eq!(whole.reasoning, "", "{provider}");
            without.push(provider);
        }
    }
    assert_eq!(without, [Provider::OpenAi, Provider::AzureOpenAi]);
}

#[test]
fn errors_are_the_providers_own() {
    for provider in chats() {
        for status in [400, 401, 429, 500, 529] {
            for turn in [
                whole(provider, Answer::error(status, "too busy")),
                streamed(provider, Answer::error(status, "too busy"), 7),
            ] {
                match turn {
                    Err(WireError::Api { message, .. }) => assert_eq!(message, "too busy"),
                    other => panic!("{provider}: {other:?}"),
                }
            }
        }
        let error = whole(provider, Answer::error(502, "").body("<html>")).unwrap_err();
        assert!(
            !matches!(error, WireError::Api { .. }),
            "{provider}: {error}"
        );
    }
}

#[test]
fn cut_streams_are_unfinished() {
    for provider in chats() {
        let answer = Answer::from(TEXT).call("look", json!({"at": 1}));
        let all = ScriptedModel::new(provider, [answer.clone()]).stream("{}");
        for cut in [0, all.len() / 3, all.len() / 2] {
            let turn = streamed(provider, answer.clone().cut_after(cut), 50);
            assert!(
                turn.is_err(),
                "{provider}: cut after {cut} of {}",
                all.len()
            );
        }
    }
}

#[test]
fn a_script_that_is_used_up_answers_with_the_reason() {
    for provider in chats() {
        let mut model = ScriptedModel::new(provider, [Answer::from("one")]);
        assert_eq!(model.answers_left(), 1);
        model.answer(r#"{"n":1}"#);
        let error = provider
            .parse_turn(&model.answer(r#"{"n":2}"#))
            .unwrap_err();
        let words = "the script has 1 answers, and this is request 2";
        assert!(error.to_string().contains(words), "{error}");
        assert_eq!(model.requests(), [r#"{"n":1}"#, r#"{"n":2}"#]);
        assert_eq!(model.answers_left(), 0);
    }
}

#[test]
fn a_function_answers_by_the_request() {
    let provider = Provider::OpenAi;
    let mut model = ScriptedModel::from_fn(provider, |request| {
        let request: Value = serde_json::from_str(request).unwrap();
        Answer::new().text(format!("got {}", request["messages"][0]["content"]))
    });
    let request = json!({"messages": [{"role": "user", "content": "this"}]}).to_string();
    let turn = provider.parse_turn(&model.answer(&request)).unwrap();
    assert_eq!(turn.text, r#"got "this""#);
}

#[test]
fn the_models_name_and_the_counts_are_those_asked_for() {
    let answer = Answer::from("yes").tokens(7, 3);
    let mut model = ScriptedModel::new(Provider::OpenAi, [answer.clone(), answer.clone(), answer]);
    let whole: Value = serde_json::from_str(&model.answer(r#"{"model":"m-1"}"#)).unwrap();
    assert_eq!(whole["model"], "m-1");
    assert_eq!(whole["usage"]["total_tokens"], 10);
    let request = json!({"stream": true, "stream_options": {"include_usage": true}}).to_string();
    let asked = String::from_utf8(model.stream(&request)).unwrap();
    let unasked = String::from_utf8(model.stream("{}")).unwrap();
    assert!(asked.contains(r#""total_tokens":10"#));
    assert!(!unasked.contains("total_tokens"));
}

#[test]
fn debug_shows_no_request() {
    let mut model = ScriptedModel::new(Provider::Groq, []);
    model.answer(r#"{"key":"secret"}"#);
    assert!(!format!("{model:?}").contains("secret"));
}

#[test]
#[should_panic(expected = "no model answers behind `mcp`")]
fn a_model_for_mcp_panics_with_the_reason() {
    let _ = ScriptedModel::new(Provider::Mcp, []);
}
