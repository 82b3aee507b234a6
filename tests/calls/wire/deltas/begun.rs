//! Streams whose parts begin with content that later events continue, or whose last event has more
//! than the deltas before it.

use serde_json::{Value, json};
use toolcast::Provider;
use toolcast::wire::StreamEvent;

use crate::wire::interactions::interaction;
use crate::wire::shapes::{events, id};

use super::streams::{FIRST, SAID};

type Events = (Provider, &'static str, Vec<Value>);

pub(super) fn begun() -> Vec<Events> {
    let mut all = vec![anthropic(), gemini(), cohere(), mistral()];
    all.extend(interactions());
    all.extend(responses());
    all
}

fn anthropic() -> Events {
    let block = |index: u64, block: Value| json!({"type": "content_block_start", "index": index, "content_block": block});
    let delta = |index: u64, delta: Value| json!({"type": "content_block_delta", "index": index, "delta": delta});
    let stop = |index: u64| json!({"type": "content_block_stop", "index": index});
    let events = vec![
        block(0, json!({"type": "thinking", "thinking": "h"})),
        delta(0, json!({"type": "thinking_delta", "thinking": "m"})),
        stop(0),
        block(1, json!({"type": "thinking", "thinking": ""})),
        delta(1, json!({"type": "thinking_delta", "thinking": "So"})),
        stop(1),
        block(2, json!({"type": "text", "text": "Y"})),
        delta(2, json!({"type": "text_delta", "text": "es"})),
        stop(2),
        json!({"type": "message_delta", "delta": {"stop_reason": "end_turn"}}),
        json!({"type": "message_stop"}),
    ];
    (Provider::Anthropic, "blocks that begin with text", events)
}

fn gemini() -> Events {
    let part = |part: Value| json!({"candidates": [{"content": {"parts": [part]}}]});
    let events = vec![
        part(json!({"text": "h", "thought": true})),
        part(json!({"text": "m", "thought": true, "thoughtSignature": "c2ln"})),
        part(json!({"text": "S", "thought": true})),
        part(json!({"text": "o", "thought": true})),
        part(json!({"text": "Yes"})),
        json!({"candidates": [{"finishReason": "STOP"}]}),
    ];
    (Provider::Gemini, "thoughts around a signature", events)
}

fn cohere() -> Events {
    let content = |kind: &str, index: u64, content: Value| json!({"type": kind, "index": index, "delta": {"message": {"content": content}}});
    let call = |kind: &str, call: Value| json!({"type": kind, "index": 0, "delta": {"message": {"tool_calls": call}}});
    let events = vec![
        content(
            "content-start",
            0,
            json!({"type": "thinking", "thinking": "h"}),
        ),
        content("content-delta", 0, json!({"thinking": "m"})),
        content("content-start", 1, json!({"type": "text", "text": "Y"})),
        content("content-delta", 1, json!({"text": "es"})),
        call(
            "tool-call-start",
            json!({"id": "c", "function": {"name": "alpha", "arguments": "{\"a\""}}),
        ),
        call("tool-call-delta", json!({"function": {"arguments": ":1}"}})),
        json!({"type": "tool-call-end", "index": 0}),
        json!({"type": "message-end", "delta": {"finish_reason": "TOOL_CALL"}}),
    ];
    (Provider::Cohere, "contents that begin with text", events)
}

fn interactions() -> Vec<Events> {
    let start =
        |index: u64, step: Value| json!({"event_type": "step.start", "index": index, "step": step});
    let delta = |index: u64, delta: Value| json!({"event_type": "step.delta", "index": index, "delta": delta});
    let stop = |index: u64| json!({"event_type": "step.stop", "index": index});
    let end = json!({"event_type": "interaction.completed", "interaction": {"id": "v1", "status": "completed"}});
    let text = |text: &str| json!({"type": "text", "text": text});
    let texts = vec![
        start(
            0,
            json!({"type": "model_output", "content": [{"type": "note", "text": "No."}, text("Y")]}),
        ),
        delta(0, text("es")),
        stop(0),
        start(1, json!({"type": "text", "text": ", I"})),
        delta(1, text(" see.")),
        stop(1),
        end.clone(),
    ];
    let thoughts = vec![
        start(
            0,
            json!({"type": "thought", "summary": [text("One."), text("")]}),
        ),
        delta(
            0,
            json!({"type": "thought_summary", "content": text("Two.")}),
        ),
        stop(0),
        start(1, json!({"type": "model_output"})),
        delta(1, text("Yes")),
        stop(1),
        end,
    ];
    vec![
        (Provider::Gemini, "steps that begin with text", texts),
        (
            Provider::Gemini,
            "a step that begins with thoughts",
            thoughts,
        ),
    ]
}

fn responses() -> Vec<Events> {
    let item = |kind: &str, index: u64, item: Value| json!({"type": format!("response.output_item.{kind}"), "output_index": index, "item": item});
    let summary = |part: u64, delta: &str| json!({"type": "response.reasoning_summary_text.delta", "output_index": 0, "summary_index": part, "delta": delta});
    let end =
        json!({"type": "response.completed", "response": {"status": "completed", "output": []}});
    let parts = |texts: [&str; 2]| {
        let parts = texts.map(|text| json!({"type": "summary_text", "text": text}));
        json!({"type": "reasoning", "id": "rs_1", "summary": parts})
    };
    let said = json!({"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Yes"}]});
    let call = |id: Value, arguments: &str| json!({"type": "function_call", "call_id": id, "name": "alpha", "arguments": arguments});
    let more = vec![
        item("added", 0, json!({"type": "reasoning", "id": "rs_1"})),
        summary(0, "O"),
        item("done", 0, parts(["One.", "Two."])),
        item("added", 1, json!({"type": "message", "role": "assistant"})),
        json!({"type": "response.output_text.delta", "output_index": 1, "delta": "Y"}),
        item("done", 1, said),
        item("added", 2, call(json!("c"), "")),
        json!({"type": "response.function_call_arguments.delta", "output_index": 2, "delta": "{"}),
        item("done", 2, call(json!("c"), "{}")),
        item("added", 3, call(json!("d"), "")),
        json!({"type": "response.function_call_arguments.delta", "output_index": 3, "delta": " "}),
        json!({"type": "response.function_call_arguments.delta", "output_index": 3, "delta": "{"}),
        item("done", 3, call(json!("d"), " {}")),
        end.clone(),
    ];
    let late = vec![
        item("added", 0, call(Value::Null, "")),
        item("done", 0, call(json!("c"), "{}")),
        item("added", 1, call(json!(""), "")),
        item("done", 1, call(json!("d"), "{}")),
        end,
    ];
    vec![
        (
            Provider::OpenAiResponses,
            "items with more than their deltas",
            more,
        ),
        (
            Provider::OpenAiResponses,
            "calls whose ids come at their end",
            late,
        ),
    ]
}

