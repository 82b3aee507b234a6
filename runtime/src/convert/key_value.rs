//! Lists of `{key, value}`, which represent maps.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use serde_json::Value;

/// Returns true for a non-empty list of `{key, value}` without duplicate keys.
pub(super) fn is_entry_list(value: &Value) -> bool {
    let Some(items) = value.as_array() else {
        return false;
    };
    let entries: Option<Vec<_>> = items.iter().map(key_and_value).collect();
    entries.is_some_and(|mut entries| {
        let n = entries.len();
        entries.sort_by(|a, b| a.0.cmp(&b.0));
        entries.dedup_by(|a, b| a.0 == b.0);
        n > 0 && entries.len() == n
    })
}

pub(super) fn key_and_value(item: &Value) -> Option<(String, Value)> {
    let map = item.as_object()?;
    let key = map.get("key")?.as_str()?;
    let value = map.get("value")?;
    (map.len() == 2).then(|| (key.to_owned(), value.clone()))
}
