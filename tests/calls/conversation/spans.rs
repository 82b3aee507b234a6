//! The span of a request and its answer.

use toolcast::testing::{Answer, ScriptedModel};
use toolcast::wire::FinishReason;
use toolcast::{Conversation, Next, Provider};

use super::{asked, chats, tools};
use crate::span_fields::SpanFields;

/// The fields of the span of one request, whose answer is this one.
fn fields(mut chat: Conversation, answer: Answer) -> Vec<String> {
    let fields = SpanFields::default();
    let mut model = ScriptedModel::new(chat.provider(), [answer]);
    tracing::subscriber::with_default(fields.clone(), || {
        let span = chat.span();
        let request = chat.request(&tools()).expect("a request").to_string();
        let response = model.answer(&request);
        let _ = span.in_scope(|| chat.receive(&response));
    });
    fields.all()
}

/// Each name is published by the conventions.
fn names_are_published(fields: &[String]) {
    let published: Vec<&str> = include_str!("gen_ai.txt").lines().collect();
    for field in fields {
        let name = field.split('=').next().unwrap_or_default();
        assert!(published.contains(&name), "{name}");
    }
}

#[test]
fn a_span_has_the_request_and_the_answer_without_their_texts() {
    let mut chat = asked(Provider::OpenAi);
    chat.max_tokens(99).temperature(0.5);
    let fields = fields(chat, Answer::from("s3cret").tokens(9, 2));
    names_are_published(&fields);
    let starts = [
        r#"otel.name="chat some-model""#,
        r#"otel.kind="client""#,
        r#"gen_ai.operation.name="chat""#,
        r#"gen_ai.provider.name="openai""#,
        r#"gen_ai.request.model="some-model""#,
        "gen_ai.request.max_tokens=99",
        "gen_ai.request.temperature=0.5",
        "gen_ai.response.id=",
        "gen_ai.response.model=",
        r#"gen_ai.response.finish_reasons="[\"stop\"]""#,
        "gen_ai.usage.input_tokens=",
        "gen_ai.usage.output_tokens=",
    ];
    assert_eq!(fields.len(), starts.len(), "{fields:?}");
    for (field, start) in fields.iter().zip(starts) {
        assert!(field.starts_with(start), "{field}");
        assert!(!field.contains("s3cret"), "{field}");
    }
}

#[test]
fn the_span_of_each_provider_has_its_published_name() {
    let published = [
        "anthropic",
        "aws.bedrock",
        "azure.ai.openai",
        "cohere",
        "deepseek",
        "gcp.gemini",
        "gcp.vertex_ai",
        "groq",
        "mistral_ai",
        "openai",
        "x_ai",
        // Not in the list of the conventions, which allow others.
        "ollama",
    ];
    for provider in chats() {
        let call = Answer::new().call("alpha", serde_json::json!({}));
        let fields = fields(asked(provider), call);
        names_are_published(&fields);
        let start = r#"gen_ai.provider.name=""#;
        let name = fields.iter().find_map(|field| field.strip_prefix(start));
        let name = name.expect("a name").trim_end_matches('"');
        assert!(published.contains(&name), "{provider}: {name}");
        let finish = r#"gen_ai.response.finish_reasons="[\"tool_call\"]""#;
        let has_finish = fields.iter().any(|field| field == finish);
        assert!(has_finish, "{provider}: {fields:?}");
    }
}

#[test]
fn a_response_that_cannot_be_read_is_an_error_of_the_span() {
    let fields = SpanFields::default();
    let mut chat = asked(Provider::Mistral);
    chat.request(&tools()).expect("a request");
    tracing::subscriber::with_default(fields.clone(), || {
        let span = chat.span();
        assert!(span.in_scope(|| chat.receive("<html>")).is_err());
    });
    assert_eq!(
        fields.all().last().map(String::as_str),
        Some(r#"error.type="invalid_response""#)
    );
}

#[test]
fn without_a_span_an_answer_is_received_as_before() {
    let mut chat = asked(Provider::Mistral);
    let request = chat.request(&tools()).expect("a request").to_string();
    let mut model = ScriptedModel::new(Provider::Mistral, [Answer::from("Hi!")]);
    let next = chat.receive(&model.answer(&request)).expect("an answer");
    assert!(matches!(next, Next::Done(turn) if turn.finish_reason == FinishReason::Stop));
}
