//! Finds and drops deeply nested values without recursion, which could overflow the stack.

use serde_json::Value;

/// Maximum nesting of a tool; no provider's parser accepts more.
pub(super) const MAX_LEVELS: usize = 512;

/// Returns `true` if a value is nested too deeply to be cloned.
pub(super) fn is_deep(value: &Value) -> bool {
    let mut open = Vec::from([(value, 0)]);
    while let Some((value, level)) = open.pop() {
        if level > MAX_LEVELS {
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

/// Drops a value of any depth.
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
