//! Good responses, streams and messages, damaged at every place in turn. What reading them gives is
//! in `expected/lists`: an error's text, or what is different in the turn or in the messages.

mod difference;
pub(super) mod goods;
pub(super) mod more;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Value, json};
use toolcast::Provider;
use toolcast::wire::{StreamEvent, Turn, WireError, convert_messages_with_system, read_messages};
use toolcast_test_support::json::{name_of, places, remove, replaced};
use toolcast_test_support::lists;

use super::deltas;
use super::grouped::Lines;
use super::shapes::body;
use difference::difference;

/// Members whose values are a tool's own: what is inside of them isn't read.
const TOOLS_OWN: [&str; 4] = ["arguments", "args", "input", "structuredContent"];

/// The pointers to all places but the root and those inside of a tool's own.
fn read_places(value: &Value) -> impl Iterator<Item = String> {
    let all = places(value).into_iter().map(|(place, _)| place);
    all.filter(|place| {
        let above = place.rsplit_once('/').map(|(above, _)| above);
        above.is_some_and(|above| !above.split('/').any(|step| TOOLS_OWN.contains(&step)))
    })
}

/// The value with another one at the place, or without the place.
fn damaged(value: &Value, place: &str, other: Option<&Value>) -> Value {
    let Some(other) = other else {
        let mut value = value.clone();
        remove(&mut value, place).expect("a place below the root");
        return value;
    };
    replaced(value, place, other.clone())
}

/// Adds a line for each place and each effect that a damage there has. What is good is read without
/// an error, or is one. The first `outer` steps of a place aren't in the paths of errors.
fn sweep(
    lines: &mut Lines,
    (provider, what): (Provider, &str),
    good: &Value,
    outer: usize,
    read: &dyn Fn(&Value) -> Result<Value, String>,
) {
    let whole = read(good);
    let what = what.split(',').next().unwrap_or(what);
    let members = whole.iter().filter_map(Value::as_object).flatten();
    for (key, value) in members.filter(|(_, value)| !value.is_null() && *value != "") {
        lines.add(provider, &format!("{what} {key}: {value}"));
    }
    let others = [
        None,
        Some(json!(7)),
        Some(json!("x")),
        Some(json!(null)),
        Some(json!([])),
        Some(json!({})),
    ];
    for pointer in read_places(good) {
        let place: Vec<String> = pointer.split('/').skip(1).map(name_of).collect();
        let mut effects: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for other in &others {
            let now = read(&damaged(good, &pointer, other.as_ref()));
            let at = general(good, &place, outer);
            let effect = match (&whole, now) {
                (Ok(whole), Ok(now)) => difference(whole, &now, place.last(), other.as_ref()),
                (Err(_), Ok(_)) => "no error".to_owned(),
                (Err(whole), Err(now)) if *whole == now => String::new(),
                (_, Err(now)) => {
                    let now = now.replace(&format!("{provider} answered"), "it answered");
                    error_words(&now, &place[outer.min(place.len())..], other.as_ref())
                }
            };
            if !effect.is_empty() {
                let name = other.as_ref().map_or("none".to_owned(), Value::to_string);
                let effect = format!("{at} …: {effect}");
                effects.entry(effect).or_default().push(name);
            }
        }
        for (effect, others) in effects {
            lines.add(provider, &effect.replacen('…', &others.join(" "), 1));
        }
    }
}

/// The end of the place without numbers, which several events, messages and items share, behind the
/// type of its event.
fn general(good: &Value, place: &[String], outer: usize) -> String {
    let is_number = |step: &String| step.parse::<usize>().is_ok();
    let end = place[outer.max(place.len().saturating_sub(2)).min(place.len())..].iter();
    let end = end.map(|step| if is_number(step) { "*" } else { step });
    let event = &good[place[0].parse::<usize>().unwrap_or_default()];
    let mut kinds = ["type", "event_type"].into_iter();
    let kind = kinds.find_map(|key| event[key].as_str());
    let kind = kind.filter(|_| place.len() > 2).unwrap_or("*");
    let begin = (outer > 0).then_some(kind);
    begin.into_iter().chain(end).collect::<Vec<_>>().join("/")
}

/// An error's text with `here` for the path to the damage, `above` for the place that lacks
/// something, and `it` for what was put there.
fn error_words(error: &str, place: &[String], other: Option<&Value>) -> String {
    let path = |steps: &[String]| {
        let mut path = String::new();
        for step in steps {
            match step.parse::<usize>() {
                Ok(i) => _ = write!(path, "[{i}]"),
                Err(_) if path.is_empty() => path += step,
                Err(_) => _ = write!(path, ".{step}"),
            }
        }
        path
    };
    let found = match other {
        None => "none",
        Some(Value::Number(_)) => "a number",
        Some(Value::String(_)) => "a string",
        Some(Value::Null) => "null",
        Some(Value::Array(_)) => "a list",
        Some(_) => "an object",
    };
    let mut error = error.replace(&format!(" at `{}`", path(place)), " here");
    if let Some((last, above)) = place.split_last() {
        error = error.replace(&format!(" at `{}`", path(above)), " above");
        error = error.replace(&format!("a member `{last}`"), "the member");
    }
    if let Some(begin) = error.strip_suffix(&format!("found {found}")) {
        error = format!("{begin}found it");
    }
    format!("error {error}")
}

