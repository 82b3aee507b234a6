//! Gemini's Interactions, in the form of the google-genai types.

use serde_json::{Value, json};
use toolcast::Provider;
use toolcast::call::{Content, ToolCall, ToolResult, ToolResults};
use toolcast::wire::{FinishReason, Message, Part, WireError, read_messages, result_steps};

use super::sdk::{file, image, streamed};

/// `ImageContent.mime_type`, `AudioContent.mime_type` and `DocumentContent.mime_type`.
const MEDIA: [(&str, &[&str]); 3] = [
    (
        "image",
        &["png", "jpeg", "webp", "heic", "heif", "gif", "bmp", "tiff"],
    ),
    (
        "audio",
        &[
            "wav", "mp3", "aiff", "aac", "ogg", "flac", "mpeg", "m4a", "l16", "opus", "alaw",
            "mulaw", "webm",
        ],
    ),
    ("document", &["application/pdf", "text/csv"]),
];

/// `InteractionSSEEvent`: a thought, words and a call, each in pieces.
pub(super) fn interaction() -> Vec<Value> {
    let delta = |index: u64, delta: Value| json!({"event_type": "step.delta", "index": index, "delta": delta});
    let start =
        |index: u64, step: Value| json!({"event_type": "step.start", "index": index, "step": step});
    let stop = |index: u64| json!({"event_type": "step.stop", "index": index});
    let summary = json!({"type": "text", "text": "hm"});
    vec![
        json!({"event_type": "interaction.created", "interaction": {"id": "v1", "status": "in_progress"}}),
        json!({"event_type": "interaction.status_update", "interaction_id": "v1", "status": "in_progress"}),
        start(0, json!({"type": "thought"})),
        delta(0, json!({"type": "thought_summary", "content": summary})),
        delta(0, json!({"type": "thought_signature", "signature": "c2ln"})),
        stop(0),
        start(1, json!({"type": "model_output"})),
        delta(1, json!({"type": "text", "text": "Let me"})),
        delta(1, json!({"type": "text", "text": " see."})),
        delta(
            1,
            json!({"type": "text_annotation_delta", "annotations": [{"type": "url_citation"}]}),
        ),
        delta(
            1,
            json!({"type": "image", "data": "AQID", "mime_type": "image/png"}),
        ),
        stop(1),
        start(
            2,
            json!({"type": "function_call", "id": "c1", "name": "alpha", "arguments": {}}),
        ),
        delta(
            2,
            json!({"type": "arguments_delta", "arguments": "{\"n\":1234567890"}),
        ),
        delta(
            2,
            json!({"type": "arguments_delta", "arguments": "1234567890}"}),
        ),
        stop(2),
        json!({"event_type": "interaction.completed", "interaction": {"id": "v1", "status": "requires_action"}}),
    ]
}

