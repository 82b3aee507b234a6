//! Responses and streams, including the laws that a decoded turn must keep.

use serde_json::Value;
use toolcast::Provider;
use toolcast::call::{Content, ToolResult, ToolResults};
use toolcast::wire::{ResponseLimits, StreamEvent, Turn, WireError, convert_messages};

/// Limits low enough for a fuzzer to reach.
const LIMITS: fn() -> ResponseLimits = || ResponseLimits::new().max_bytes(1 << 16).max_calls(64);

/// Returns the byte that selects a provider in [`parse`] and [`stream`].
pub fn number_of(provider: Provider) -> u8 {
    let place = Provider::ALL.iter().position(|one| *one == provider);
    place
        .and_then(|place| u8::try_from(place).ok())
        .unwrap_or_default()
}

fn provider_of(byte: u8) -> Provider {
    Provider::ALL[usize::from(byte) % Provider::ALL.len()]
}

/// Parses a whole response. The first byte selects the provider.
///
/// # Panics
///
/// If the decoded turn contradicts itself, which is what the fuzzer looks for.
pub fn parse(bytes: &[u8]) {
    let Some((first, rest)) = bytes.split_first() else {
        return;
    };
    let provider = provider_of(*first);
    let response = String::from_utf8_lossy(rest);
    let calls = provider.parse_calls(&response);
    match provider.parse_turn_with(&response, LIMITS()) {
        Ok(turn) => {
            assert_eq!(calls.as_ref(), Ok(&turn.calls));
            check(provider, turn);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Gathers a streamed body. The first byte selects the provider, the second is the size of the
/// pieces.
///
/// # Panics
///
/// If the events contradict the turn or depend on the pieces, and as [`parse`].
pub fn stream(bytes: &[u8]) {
    let [first, size, rest @ ..] = bytes else {
        return;
    };
    let provider = provider_of(*first);
    let Some((events, whole)) = gathered(provider, [rest]) else {
        return;
    };
    let chunks = rest.chunks(usize::from(*size).max(1));
    let Some((events_of_pieces, pieces)) = gathered(provider, chunks) else {
        return;
    };
    // The positions of the cuts must not matter, except that an error may come sooner.
    if let (Ok(whole), Ok(pieces)) = (&whole, &pieces) {
        assert_eq!(whole, pieces);
        assert_eq!(events, events_of_pieces);
    }
    assert_eq!(whole.is_ok(), pieces.is_ok());
    check_order(provider, &events, whole.is_ok());
    if let Ok(turn) = whole {
        check(provider, turn);
    }
}

type Gathered = (Vec<StreamEvent>, Result<Turn, WireError>);

fn gathered<'p>(
    provider: Provider,
    pieces: impl IntoIterator<Item = &'p [u8]>,
) -> Option<Gathered> {
    let mut stream = provider.stream_with(LIMITS()).ok()?;
    let mut events = Vec::new();
    for piece in pieces {
        events.extend(stream.push(piece).unwrap_or_default());
    }
    events.extend(stream.end().unwrap_or_default());
    Some((events, stream.finish()))
}

/// Checks that each call starts, gets the arguments that it has in the end, and is complete, in
/// this order, and that the end comes last.
fn check_order(provider: Provider, events: &[StreamEvent], has_turn: bool) {
    let mut calls: Vec<(String, bool)> = Vec::new();
    for (i, event) in events.iter().enumerate() {
        match event {
            StreamEvent::CallStarted { index, .. } => {
                assert_eq!(*index, calls.len());
                calls.push((String::new(), false));
            }
            StreamEvent::Arguments { index, delta, .. } => {
                assert!(!calls[*index].1 && !delta.is_empty());
                calls[*index].0.push_str(delta);
            }
            StreamEvent::CallComplete { index, call, .. } => {
                assert!(!calls[*index].1);
                calls[*index].1 = true;
                // An item of this API repeats its deltas, and may contradict them.
                if provider != Provider::OpenAiResponses {
                    assert_eq!(call.arguments, calls[*index].0, "{events:?}");
                }
            }
            StreamEvent::Finished(_) => assert_eq!(i + 1, events.len()),
            _ => {}
        }
    }
    let ended = matches!(events.last(), Some(StreamEvent::Finished(_)));
    assert_eq!(ended, has_turn);
}

/// Checks that no id occurs twice, that each result finds its call in every provider's history, and
/// that all other messages are the model's.
fn check(provider: Provider, turn: Turn) {
    let mut ids: Vec<_> = turn.calls.iter().map(|call| call.id.clone()).collect();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), turn.calls.len());
    let count = turn.calls.len();
    let results = turn
        .calls
        .into_iter()
        .map(|call| ToolResult::new(call, vec![Content::Text("done".into())]));
    let mut messages: Vec<Value> = turn.messages;
    messages.extend(results.collect::<ToolResults>().to_messages(provider));
    for &to in Provider::ALL {
        if to == Provider::JsonSchema {
            continue;
        }
        match convert_messages(&messages, provider, to) {
            Ok(there) => {
                assert!(
                    count == 0 || !there.messages.is_empty(),
                    "{provider} to {to}"
                );
                if to == Provider::OpenAi {
                    check_roles(provider, &there.messages, count);
                }
            }
            // A response is decoded more leniently than a conversation, so an error is allowed. But
            // a result must always find its call.
            Err(WireError::Shape { expected, .. }) => {
                assert!(
                    !expected.contains("a call"),
                    "{provider} to {to}: {expected}"
                );
            }
            Err(error) => panic!("{provider} to {to}: {error}"),
        }
    }
}

/// Checks that there is one result for each call, and else only messages of the model.
fn check_roles(provider: Provider, messages: &[Value], calls: usize) {
    let has = |role: &str| messages.iter().filter(|one| one["role"] == role).count();
    assert_eq!(has("tool"), calls, "{provider}: {messages:?}");
    let all = has("tool") + has("assistant");
    assert_eq!(all, messages.len(), "{provider}: {messages:?}");
}