fn turn_value(turn: Result<Turn, WireError>) -> Result<Value, String> {
    let turn = turn.map_err(|error| error.to_string())?;
    Ok(serde_json::to_value(turn).expect("a turn has a form"))
}

fn read_stream(
    provider: Provider,
    events: &[Value],
) -> (Vec<StreamEvent>, Result<Turn, WireError>) {
    let events: Vec<_> = events.iter().map(Value::to_string).collect();
    deltas::read(provider, [&body(provider, &events)[..]])
}

/// A letter for each event; deltas that follow each other are one.
fn letters(events: &[StreamEvent]) -> String {
    let mut letters = String::new();
    for event in events {
        let letter = match event {
            StreamEvent::Text(_) => 'T',
            StreamEvent::Reasoning(_) => 'R',
            StreamEvent::CallStarted { .. } => 'C',
            StreamEvent::Arguments { .. } => 'A',
            StreamEvent::CallComplete { .. } => 'D',
            StreamEvent::Usage(_) => 'U',
            StreamEvent::Finished(_) => 'F',
            other => panic!("{other:?}"),
        };
        if !letters.ends_with(letter) || letter == 'D' {
            letters.push(letter);
        }
    }
    letters
}

/// A change is only seen if the changed text was read before.
#[test]
fn undamaged_samples_are_read_and_errors_are_the_providers() {
    for (provider, what, good) in goods::responses() {
        let turn = provider.parse_turn(&good.to_string());
        assert!(turn.is_ok(), "{provider}, {what}: {turn:?}");
    }
    for (provider, what, good) in goods::streams().into_iter().chain(more::streams()) {
        let (_, turn) = read_stream(provider, &good);
        assert!(turn.is_ok(), "{provider}, {what}: {turn:?}");
    }
    for (provider, what, good) in goods::messages() {
        let messages = read_messages(&good, provider);
        assert!(messages.is_ok(), "{provider}, {what}: {messages:?}");
    }
    let errors = more::errors().into_iter();
    let errors = errors
        .map(|(provider, what, good)| (provider, what, provider.parse_turn(&good.to_string())));
    let streams = more::error_streams().into_iter();
    let streams =
        streams.map(|(provider, what, good)| (provider, what, read_stream(provider, &good).1));
    for (provider, what, turn) in errors.chain(streams) {
        match turn {
            Err(WireError::Api { message, .. }) => {
                assert_eq!(message, "too busy", "{provider}, {what}");
            }
            Err(WireError::Shape { .. }) if what == "two" => {}
            other => panic!("{provider}, {what}: {other:?}"),
        }
    }
}

#[test]
fn damaged_responses_give_the_errors_and_turns_of_the_list() {
    let mut lines = Lines::default();
    for (provider, what, good) in goods::responses().into_iter().chain(more::errors()) {
        sweep(&mut lines, (provider, what), &good, 0, &|value| {
            turn_value(provider.parse_turn(&value.to_string()))
        });
    }
    lists::agrees("wire-damaged-responses", lines.finish());
}

#[test]
fn damaged_streams_give_the_errors_and_turns_of_the_list() {
    let mut lines = Lines::default();
    let streams = goods::streams().into_iter().chain(more::streams());
    for (provider, what, good) in streams.chain(more::error_streams()) {
        sweep(
            &mut lines,
            (provider, what),
            &Value::Array(good),
            1,
            &|value| {
                let events = value.as_array().expect("events");
                let (events, turn) = read_stream(provider, events);
                let mut read = turn_value(turn)?;
                read["events"] = json!(letters(&events));
                Ok(read)
            },
        );
    }
    lists::agrees("wire-damaged-streams", lines.finish());
}

#[test]
fn damaged_messages_give_the_errors_and_losses_of_the_list() {
    let mut lines = Lines::default();
    for (provider, what, good) in goods::messages() {
        sweep(
            &mut lines,
            (provider, what),
            &Value::Array(good),
            1,
            &|value| {
                let messages = value.as_array().expect("messages");
                let (messages, lost) =
                    read_messages(messages, provider).map_err(|error| error.to_string())?;
                let lost = lost.iter();
                let lost = lost.map(|lost| {
                    let message = lost.message.expect("a message");
                    format!("{message} {}", lost.content)
                });
                Ok(json!({"read": messages, "lost": lost.collect::<Vec<_>>()}))
            },
        );
    }
    let part = json!({"type": "text", "text": "Be brief."});
    let system = json!({"system": {"parts": [part, "Be kind."]}});
    sweep(
        &mut lines,
        (Provider::Anthropic, "system"),
        &system,
        0,
        &|value| {
            let (from, to) = (Provider::Anthropic, Provider::OpenAi);
            let converted = convert_messages_with_system(&value["system"], &[], from, to)
                .map_err(|error| error.to_string())?;
            let lost = converted.losses.iter().map(|lost| lost.content.as_str());
            Ok(json!({"read": converted.messages, "lost": lost.collect::<Vec<_>>()}))
        },
    );
    lists::agrees("wire-damaged-messages", lines.finish());
}
