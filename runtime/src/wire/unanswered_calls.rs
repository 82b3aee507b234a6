//! Calls of a conversation that wait for their results, with lookup by id, name or order.

use std::collections::HashMap;
use std::collections::VecDeque;

use crate::call::CallId;

/// A call that waits for its result.
#[derive(Debug)]
pub(super) struct UnansweredCall {
    /// The id found in the messages.
    pub(super) given: Option<String>,
    pub(super) id: CallId,
    pub(super) name: String,
}

/// Call numbers in order. Calls answered through another queue are skipped on removal.
type Queue = VecDeque<usize>;

/// All waiting calls. A long history may have no results at all, so no method scans all of them.
#[derive(Debug, Default)]
pub(super) struct UnansweredCalls {
    /// The calls by number, without those that were taken.
    calls: Vec<Option<UnansweredCall>>,
    /// No call with a smaller number waits.
    first: usize,
    /// By the id in the messages, or by the synthetic id of a call that has none there.
    ids: HashMap<String, Queue>,
    named: HashMap<String, Queue>,
    /// Calls without an id in the messages, by name and all in one queue.
    unmarked: HashMap<String, Queue>,
    all_unmarked: Queue,
}

impl UnansweredCalls {
    pub(super) fn add(&mut self, call: UnansweredCall) {
        let n = self.calls.len();
        push(&mut self.named, &call.name, n);
        let id = call.given.as_deref().unwrap_or(call.id.as_str());
        push(&mut self.ids, id, n);
        if call.given.is_none() {
            push(&mut self.unmarked, &call.name, n);
            self.all_unmarked.push_back(n);
        }
        self.calls.push(Some(call));
    }

    /// Takes the first call with the id. A call without an id is found by its synthetic id.
    pub(super) fn take_id(&mut self, id: &str) -> Option<UnansweredCall> {
        let first = first_of(&self.calls, self.ids.get_mut(id));
        self.calls[first?].take()
    }

    /// Takes the first call, or the first with the name if one is given.
    pub(super) fn take(&mut self, name: Option<&str>) -> Option<UnansweredCall> {
        let Some(name) = name else {
            let first = (self.first..self.calls.len()).find(|n| self.calls[*n].is_some())?;
            self.first = first + 1;
            return self.calls[first].take();
        };
        let first = first_of(&self.calls, self.named.get_mut(name));
        self.calls[first?].take()
    }

    /// Takes the first call without an id in the messages, or the first with the name if one is
    /// given.
    pub(super) fn take_unmarked(&mut self, name: Option<&str>) -> Option<UnansweredCall> {
        let queue = match name {
            Some(name) => self.unmarked.get_mut(name),
            None => Some(&mut self.all_unmarked),
        };
        let first = first_of(&self.calls, queue);
        self.calls[first?].take()
    }
}

fn push(queues: &mut HashMap<String, Queue>, key: &str, n: usize) {
    queues.entry(key.to_owned()).or_default().push_back(n);
}

/// Takes the first of a queue that still waits.
fn first_of(calls: &[Option<UnansweredCall>], queue: Option<&mut Queue>) -> Option<usize> {
    let queue = queue?;
    while let Some(n) = queue.pop_front() {
        if calls[n].is_some() {
            return Some(n);
        }
    }
    None
}
