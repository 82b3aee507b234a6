//! Handles calls without results and results that come late. Providers require results directly
//! after the message with the calls.

use std::borrow::Cow;
use std::collections::{HashSet, VecDeque};

use super::writer::MessageWriter;
use crate::call::ToolCall;
use crate::message::{Message, NumberedMessage, Part, ToolResultMessage};
use crate::order::ByKey;

const NO_RESULT: &str = "the call has no result";

/// A result, with its message's position and the index of the old message.
struct FoundResult {
    place: usize,
    at: usize,
    result: ToolResultMessage,
}

/// Places the results of each message's calls directly after it. A call without a result gets an
/// error result, unless the conversation ends before its result could come. Reports both cases, and
/// results that came late.
pub(super) fn answer<'m>(
    messages: Vec<NumberedMessage<'m>>,
    out: &mut MessageWriter,
) -> Vec<NumberedMessage<'m>> {
    if are_answered(&messages) {
        return messages;
    }
    let mut found = results(&messages);
    let count = messages.len();
    let last = messages.last().map(|(_, message)| &**message);
    let ends_with_results = matches!(last, Some(Message::Results(_)));
    let numbers: Vec<usize> = messages.iter().map(|(at, _)| *at).collect();
    let mut answered = Vec::with_capacity(count + 1);
    for (place, (at, message)) in messages.into_iter().enumerate() {
        let mut own = Vec::new();
        match &*message {
            Message::Assistant { calls, .. } => {
                let last = place + 1 == count || place + 2 == count && ends_with_results;
                for call in calls {
                    out.at = at;
                    own.extend(result_of(call, place, last, &mut found, out));
                }
            }
            Message::Results(results) => {
                // The calls before this message have taken their results.
                for result in results {
                    own.extend(take_first(&mut found, &result.id, &mut |found| {
                        found.place == place
                    }));
                }
                push_results(&mut answered, at, own);
                continue;
            }
            _ => {}
        }
        answered.push((at, message));
        let behind = numbers.get(place + 1).copied().unwrap_or(at);
        push_results(&mut answered, behind, own);
    }
    answered
}

fn are_answered(messages: &[NumberedMessage<'_>]) -> bool {
    messages.iter().enumerate().all(|(place, (_, message))| {
        let Message::Assistant { calls, .. } = &**message else {
            return true;
        };
        let behind = messages.get(place + 1).map(|(_, message)| &**message);
        let results = match behind {
            Some(Message::Results(results)) => results.as_slice(),
            _ => &[],
        };
        let ids: HashSet<&str> = results.iter().map(|result| &*result.id).collect();
        calls.iter().all(|call| ids.contains(&*call.id))
    })
}

type FoundResults = ByKey<String, VecDeque<FoundResult>>;

fn results(messages: &[NumberedMessage<'_>]) -> FoundResults {
    let mut all = FoundResults::default();
    for (place, (at, message)) in messages.iter().enumerate() {
        let Message::Results(results) = &**message else {
            continue;
        };
        for result in results {
            let result = result.clone();
            let of_call = all.get_or_default(result.id.clone());
            of_call.push_back(FoundResult {
                place,
                at: *at,
                result,
            });
        }
    }
    all
}

fn take_first(
    all: &mut FoundResults,
    id: &str,
    is_such: &mut dyn FnMut(&FoundResult) -> bool,
) -> Option<ToolResultMessage> {
    let of_call = all.get_mut(id)?;
    if !is_such(of_call.front()?) {
        return None;
    }
    of_call.pop_front().map(|found| found.result)
}

fn result_of(
    call: &ToolCall,
    place: usize,
    last: bool,
    all: &mut FoundResults,
    out: &mut MessageWriter,
) -> Option<ToolResultMessage> {
    let id = &call.id;
    let at = out.at;
    let result = take_first(all, id, &mut |found| {
        if found.place != place + 1 {
            out.at = found.at;
            out.lose(format!(
                "the place of the result of the call `{id}` after other messages"
            ));
            out.at = at;
        }
        true
    });
    if result.is_some() {
        return result;
    }
    if last {
        if out.lists_open_calls {
            out.lose(format!(
                "a result of the call `{id}`: there is none yet, so the next request must contain it"
            ));
        }
        return None;
    }
    out.lose(format!(
        "a result of the call `{id}`: there is none, so an error is sent in its place"
    ));
    Some(ToolResultMessage {
        id: id.clone(),
        name: call.name.clone(),
        parts: Vec::from([Part::Text(String::from(NO_RESULT))]),
        is_error: true,
    })
}

fn push_results(
    messages: &mut Vec<NumberedMessage<'_>>,
    at: usize,
    results: Vec<ToolResultMessage>,
) {
    if !results.is_empty() {
        messages.push((at, Cow::Owned(Message::Results(results))));
    }
}
