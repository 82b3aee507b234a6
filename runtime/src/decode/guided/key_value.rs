//! Lists of `{key, value}`, which represent maps.

use std::collections::HashSet;

use crate::json_index::Node;

/// Returns names and values of a list of `{key, value}`. `None` if it isn't such a list or has a
/// duplicate key.
pub(super) fn key_value_list(node: Node<'_>) -> Option<Vec<(&str, Node<'_>)>> {
    keys_and_values(node).filter(|entries| !has_key_twice(entries))
}

/// Returns names and values of a list of `{key, value}`, duplicate keys included.
pub(super) fn keys_and_values(node: Node<'_>) -> Option<Vec<(&str, Node<'_>)>> {
    node.items().map(key_and_value).collect()
}

pub(super) fn has_key_twice(entries: &[(&str, Node<'_>)]) -> bool {
    let mut keys = HashSet::new();
    !entries.iter().all(|(key, _)| keys.insert(*key))
}

fn key_and_value(item: Node<'_>) -> Option<(&str, Node<'_>)> {
    let mut members = item.members();
    let (first, second) = (members.next()?, members.next()?);
    if members.next().is_some() {
        return None;
    }
    match (first, second) {
        (("key", key), ("value", value)) | (("value", value), ("key", key)) => {
            Some((key.as_str()?, value))
        }
        _ => None,
    }
}
