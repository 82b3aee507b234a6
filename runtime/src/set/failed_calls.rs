//! The calls of a conversation that failed, to recognise those that the model repeats.

use core::hash::{Hash, Hasher};
use std::hash::DefaultHasher;
use std::sync::{Mutex, MutexGuard};

use serde_json::Value;

use crate::call::ToolCall;
use crate::json_index::integral_as_integer;
use crate::task::lock;

/// Maximum number of calls remembered. The one that failed longest ago is dropped first.
const MAX_CALLS: usize = 256;

/// How often each call (same tool, same arguments) has failed without a success in between. It
/// stores a hash of the arguments only, and at most 256 calls.
#[derive(Default)]
pub(crate) struct FailedCalls(Mutex<Vec<FailureCount>>);

struct FailureCount {
    call: u64,
    times: u32,
}

impl FailedCalls {
    /// Returns how often the call has failed in a row.
    pub(crate) fn times(&self, call: &ToolCall) -> u32 {
        let key = key(call);
        self.lock()
            .iter()
            .find(|one| one.call == key)
            .map_or(0, |one| one.times)
    }

    /// Forgets all calls.
    pub(crate) fn clear(&self) {
        self.lock().clear();
    }

    /// Records a failure. Returns the number of failures in a row, including this one.
    pub(crate) fn failed(&self, call: &ToolCall) -> u32 {
        let key = key(call);
        let mut list = self.lock();
        let times = match list.iter().position(|one| one.call == key) {
            Some(at) => list.remove(at).times.saturating_add(1),
            None => 1,
        };
        if list.len() == MAX_CALLS {
            list.remove(0);
        }
        list.push(FailureCount { call: key, times });
        times
    }

    /// Records a success.
    pub(crate) fn succeeded(&self, call: &ToolCall) {
        if self.lock().is_empty() {
            return;
        }
        let key = key(call);
        self.lock().retain(|one| one.call != key);
    }

    fn lock(&self) -> MutexGuard<'_, Vec<FailureCount>> {
        lock(&self.0)
    }
}

/// Longer arguments are compared as text, because a parsed tree takes more memory than the text.
const MAX_PARSED: usize = 64 << 10;

/// Hashes the tool's name and the arguments. Whitespace, the order of names and a zero fraction
/// don't change the hash.
fn key(call: &ToolCall) -> u64 {
    let mut hasher = DefaultHasher::new();
    call.name.hash(&mut hasher);
    let short = Some(call.arguments.as_str()).filter(|text| text.len() <= MAX_PARSED);
    match short.map(serde_json::from_str::<Value>) {
        Some(Ok(mut value)) => {
            value.sort_all_objects();
            whole_numbers(&mut value);
            value.to_string().hash(&mut hasher);
        }
        _ => call.arguments.hash(&mut hasher),
    }
    hasher.finish()
}

/// Converts `1.0` to `1`, at every depth.
fn whole_numbers(value: &mut Value) {
    match value {
        Value::Number(n) => *n = integral_as_integer(n.clone()),
        Value::Array(items) => items.iter_mut().for_each(whole_numbers),
        Value::Object(map) => map.values_mut().for_each(whole_numbers),
        _ => {}
    }
}
