//! The events of a streamed response: together they are the turn, wherever the bytes are cut.

mod begun;
mod errors;
mod generated;
pub(super) mod streams;

use serde_json::{Value, json};
use toolcast::Provider;
use toolcast::wire::{FinishReason, StreamEvent, Turn, WireError};
use toolcast_test_support::sampled;

use super::shapes::{body, events, id, providers, whole};
use streams::{FIRST, SAID, special, streams};

/// All events, and the turn or the error that ended them.
pub(super) fn read<'b>(
    provider: Provider,
    chunks: impl IntoIterator<Item = &'b [u8]>,
) -> (Vec<StreamEvent>, Result<Turn, WireError>) {
    let mut stream = provider.stream().expect("it has streams");
    let mut events = Vec::new();
    for chunk in chunks {
        events.extend(stream.push(chunk).unwrap_or_default());
    }
    events.extend(stream.end().unwrap_or_default());
    (events, stream.finish())
}

/// Neighbouring deltas as one.
fn merged(events: Vec<StreamEvent>) -> Vec<StreamEvent> {
    let mut merged: Vec<StreamEvent> = Vec::new();
    for event in events {
        match (merged.last_mut(), event) {
            (Some(StreamEvent::Text(text)), StreamEvent::Text(more))
            | (Some(StreamEvent::Reasoning(text)), StreamEvent::Reasoning(more)) => {
                text.push_str(&more);
            }
            (
                Some(StreamEvent::Arguments { index, delta, .. }),
                StreamEvent::Arguments {
                    index: other,
                    delta: more,
                    ..
                },
            ) if *index == other => delta.push_str(&more),
            (_, event) => merged.push(event),
        }
    }
    merged
}

/// Checks the order of the events, and that all deltas together are the turn.
fn check(what: &str, events: &[StreamEvent], turn: Option<&Turn>) {
    let (mut text, mut reasoning) = (String::new(), String::new());
    let mut calls: Vec<(String, String, bool)> = Vec::new();
    let (mut usage, mut finish) = (None, None);
    for event in events {
        assert_eq!(finish, None, "{what}: {event:?} after the end");
        match event {
            StreamEvent::Text(delta) => text.push_str(delta),
            StreamEvent::Reasoning(delta) => reasoning.push_str(delta),
            StreamEvent::CallStarted { index, name, .. } => {
                assert_eq!(*index, calls.len(), "{what}");
                calls.push((name.clone(), String::new(), false));
            }
            StreamEvent::Arguments { index, delta, .. } => {
                let call = calls.get_mut(*index).expect("a call that started");
                assert!(!call.2 && !delta.is_empty(), "{what}: {event:?}");
                call.1.push_str(delta);
            }
            StreamEvent::CallComplete { index, call, .. } => {
                let known = calls.get_mut(*index).expect("a call that started");
                assert!(!known.2, "{what}: {event:?} again");
                known.2 = true;
                assert_eq!(
                    (&call.name, &call.arguments),
                    (&known.0, &known.1),
                    "{what}"
                );
                if let Some(turn) = turn {
                    assert_eq!(call, &turn.calls[*index], "{what}");
                }
            }
            StreamEvent::Usage(tokens) => {
                assert_eq!(usage, None, "{what}: {event:?} again");
                usage = Some(*tokens);
            }
            StreamEvent::Finished(reason) => finish = Some(reason.clone()),
            other => panic!("{what}: {other:?}"),
        }
    }
    let Some(turn) = turn else { return };
    assert_eq!(text, turn.text, "{what}");
    assert_eq!(reasoning, turn.reasoning, "{what}");
    assert_eq!(usage, turn.usage, "{what}");
    assert_eq!(calls.len(), turn.calls.len(), "{what}");
    assert!(calls.iter().all(|call| call.2), "{what}");
    assert_eq!(finish.as_ref(), Some(&turn.finish_reason), "{what}");
}

#[test]
fn the_events_of_a_stream_are_its_turn() {
    for stream in streams() {
        let what = format!("{}, {}", stream.provider, stream.what);
        let (events, turn) = read(stream.provider, [&stream.body[..]]);
        let turn = turn.unwrap_or_else(|error| panic!("{what}: {error}"));
        check(&what, &events, Some(&turn));
    }
}

#[test]
fn a_cut_at_any_byte_changes_no_event() {
    for stream in streams() {
        let (provider, body) = (stream.provider, &stream.body[..]);
        let (events, turn) = read(provider, [body]);
        // A quick check cuts at every fourth; single bytes are read below.
        for cut in sampled(0..=body.len()) {
            let (there, cut_turn) = read(provider, [&body[..cut], &body[cut..]]);
            assert_eq!(there, events, "{provider}, {}, {cut}", stream.what);
            assert_eq!(cut_turn, turn, "{provider}, {}, {cut}", stream.what);
        }
        let (there, _) = read(provider, body.chunks(1));
        assert_eq!(there, events, "{provider}, {}", stream.what);
    }
}

