//! Lists of `{key, value}`, which represent maps.

use std::collections::HashSet;

use crate::json_index::Node;

/// Returns names and values of a list of `{key, value}`. `None` if it isn't such a list or has a
/// duplicate key.
pub(super) fn key_value_list(node: Node<'_>) -> Option<Vec<(&str, Node<'_>)>> {
    let entries: Vec<_> = node.items().map(key_and_value).collect::<Option<_>>()?;
    (!is_key_twice(&entries)).then_some(entries)
}

/// Returns true for a list of `{key, value}` with a duplicate key.
pub(super) fn has_key_twice(node: Node<'_>) -> bool {
    let entries: Option<Vec<_>> = node.items().map(key_and_value).collect();
    entries.is_some_and(|entries| is_key_twice(&entries))
}

fn is_key_twice(entries: &[(&str, Node<'_>)]) -> bool {
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
