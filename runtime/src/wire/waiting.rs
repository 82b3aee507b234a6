//! Calls of a conversation that wait for their results, with lookup by id, name or order.

use alloc::borrow::ToOwned;
use alloc::collections::{BTreeMap, VecDeque};
use alloc::string::String;
use std::collections::HashMap;

use crate::call::CallId;

/// A call that waits for its result.
#[derive(Debug)]
pub(super) struct Waiting {
    /// The id found in the messages.
    pub(super) given: Option<String>,
    pub(super) id: CallId,
    pub(super) name: String,
}

/// Call numbers in order. Calls answered through another queue are skipped on removal.
type Queue = VecDeque<usize>;

/// All waiting calls. A long history may have no results at all, so no method scans all of them.
#[derive(Debug, Default)]
pub(super) struct AllWaiting {
    calls: BTreeMap<usize, Waiting>,
    next: usize,
    given: HashMap<String, Queue>,
    /// Calls without an id in the messages, by synthetic id.
    made_up: HashMap<CallId, Queue>,
    named: HashMap<String, Queue>,
    /// Calls without an id in the messages, by name and all in one queue.
    unmarked: HashMap<String, Queue>,
    all_unmarked: Queue,
}

impl AllWaiting {
    pub(super) fn add(&mut self, call: Waiting) {
        let n = self.next;
        self.next += 1;
        push(&mut self.named, &call.name, n);
        if let Some(given) = &call.given {
            push(&mut self.given, given, n);
        } else {
            self.made_up
                .entry(call.id.clone())
                .or_default()
                .push_back(n);
            push(&mut self.unmarked, &call.name, n);
            self.all_unmarked.push_back(n);
        }
        self.calls.insert(n, call);
    }

    /// Takes the first call with the id. A call without an id is found by its synthetic id.
    pub(super) fn take_id(&mut self, id: &str) -> Option<Waiting> {
        let first = first_of(&self.calls, self.given.get_mut(id));
        let first =
            first.or_else(|| first_of(&self.calls, self.made_up.get_mut(&CallId::from(id))));
        self.calls.remove(&first?)
    }

    /// Takes the first call, or the first with the name if one is given.
    pub(super) fn take(&mut self, name: Option<&str>) -> Option<Waiting> {
        let Some(name) = name else {
            return Some(self.calls.pop_first()?.1);
        };
        let first = first_of(&self.calls, self.named.get_mut(name));
        self.calls.remove(&first?)
    }

    /// Takes the first call without an id in the messages, or the first with the name if one is
    /// given.
    pub(super) fn take_unmarked(&mut self, name: Option<&str>) -> Option<Waiting> {
        let queue = match name {
            Some(name) => self.unmarked.get_mut(name),
            None => Some(&mut self.all_unmarked),
        };
        let first = first_of(&self.calls, queue);
        self.calls.remove(&first?)
    }
}

fn push(queues: &mut HashMap<String, Queue>, key: &str, n: usize) {
    match queues.get_mut(key) {
        Some(queue) => queue.push_back(n),
        None => {
            queues.insert(key.to_owned(), Queue::from([n]));
        }
    }
}

/// Takes the first of a queue that still waits.
fn first_of(calls: &BTreeMap<usize, Waiting>, queue: Option<&mut Queue>) -> Option<usize> {
    let queue = queue?;
    while let Some(n) = queue.pop_front() {
        if calls.contains_key(&n) {
            return Some(n);
        }
    }
    None
}
