//! Lists of `{key, value}`, which represent maps.

use alloc::borrow::ToOwned;
use alloc::string::String;
use std::collections::HashSet;

use serde_json::Value;

/// Returns true for a non-empty list of `{key, value}` without duplicate keys.
pub(super) fn is_entry_list(value: &Value) -> bool {
    let Some(items) = value.as_array() else {
        return false;
    };
    let mut keys = HashSet::new();
    let is_new = |item| entry(item).is_some_and(|(key, _)| keys.insert(key));
    !items.is_empty() && items.iter().all(is_new)
}

pub(super) fn key_and_value(item: &Value) -> Option<(String, Value)> {
    entry(item).map(|(key, value)| (key.to_owned(), value.clone()))
}

fn entry(item: &Value) -> Option<(&str, &Value)> {
    let map = item.as_object()?;
    let key = map.get("key")?.as_str()?;
    let value = map.get("value")?;
    (map.len() == 2).then_some((key, value))
}
