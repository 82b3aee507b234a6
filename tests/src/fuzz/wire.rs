//! Responses and streams, including the laws that a decoded turn must keep.

use serde_json::Value;
use toolcast::Provider;
use toolcast::call::{Content, ToolResult, ToolResults};
use toolcast::wire::{ResponseLimits, Turn, TurnStream, WireError, convert_messages};

/// Limits low enough for a fuzzer to reach.
const LIMITS: fn() -> ResponseLimits = || ResponseLimits::default().bytes(1 << 16).calls(64);

/// Returns the byte that selects a provider in [`parse`] and [`stream`].
pub fn number_of(provider: Provider) -> u8 {
    let place = Provider::ALL.iter().position(|one| *one == provider);
    place
        .and_then(|place| u8::try_from(place).ok())
        .unwrap_or_default()
}

fn provider_of(byte: u8) -> Provider {
    Provider::ALL[usize::from(byte) % Provider::COUNT]
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
/// As [`parse`].
pub fn stream(bytes: &[u8]) {
    let [first, size, rest @ ..] = bytes else {
        return;
    };
    let provider = provider_of(*first);
    let whole = gathered(provider, [rest]);
    let pieces = gathered(provider, rest.chunks(usize::from(*size).max(1)));
    // The positions of the cuts must not matter, except that an error may come sooner.
    if let (Some(whole), Some(pieces)) = (&whole, &pieces) {
        assert_eq!(whole, pieces);
    }
    assert_eq!(whole.is_some(), pieces.is_some());
    if let Some(turn) = whole {
        check(provider, turn);
    }
}

fn gathered<'p>(provider: Provider, pieces: impl IntoIterator<Item = &'p [u8]>) -> Option<Turn> {
    let mut stream = TurnStream::new(provider, LIMITS()).ok()?;
    for piece in pieces {
        stream.push_bytes(piece).ok()?;
    }
    stream.finish().ok()
}

/// Checks that no id occurs twice, and that each result finds its call in every provider's history.
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
    messages.extend(ToolResults(results.collect()).to_messages(provider));
    for to in Provider::ALL {
        if to == Provider::JsonSchema {
            continue;
        }
        match convert_messages(&messages, provider, to) {
            Ok(there) => assert!(
                count == 0 || !there.messages.is_empty(),
                "{provider} to {to}"
            ),
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
