//! The texts of the scripted model's answers, whole, streamed and as errors. They are in
//! `expected/lists`: `scripted-answers.txt` and `scripted-errors.txt`. The comparison of their
//! forms with the SDKs is in `conformance/responses`.

use serde_json::Value;
use serde_json::json;
use toolcast::Provider;
use toolcast::testing::{Answer, ScriptedModel};
use toolcast::wire::FinishReason;
use toolcast_test_support::lists;

use super::chats;
use crate::wire::grouped::Lines;

fn answers() -> Vec<(&'static str, Answer)> {
    let other = FinishReason::Other("moon".to_owned());
    vec![
        (
            "turn",
            Answer::new()
                .text("I look at it now.")
                .reasoning("They want to know it.")
                .call("look", json!({"at": "here"}))
                .call("wait", "not JSON")
                .tokens(7, 3),
        ),
        ("call", Answer::new().call("look", "{}")),
        ("text", Answer::from("Yes")),
        ("empty", Answer::new()),
        ("thought", Answer::new().reasoning("Hm.")),
        (
            "cut",
            Answer::from("Ye").finish_reason(FinishReason::Length),
        ),
        (
            "refused",
            Answer::from("No").finish_reason(FinishReason::Refused),
        ),
        ("other", Answer::from("No").finish_reason(other)),
    ]
}

#[test]
fn scripted_answers_are_the_texts_of_the_list() {
    let mut lines = Lines::default();
    for provider in chats() {
        for (what, answer) in answers() {
            let request = r#"{"model":"m","stream":true,"stream_options":{"include_usage":true}}"#;
            let mut model = ScriptedModel::new(provider, [answer.clone(), answer]);
            lines.add(provider, &format!("{what} {}", model.answer(request)));
            let streamed = what == "turn" || what == "refused" || what == "cut";
            let body = model.stream(if streamed { request } else { "{}" });
            let body = String::from_utf8(body).expect("a text");
            if streamed {
                let body = body.lines().filter(|line| !line.is_empty());
                for (i, line) in body.enumerate() {
                    lines.add(provider, &format!("{what} line {i:02} {line}"));
                }
            } else {
                let events = body.lines().filter(|line| line.contains('{')).count();
                lines.add(
                    provider,
                    &format!("{what} has {events} events, {} bytes", body.len()),
                );
            }
        }
    }
    lists::agrees("scripted-answers", lines.finish());
}

#[test]
fn the_bodies_of_errors_have_the_words_of_their_status() {
    let mut lines = Lines::default();
    let statuses = [
        400, 401, 402, 403, 404, 408, 409, 413, 422, 429, 499, 500, 502, 503, 504, 529,
    ];
    for provider in chats() {
        for status in statuses {
            let answer = Answer::error(status, "too busy");
            let body = ScriptedModel::new(provider, [answer]).answer("{}");
            lines.add(provider, &format!("{status} {body}"));
        }
    }
    lists::agrees("scripted-errors", lines.finish());
}

#[test]
fn a_streamed_error_is_the_body_of_the_whole_one() {
    for (provider, body) in [
        (
            Provider::OpenAi,
            r#"{"error":{"message":"too busy","type":"rate_limit_error","param":null,"code":"rate_limit_exceeded"}}"#,
        ),
        (
            Provider::Anthropic,
            r#"{"type":"error","error":{"type":"rate_limit_error","message":"too busy"},"request_id":"req_1"}"#,
        ),
        (Provider::Bedrock, r#"{"message":"too busy"}"#),
    ] {
        let error = Answer::error(429, "too busy");
        let mut model = ScriptedModel::new(provider, [error.clone(), error]);
        let expected: Value = serde_json::from_str(body).expect("JSON");
        for sent in [model.answer("{}").into_bytes(), model.stream("{}")] {
            let sent: Value = serde_json::from_slice(&sent).expect("JSON");
            assert_eq!(sent, expected, "{provider}");
        }
    }
}
