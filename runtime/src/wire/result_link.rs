//! Links results to calls if the new provider's results have no ids.

use std::collections::HashMap;

use super::unanswered_calls::{UnansweredCall, UnansweredCalls};
use super::writer::MessageWriter;
use crate::call::CallId;
use crate::message::{Message, Numbered, ToolResultMessage};
use crate::order::sort_by_key;

/// The link from a result to its call.
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
    messages: &mut [Numbered<'_>],
    answers: &dyn Fn(&CallId) -> ResultLink,
    out: &mut MessageWriter,
) {
    let mut places: HashMap<CallId, usize> = HashMap::new();
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
                    waiting.take_id(result.id.as_str());
                    continue;
                }
                ResultLink::Name => waiting.take(Some(&result.name)),
                ResultLink::Order => waiting.take(None),
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
