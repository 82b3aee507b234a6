//! Decodes responses built with the providers' SDKs: `conformance --responses MADE RESULTS`.
//!
//! MADE has a line for each response; `tests/conformance/responses/made.py` describes the format.
//! RESULTS gets a judge's result file, with separate rows for each provider's whole responses and
//! streamed events. `parse_turn` decodes a response. Events are gathered one by one, and again as
//! bytes that are cut at any position.

use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{create_dir_all, read_to_string, write};
use std::io::Error;
use std::path::Path;
use toolcast::Provider;
use toolcast::wire::{FinishReason, Turn, WireError};

/// A response, and the turn that it was built from.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Made {
    provider: String,
    tool: String,
    package: String,
    response: Option<Value>,
    events: Option<Vec<Value>>,
    turn: Told,
}

/// The turn of the model.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Told {
    text: String,
    calls: Vec<Called>,
    finish: String,
}

/// `id` is `None` if the provider has no ids.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Called {
    id: Option<String>,
    name: String,
    arguments: Value,
}

#[derive(Default)]
struct Row {
    fed: usize,
    refused: Vec<Value>,
}

/// Decodes all responses and writes the result file.
pub(crate) fn read(made: &Path, results: &Path) -> Result<String, Error> {
    let mut rows: BTreeMap<String, Row> = BTreeMap::new();
    let (mut packages, mut planted) = (BTreeSet::new(), BTreeSet::new());
    for line in read_to_string(made)?.lines() {
        let made: Made = serde_json::from_str(line)?;
        let provider: Provider = made.provider.parse().map_err(Error::other)?;
        let kind = if made.events.is_some() {
            "events"
        } else {
            "responses"
        };
        let row = rows.entry(format!("{provider}, {kind}")).or_default();
        row.fed += 1;
        packages.insert(made.package.clone());
        if let Err(reason) = ask(provider, &made, &made.turn) {
            row.refused
                .push(json!({ "tool": made.tool, "reason": reason, "explained": null }));
            continue;
        }
        // Each part of the comparison can fail.
        for (because, turn) in mistakes(&made.turn) {
            let found = ask(provider, &made, &turn);
            if !found.as_ref().is_err_and(|found| found.contains(because)) {
                return Err(Error::other(format!(
                    "{provider}, {}: not `{because}` for a planted mistake, but {found:?}",
                    made.tool
                )));
            }
            planted.insert(because);
        }
    }
    if planted.len() != MISTAKES.len() {
        return Err(Error::other(format!(
            "only these were planted: {planted:?}"
        )));
    }
    let fed: usize = rows.values().map(|row| row.fed).sum();
    let refused: usize = rows.values().map(|row| row.refused.len()).sum();
    let rows: Vec<Value> = rows
        .into_iter()
        .map(|(provider, row)| {
            let accepted = row.fed - row.refused.len();
            json!({ "provider": provider, "kind": "responses", "fed": row.fed, "accepted": accepted, "refused": row.refused })
        })
        .collect();
    let packages: Vec<String> = packages.into_iter().collect();
    let result = json!({
        "judge": "responses",
        "version": packages.join(", "),
        "checks": "what the SDKs' own types make of a turn (texts, calls, thoughts, refusals), whole and as the events of a stream, is read by `parse_turn` and `stream`: the same text, calls and reason to stop",
        "rows": rows,
    });
    create_dir_all(results)?;
    write(results.join("responses.json"), format!("{result:#}\n"))?;
    Ok(format!(
        "  responses: {fed} read, {refused} otherwise than they were made"
    ))
}

/// The parts of a turn that a mistake can be in, by the words that report it.
const MISTAKES: [&str; 6] = [
    "the text is",
    "it stopped for",
    " calls",
    "the call's name",
    "the call's id",
    "the arguments are",
];

/// Returns copies of the turn, each with one mistake, and the words that must report it.
fn mistakes(made: &Told) -> Vec<(&'static str, Told)> {
    let of = |because: &'static str| {
        let mut turn = made.clone();
        let more = Called {
            id: None,
            name: String::new(),
            arguments: Value::Null,
        };
        match (because, turn.calls.first_mut()) {
            ("the text is", _) => turn.text.push('.'),
            ("it stopped for", _) => turn.finish.push('.'),
            (" calls", _) => turn.calls.push(more),
            ("the call's name", Some(call)) => call.name.push('.'),
            ("the call's id", Some(call)) => call.id.as_mut()?.push('.'),
            ("the arguments are", Some(call)) => call.arguments = json!([call.arguments]),
            _ => return None,
        }
        Some((because, turn))
    };
    MISTAKES.into_iter().filter_map(of).collect()
}

/// Compares the decoded response, and its events, with a turn.
fn ask(provider: Provider, made: &Made, expected: &Told) -> Result<(), String> {
    let shown = |error: WireError| error.to_string();
    if let Some(response) = &made.response {
        let turn = provider.parse_turn(&response.to_string()).map_err(shown)?;
        compare(&turn, expected)?;
    }
    let Some(events) = &made.events else {
        return Ok(());
    };
    let mut stream = provider.stream().map_err(shown)?;
    for event in events {
        stream.push_event(&event.to_string()).map_err(shown)?;
    }
    compare(&stream.finish().map_err(shown)?, expected)?;
    let body = framed(provider, events);
    for size in [1, 7, 1000] {
        let mut stream = provider.stream().map_err(shown)?;
        for bytes in body.as_bytes().chunks(size) {
            stream.push(bytes).map_err(shown)?;
        }
        compare(&stream.finish().map_err(shown)?, expected)?;
    }
    Ok(())
}

/// Frames the events as a response body.
fn framed(provider: Provider, events: &[Value]) -> String {
    let lines = matches!(provider, Provider::Bedrock | Provider::Ollama);
    let frame = |event: &Value| {
        if lines {
            return format!("{event}\n");
        }
        match event.get("type").and_then(Value::as_str) {
            Some(name) => format!("event: {name}\ndata: {event}\n\n"),
            None => format!("data: {event}\n\n"),
        }
    };
    events.iter().map(frame).collect()
}

fn compare(turn: &Turn, made: &Told) -> Result<(), String> {
    if turn.text != made.text {
        return Err(format!("the text is {:?}", turn.text));
    }
    let finish = match &turn.finish_reason {
        FinishReason::Stop => "stop",
        FinishReason::ToolCalls => "calls",
        FinishReason::Length => "length",
        FinishReason::Refused => "refused",
        other => return Err(format!("it stopped for {other:?}")),
    };
    if finish != made.finish {
        return Err(format!("it stopped for `{finish}`"));
    }
    if turn.calls.len() != made.calls.len() {
        return Err(format!("{} calls", turn.calls.len()));
    }
    let mut ids = BTreeSet::new();
    for (call, made) in turn.calls.iter().zip(&made.calls) {
        if call.name != made.name {
            return Err(format!("the call's name is {:?}", call.name));
        }
        let id = call.id.as_str();
        if made.id.as_deref().is_some_and(|made| made != id) || !ids.insert(id) {
            return Err(format!("the call's id is {id:?}"));
        }
        let arguments: Value =
            serde_json::from_str(&call.arguments).map_err(|error| error.to_string())?;
        if arguments != made.arguments {
            return Err(format!("the arguments are {}", call.arguments));
        }
    }
    // The history goes back to the provider in the next request.
    if turn.messages.is_empty() {
        return Err("there is no history".into());
    }
    Ok(())
}