fn mistral() -> Events {
    let chunk = |content: Value, finish: Value| json!({"choices": [{"index": 0, "delta": {"content": content}, "finish_reason": finish}]});
    let text = |text: &str| json!({"type": "text", "text": text});
    let thinking = |thinking: Value| json!({"type": "thinking", "thinking": thinking});
    let closed = |mut part: Value| {
        part["closed"] = json!(true);
        part
    };
    let events = vec![
        chunk(
            json!([closed(thinking(json!([text("One."), text("Two.")])))]),
            Value::Null,
        ),
        chunk(json!([closed(thinking(json!("Three.")))]), Value::Null),
        chunk(json!([thinking(json!([text("Fo")]))]), Value::Null),
        chunk(json!([thinking(json!([text("ur.")]))]), Value::Null),
        chunk(json!([closed(thinking(json!("Five.")))]), Value::Null),
        chunk(json!([text("Yes")]), json!("stop")),
    ];
    (
        Provider::Mistral,
        "thoughts in parts of several forms",
        events,
    )
}

/// Text behind an end that the provider announces isn't read, JSON or not.
#[test]
fn the_event_that_ends_a_stream_finishes_it_and_nothing_behind_it_is_read() {
    let spoken =
        |provider: Provider| events(provider, SAID, &[(&*id(provider, 1), "alpha", FIRST)]);
    let mut streams: Vec<_> = [
        Provider::OpenAi,
        Provider::OpenAiResponses,
        Provider::Anthropic,
        Provider::Bedrock,
        Provider::Cohere,
        Provider::Ollama,
    ]
    .map(|provider| (provider, spoken(provider)))
    .into();
    let steps = interaction().iter().map(Value::to_string).collect();
    streams.push((Provider::Gemini, steps));
    for (provider, mut events) in streams {
        if provider == Provider::OpenAi {
            events.push("[DONE]".to_owned());
        }
        let mut stream = provider.stream().expect("it has streams");
        let mut reported = Vec::new();
        for event in &events {
            reported.extend(stream.push_event(event).expect("an event"));
        }
        let Some(StreamEvent::Finished(finish)) = reported.last() else {
            panic!("{provider}: {reported:?}");
        };
        for behind in [events[0].as_str(), "no JSON"] {
            assert_eq!(stream.push_event(behind), Ok(Vec::new()), "{provider}");
        }
        assert_eq!(stream.end(), Ok(Vec::new()), "{provider}");
        let turn = stream.finish().expect("a turn");
        assert_eq!(turn.finish_reason, *finish, "{provider}");
        assert_eq!(turn.calls.len(), 1, "{provider}");
    }
}
