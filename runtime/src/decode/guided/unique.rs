//! Finds equal items of a set, with the dialect's rewrites undone. Values are compared as JSON
//! Schema does: numbers by value, members of objects in any order, strings without their escapes.

use core::fmt::Write;
use std::borrow::Cow;
use std::collections::HashSet;

use super::{Cursor, Guided, ListItems, Resolved, Walk};
use crate::constraint::{Exact, exact};
use crate::json_index::{Node, TokenKind as Json};

/// Returns true if two items are equal.
pub(super) fn has_item_twice<'de>(walk: Walk<'_, 'de>, list: ListItems<'_, 'de>) -> bool {
    let mut seen = HashSet::new();
    let mut items = (0..list.items.len()).filter_map(|i| list.item(walk, i));
    items.any(|item| !seen.insert(notation(&item)))
}

/// Returns a text that equal values have in common.
fn notation(value: &Guided<'_, '_>) -> String {
    let mut out = None;
    value.resolve(&mut |seen, leaf| out = Some(notation_of_resolved(leaf, seen)));
    out.unwrap_or_else(|| notation_of_node(value.node))
}

fn notation_of_resolved<'de>(leaf: &Cursor<'_, 'de>, seen: Resolved<'_, 'de>) -> String {
    let walk = leaf.walk;
    match seen {
        Resolved::Raw(node) => notation_of_node(node),
        Resolved::Spent => notation_of_node(leaf.node),
        Resolved::Word(text) => format!("{text:?}"),
        Resolved::Null => "null".into(),
        Resolved::Bool(b) => format!("{b}"),
        Resolved::Integer(text) | Resolved::Number(text) => number_in_one_notation(text).into(),
        Resolved::List(list) => list_of(
            (0..list.items.len())
                .filter_map(|i| list.item(walk, i))
                .map(|item| notation(&item)),
        ),
        Resolved::Map(entries) => {
            let names = entries.entries.iter().enumerate();
            let all = names.filter_map(|(i, (name, _))| {
                let value = entries.value(walk, i)?;
                Some((*name, notation(&value)))
            });
            object_of(all.collect())
        }
        Resolved::Fields(fields) => {
            let all = fields.sent().map(|entry| {
                let mut value = String::new();
                fields.with_entry(walk, entry, &mut |member| value = notation(&member));
                (entry.name, value)
            });
            object_of(all.collect())
        }
    }
}

fn notation_of_node(node: Node<'_>) -> String {
    match node.kind() {
        Json::Number => number_in_one_notation(node.raw()).into(),
        Json::Array => list_of(node.items().map(notation_of_node)),
        Json::Object => object_of(
            node.members()
                .map(|(name, value)| (name, notation_of_node(value)))
                .collect(),
        ),
        _ => node
            .as_str()
            .map_or_else(|| node.raw().into(), |text| format!("{text:?}")),
    }
}

fn list_of(items: impl Iterator<Item = String>) -> String {
    let mut out = String::from("[");
    for item in items {
        out.extend([&*item, ","]);
    }
    out.push(']');
    out
}

fn object_of(mut members: Vec<(&str, String)>) -> String {
    members.sort_by_key(|(name, _)| *name);
    let mut out = String::from("{");
    for (name, value) in members {
        let _ = write!(out, "{name:?}:{value},");
    }
    out.push('}');
    out
}

/// Returns a whole number in the form of an integer (`1.0` and `1e0` as `1`), and another as its
/// float is written.
fn number_in_one_notation(text: &str) -> Cow<'_, str> {
    match exact(text) {
        Some(Exact::Whole {
            negative,
            magnitude,
        }) => {
            let sign = if negative && magnitude != 0 { "-" } else { "" };
            Cow::Owned(format!("{sign}{magnitude}"))
        }
        Some(Exact::Float(float)) => Cow::Owned(format!("{float:?}")),
        None => Cow::Borrowed(text),
    }
}