#[test]
fn interactions_may_be_streamed() {
    let turn = streamed(Provider::Gemini, &interaction()).expect("a stream");
    assert_eq!(turn.text, "Let me see.");
    assert_eq!(turn.finish_reason, FinishReason::ToolCalls);
    assert_eq!(turn.calls.len(), 1);
    assert_eq!(turn.calls[0].id.as_str(), "c1");
    assert_eq!(turn.calls[0].arguments, r#"{"n":12345678901234567890}"#);
    let said = json!([
        {"type": "thought", "summary": [{"type": "text", "text": "hm"}], "signature": "c2ln"},
        {"type": "model_output", "content": [
            {"type": "text", "text": "Let me see.", "annotations": [{"type": "url_citation"}]},
            {"type": "image", "data": "AQID", "mime_type": "image/png"},
        ]},
        {"type": "function_call", "id": "c1", "name": "alpha", "arguments": {"n": 12_345_678_901_234_567_890_u64}},
    ]);
    assert_eq!(json!(turn.messages), said);
}

#[test]
fn a_streamed_interaction_that_stops_is_unfinished() {
    let all = interaction();
    let last = all.len() - 1;
    for end in 0..last {
        let error = streamed(Provider::Gemini, &all[..end]).expect_err("it is not over");
        assert!(
            matches!(error, WireError::Unfinished { .. }),
            "{end}: {error}"
        );
    }
    let error = streamed(Provider::Gemini, &all[..last - 1]).expect_err("a call is open");
    assert!(error.to_string().contains("alpha"), "{error}");
    // Steps in the last event are complete.
    let whole = json!({"event_type": "interaction.completed", "interaction": {
        "id": "v1", "status": "completed", "steps": [{"type": "model_output", "content": [{"type": "text", "text": "Done."}]}],
    }});
    let turn = streamed(Provider::Gemini, &[whole]).expect("a stream");
    assert_eq!(
        (turn.text.as_str(), turn.finish_reason),
        ("Done.", FinishReason::Stop)
    );
    for wrong in [
        json!({"event_type": "step.delta", "index": 7, "delta": {"type": "text", "text": ""}}),
        json!({"event_type": "step.start", "index": 0, "step": 1}),
        json!({"event_type": "step.start", "index": -1, "step": {}}),
        json!({"event_type": 1}),
    ] {
        assert!(
            streamed(Provider::Gemini, std::slice::from_ref(&wrong)).is_err(),
            "{wrong}"
        );
    }
    // A part that is not an object has no place for annotations.
    let odd = [
        json!({"event_type": "step.start", "index": 0, "step": {"type": "model_output", "content": ["a"]}}),
        json!({"event_type": "step.delta", "index": 0, "delta": {"type": "text_annotation_delta", "annotations": [1]}}),
        json!({"event_type": "step.delta", "index": 0, "delta": {"type": "text", "text": "b"}}),
        json!({"event_type": "step.stop", "index": 0}),
        json!({"event_type": "interaction.completed", "interaction": {}}),
    ];
    let error = streamed(Provider::Gemini, &odd).expect_err("a part is no object");
    assert!(matches!(error, WireError::Shape { .. }), "{error}");
    let error = json!({"event_type": "error", "error": {"code": "internal", "message": "boom"}});
    let error = streamed(Provider::Gemini, &[error]).expect_err("an error");
    assert!(matches!(error, WireError::Api { .. }), "{error}");
}

#[test]
fn the_status_of_an_interaction_is_the_finish_reason() {
    let steps = json!([{"type": "model_output", "content": [{"type": "text", "text": "a"}]}]);
    for (status, finish) in [
        ("completed", FinishReason::Stop),
        (
            "requires_action",
            FinishReason::Other("requires_action".into()),
        ),
        ("incomplete", FinishReason::Other("incomplete".into())),
        (
            "budget_exceeded",
            FinishReason::Other("budget_exceeded".into()),
        ),
    ] {
        for response in [
            json!({"id": "i", "status": status, "steps": steps}),
            json!({"id": "i", "status": status}),
        ] {
            let turn = Provider::Gemini.parse_turn(&response.to_string());
            assert_eq!(turn.expect("a response").finish_reason, finish, "{status}");
        }
    }
    let failed =
        json!({"id": "i", "status": "failed", "errors": [{"code": "internal", "message": "boom"}]});
    let error = Provider::Gemini
        .parse_turn(&failed.to_string())
        .expect_err("it failed");
    assert!(error.to_string().contains("boom"), "{error}");
}

#[test]
fn media_of_each_type_that_the_sdk_lists_are_sent_in_a_result() {
    for (kind, names) in MEDIA {
        for name in names {
            let (media_type, content) = match kind {
                "image" => (format!("image/{name}"), image(&format!("image/{name}"))),
                "audio" => {
                    let media_type = format!("audio/{name}");
                    let data = vec![1, 2, 3];
                    (media_type.clone(), Content::audio(media_type, data))
                }
                _ => ((*name).to_owned(), file(name, "", &[1, 2, 3])),
            };
            let call = ToolCall::new("c1", "alpha", "{}");
            let results = ToolResults::from(vec![ToolResult::new(call, vec![content])]);
            let part = json!({"type": kind, "data": "AQID", "mime_type": media_type});
            assert_eq!(result_steps(&results)[0]["result"], json!([part]));
        }
    }
}

/// `FunctionResultStep.result`: an object, a text, or a list of parts.
#[test]
fn a_result_step_has_one_of_three_shapes() {
    let step = |content| {
        let results = ToolResults::from(vec![ToolResult::new(
            ToolCall::new("c1", "alpha", "{}"),
            content,
        )]);
        result_steps(&results)[0]["result"].clone()
    };
    assert_eq!(
        step(vec![Content::Json("[1,2]".into())]),
        json!("[1,2]"),
        "a list would be one of parts"
    );
    let parts = json!([
        {"type": "text", "text": "see"},
        {"type": "image", "data": "AQID", "mime_type": "image/png"},
        {"type": "document", "data": "AQID", "mime_type": "application/pdf"},
        {"type": "text", "text": "[image of type image/svg+xml, 3 bytes: left out, it can't be shown here]"},
    ]);
    let content = vec![
        Content::Text("see".into()),
        image("image/png"),
        file("application/pdf", "", &[1, 2, 3]),
        image("image/svg+xml"),
    ];
    assert_eq!(step(content), parts);
    let history = [
        json!({"type": "user_input", "content": [{"type": "image", "data": "AQID", "mime_type": "image/png"}]}),
        json!({"type": "function_call", "id": "c1", "name": "alpha", "arguments": {}}),
        json!({"type": "function_result", "call_id": "c1", "result": parts}),
    ];
    let (messages, lost) = read_messages(&history, Provider::Gemini).expect("a history");
    assert_eq!(lost, []);
    let [
        Message::User(said),
        Message::Assistant { .. },
        Message::Results(results),
    ] = &messages[..]
    else {
        panic!("{messages:?}");
    };
    let picture = Part::image("image/png", &[1, 2, 3]);
    assert_eq!(said, std::slice::from_ref(&picture));
    assert_eq!(results[0].parts.len(), 4);
    assert_eq!(results[0].parts[1], picture);
}
