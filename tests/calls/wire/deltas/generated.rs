//! Random texts and calls as a stream of each provider, cut at random.

use serde_json::json;
use toolcast::Provider;
use toolcast::wire::{PartialJson, StreamEvent};
use toolcast_test_support::random;
use toolcast_test_support::scalars::arbitrary;
use toolcast_test_support::tape::Tape;

use super::{check, read};
use crate::wire::shapes::{Call, body, events, id, shapes, whole};

/// A text with characters of one to four bytes, quotes and line ends.
fn said(tape: &mut Tape) -> String {
    let pieces = [
        "a",
        " ",
        "\n\n",
        "\"",
        "\\",
        "{",
        "data: ",
        "\u{fc}",
        "\u{2028}",
        "\u{1f600}",
    ];
    (0..tape.below(12)).map(|_| *tape.pick(&pieces)).collect()
}

/// Chunks of random sizes.
fn cut<'b>(mut bytes: &'b [u8], tape: &mut Tape) -> Vec<&'b [u8]> {
    let mut chunks = Vec::new();
    while !bytes.is_empty() {
        let most = [1, 3, 40, bytes.len()][tape.below(4)];
        let (chunk, rest) = bytes.split_at(most.min(bytes.len()));
        chunks.push(chunk);
        bytes = rest;
    }
    chunks
}

#[test]
fn random_turns_give_the_events_of_the_whole_response_wherever_they_are_cut() {
    let done = random(150, |tape| {
        let text = said(tape);
        let names = ["alpha", "beta", "look_up"];
        let calls: Vec<_> = (0..tape.below(4))
            .map(|_| {
                (
                    *tape.pick(&names),
                    json!({"a": arbitrary(tape, 1)}).to_string(),
                )
            })
            .collect();
        for provider in shapes() {
            if provider == Provider::Mcp && calls.is_empty() {
                continue;
            }
            let ids: Vec<_> = (0..calls.len()).map(|n| id(provider, n)).collect();
            let calls = calls.iter().zip(&ids);
            let calls: Vec<Call<'_>> = calls
                .map(|((name, json), id)| (&**id, *name, &**json))
                .collect();
            let bytes = body(provider, &events(provider, &text, &calls));
            let (events, turn) = read(provider, cut(&bytes, tape));
            let turn = turn.map_err(|error| format!("{provider}: {error}"))?;
            check(provider.name(), &events, Some(&turn));
            if read(provider, [&bytes[..]]) != (events.clone(), Ok(turn.clone())) {
                return Err(format!(
                    "{provider}: {} depends on the cuts",
                    String::from_utf8_lossy(&bytes)
                ));
            }
            let response = whole(provider, &text, &calls);
            let expected = provider
                .parse_turn(&response)
                .map_err(|error| error.to_string())?;
            if (&turn.text, &turn.calls, &turn.finish_reason)
                != (&expected.text, &expected.calls, &expected.finish_reason)
            {
                return Err(format!("{provider}: {turn:?} for {expected:?}"));
            }
            arguments_are_json_at_each_step(&events)?;
        }
        Ok(())
    });
    assert_eq!(done, Ok(()));
}

fn arguments_are_json_at_each_step(events: &[StreamEvent]) -> Result<(), String> {
    let mut open: Vec<PartialJson> = Vec::new();
    for event in events {
        match event {
            StreamEvent::CallStarted { .. } => open.push(PartialJson::new()),
            StreamEvent::Arguments { index, delta, .. } => {
                let json = &mut open[*index];
                json.push(delta).map_err(|error| error.to_string())?;
                if json.value().is_none() {
                    return Err(format!("{} is not JSON", json.text()));
                }
            }
            StreamEvent::CallComplete { index, call, .. } => {
                let json = &open[*index];
                if !json.is_complete() || json.text() != call.arguments.trim_end() {
                    return Err(format!("{} for {}", json.text(), call.arguments));
                }
            }
            _ => {}
        }
    }
    Ok(())
}