/// The events of a stream that stops are the first ones of the whole stream.
#[test]
fn a_stream_that_stops_has_given_the_events_so_far() {
    let mut stopped = 0;
    for stream in streams() {
        let (provider, body) = (stream.provider, &stream.body[..]);
        let all = merged(read(provider, [body]).0);
        for end in (0..body.len()).step_by(7) {
            let what = format!("{provider}, {}, {end}", stream.what);
            let (events, turn) = read(provider, [&body[..end]]);
            check(&what, &events, turn.as_ref().ok());
            if turn.is_ok() {
                continue;
            }
            stopped += 1;
            for (i, event) in merged(events).iter().enumerate() {
                let grows = |text: &str, whole: &str| whole.starts_with(text);
                let same = match (event, &all[i]) {
                    (StreamEvent::Text(text), StreamEvent::Text(whole))
                    | (StreamEvent::Reasoning(text), StreamEvent::Reasoning(whole)) => {
                        grows(text, whole)
                    }
                    (
                        StreamEvent::Arguments { index, delta, .. },
                        StreamEvent::Arguments {
                            index: other,
                            delta: whole,
                            ..
                        },
                    ) => index == other && grows(delta, whole),
                    (event, other) => event == other,
                };
                assert!(same, "{what}: {event:?} for {:?}", all[i]);
            }
        }
    }
    assert!(stopped > 10, "{stopped}");
}

/// The output of a program while the model writes: the events of one turn, in order.
#[test]
fn events_come_with_the_chunk_that_has_them() {
    for provider in providers().filter(|provider| *provider != Provider::Mcp) {
        let call = id(provider, 1);
        let events = events(provider, SAID, &[(&call, "alpha", FIRST)]);
        let mut stream = provider.stream().expect("it has streams");
        let (mut texts, mut arguments, mut starts, mut finished) = (0, 0, 0, 0);
        for event in &events {
            for event in stream.push_event(event).expect("an event") {
                match event {
                    StreamEvent::Text(_) => texts += 1,
                    StreamEvent::Arguments { .. } => arguments += 1,
                    StreamEvent::CallStarted { name, .. } => {
                        starts += 1;
                        assert_eq!((name.as_str(), arguments), ("alpha", 0), "{provider}");
                    }
                    StreamEvent::Finished(finish) => {
                        finished += 1;
                        assert_eq!(finish, FinishReason::ToolCalls, "{provider}");
                    }
                    _ => {}
                }
            }
        }
        assert_eq!(starts, 1, "{provider}");
        // The text and the arguments are sent in pieces of three characters.
        assert!(texts > 5, "{provider}: {texts}");
        let at_once = matches!(
            provider,
            Provider::Gemini | Provider::GeminiJsonSchema | Provider::Vertex | Provider::Ollama
        );
        assert_eq!(arguments > 5, !at_once, "{provider}: {arguments}");
        let rest = stream.end().expect("the end");
        finished += rest
            .iter()
            .filter(|e| matches!(e, StreamEvent::Finished(_)))
            .count();
        assert_eq!(finished, 1, "{provider}");
    }
}

/// In the streams that begin with thoughts, the third event has the last of them at the latest.
#[test]
fn thoughts_come_with_the_chunks_that_have_them() {
    let mut providers = Vec::new();
    for (provider, what, events) in special() {
        if !what.starts_with("thoughts") {
            continue;
        }
        providers.push(provider);
        let mut stream = provider.stream().expect("it has streams");
        let mut thoughts = String::new();
        for event in &events[..3] {
            for event in stream.push_event(&event.to_string()).expect("an event") {
                if let StreamEvent::Reasoning(piece) = event {
                    thoughts.push_str(&piece);
                }
            }
        }
        assert_eq!(thoughts, "hm", "{provider}: {what}");
    }
    assert_eq!(providers.len(), 8, "{providers:?}");
}

#[test]
fn a_body_that_is_not_a_stream_gives_its_events_at_the_end() {
    let calls = [("call_1", "alpha", "{}")];
    for provider in [Provider::OpenAi, Provider::Anthropic, Provider::Gemini] {
        let response = whole(provider, SAID, &calls);
        let (events, turn) = read(provider, response.as_bytes().chunks(9));
        let turn = turn.expect("a response");
        assert_eq!(
            Ok(&turn),
            provider.parse_turn(&response).as_ref(),
            "{provider}"
        );
        check(provider.name(), &events, Some(&turn));
    }
}

/// A call may be made before the stream ends, and its result refers to it by the id of the turn.
#[test]
fn ids_of_calls_are_those_of_the_turn() {
    let call = |index: u64, id: &str| {
        [
            json!({"type": "content_block_start", "index": index, "content_block": {"type": "tool_use", "id": id, "name": "alpha", "input": {}}}),
            json!({"type": "content_block_stop", "index": index}),
        ]
    };
    let mut events: Vec<Value> = ["toolu_1", "toolu_1", "", "not an id"]
        .into_iter()
        .zip(0..)
        .flat_map(|(id, index)| call(index, id))
        .collect();
    events.push(json!({"type": "message_delta", "delta": {"stop_reason": "tool_use"}}));
    events.push(json!({"type": "message_stop"}));
    let events: Vec<_> = events.iter().map(Value::to_string).collect();
    let (events, turn) = read(
        Provider::Anthropic,
        [&body(Provider::Anthropic, &events)[..]],
    );
    let turn = turn.expect("a turn");
    check("ids", &events, Some(&turn));
    for event in &events {
        if let StreamEvent::CallStarted {
            index,
            id: Some(id),
            ..
        } = event
        {
            assert_eq!(id, &turn.calls[*index].id);
        }
    }
    let known = events
        .iter()
        .filter(|e| matches!(e, StreamEvent::CallStarted { id: Some(_), .. }));
    assert_eq!(known.count(), 3, "the provider sent three ids");
}
