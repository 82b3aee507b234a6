//! Values nested deeper than the stack likes: found and dropped without recursion.

use alloc::vec::Vec;

use serde_json::Value;

/// How deep a tool may be nested. No provider's parser goes so far.
pub(super) const MOST_LEVELS: usize = 512;

/// Whether a value is nested deeper than that, so that it can't be copied.
pub(super) fn is_deep(value: &Value) -> bool {
    let mut open = Vec::from([(value, 0)]);
    while let Some((value, level)) = open.pop() {
        if level > MOST_LEVELS {
            return true;
        }
        match value {
            Value::Array(items) => open.extend(items.iter().map(|one| (one, level + 1))),
            Value::Object(map) => open.extend(map.values().map(|one| (one, level + 1))),
            _ => {}
        }
    }
    false
}

/// Drops a value, however deep it is.
pub(super) fn discard(value: Value) {
    let mut open = Vec::from([value]);
    while let Some(value) = open.pop() {
        match value {
            Value::Array(items) => open.extend(items),
            Value::Object(map) => open.extend(map.into_iter().map(|(_, one)| one)),
            _ => {}
        }
    }
}
