//! Calls of a conversation that wait for their results, with lookup by id, name or order. It links
//! results to calls if the new provider's results have no ids.

use std::collections::{HashMap, VecDeque};

use super::writer::MessageWriter;
use crate::message::{Message, NumberedMessage, ToolResultMessage};
use crate::order::sort_by_key;

#[derive(Debug)]
pub(super) struct UnansweredCall {
    pub(super) given: Option<String>,
    pub(super) id: String,
    pub(super) name: String,
}

#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) enum CallKey {
    /// The id in the messages, or the synthetic id of a call that has none there.
    Id(String),
    /// The tool's name, or any.
    Name(Option<String>),
    /// The same for a call without an id in the messages.
    Unmarked(Option<String>),
}

/// All waiting calls. A long history may have no results at all, so no method scans all of them.
#[derive(Debug, Default)]
pub(super) struct UnansweredCalls {
    calls: Vec<Option<UnansweredCall>>,
    /// The numbers in order. Those of calls that were found by another key are skipped.
    queues: HashMap<CallKey, VecDeque<usize>>,
}

impl UnansweredCalls {
    pub(super) fn add(&mut self, call: UnansweredCall) {
        let id = call.given.as_deref().unwrap_or(call.id.as_str());
        let mut keys = Vec::from([
            CallKey::Id(id.to_owned()),
            CallKey::Name(Some(call.name.clone())),
            CallKey::Name(None),
        ]);
        if call.given.is_none() {
            keys.extend([Some(call.name.clone()), None].map(CallKey::Unmarked));
        }
        for key in keys {
            let queue = self.queues.entry(key).or_default();
            queue.push_back(self.calls.len());
        }
        self.calls.push(Some(call));
    }

    pub(super) fn take(&mut self, key: &CallKey) -> Option<UnansweredCall> {
        let queue = self.queues.get_mut(key)?;
        core::iter::from_fn(|| queue.pop_front()).find_map(|n| self.calls[n].take())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ResultLink {
    /// By the call's id.
    Id,
    /// By the tool's name: the first waiting call of that tool.
    Name,
    /// By order: the first waiting call.
    Order,
}

/// Sorts results without ids into the order of their calls. Reports results that the provider will
/// still attribute to another call.
pub(super) fn put_in_order(
    messages: &mut [NumberedMessage<'_>],
    answers: &dyn Fn(&str) -> ResultLink,
    out: &mut MessageWriter,
) {
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut waiting = UnansweredCalls::default();
    for (at, message) in messages {
        if let Message::Assistant { calls, .. } = &**message {
            for call in calls {
                let place = places.len();
                places.insert(call.id.clone(), place);
                waiting.add(UnansweredCall {
                    given: (answers(&call.id) == ResultLink::Id)
                        .then(|| call.id.as_str().to_owned()),
                    id: call.id.clone(),
                    name: call.name.clone(),
                });
            }
        }
        let Message::Results(results) = &**message else {
            continue;
        };
        let place = |result: &ToolResultMessage| places.get(&result.id).copied();
        let by_id = |result: &ToolResultMessage| answers(&result.id) == ResultLink::Id;
        if !results.iter().all(by_id)
            && !results.is_sorted_by_key(place)
            && let Message::Results(results) = message.to_mut()
        {
            sort_by_key(results, place);
        }
        let Message::Results(results) = &**message else {
            continue;
        };
        out.at = *at;
        for result in results {
            let taken_for = match answers(&result.id) {
                ResultLink::Id => {
                    waiting.take(&CallKey::Id(result.id.as_str().to_owned()));
                    continue;
                }
                ResultLink::Name => waiting.take(&CallKey::Name(Some(result.name.clone()))),
                ResultLink::Order => waiting.take(&CallKey::Name(None)),
            };
            // A result without a call in the conversation has no link to lose.
            if place(result).is_some() && taken_for.is_none_or(|call| call.id != result.id) {
                out.lose(format!(
                    "the call that a result of `{}` belongs to: without ids it is read as another call's",
                    result.name
                ));
            }
        }
    }
}
