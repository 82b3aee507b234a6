//! A value in serde's form, with the dialect's rewrites undone: as a tree, which is what serde
//! would read without a type that reads it, and as a text that equal values have in common.

use core::fmt::Write;
use std::collections::HashSet;

use serde_json::{Map, Value};

use super::access::ValueAccess;
use super::fields::FlattenedPart;
use super::{Guided, ListItems, Resolved, Walk};
use crate::constraint::in_one_notation;
use crate::json_index::{Node, integral_as_integer, number};
use crate::order::sort_by_key;

impl Guided<'_, '_> {
    /// Returns the value with all rewrites undone. What doesn't match the schema is unchanged.
    pub(crate) fn canonical(&self) -> Value {
        let mut value = None;
        self.resolve(&mut |seen, leaf| value = Some(canonical(leaf.walk, leaf.node, seen)));
        value.unwrap_or_else(|| self.node.value())
    }
}

/// Returns a value in serde's form; `node` is what was sent.
pub(super) fn canonical<'de>(
    walk: Walk<'_, 'de>,
    node: Node<'de>,
    seen: Resolved<'_, 'de>,
) -> Value {
    match ValueAccess::of(seen, walk, FlattenedPart::ALL) {
        ValueAccess::Null => Value::Null,
        ValueAccess::Bool(b) => b.into(),
        ValueAccess::Number(text, whole) => match number(text) {
            Value::Number(n) if whole => Value::Number(integral_as_integer(n)),
            other => other,
        },
        ValueAccess::Text(text) => text.into(),
        ValueAccess::List(list) => {
            let mut items = Vec::new();
            list.each(&mut |item| items.push(item.canonical()));
            Value::Array(items)
        }
        ValueAccess::Object(object) => {
            let mut members = Map::new();
            object.each(&mut |name, member| {
                members.insert(name.to_owned(), member.canonical());
            });
            Value::Object(members)
        }
        ValueAccess::Spent => node.value(),
    }
}

/// Returns true if two items of a set are equal. They are compared as JSON Schema does: numbers by
/// value, members of objects in any order, strings without their escapes.
pub(super) fn has_item_twice<'de>(walk: Walk<'_, 'de>, list: ListItems<'_, 'de>) -> bool {
    let mut seen = HashSet::new();
    let mut items = (0..list.items.len()).filter_map(|i| list.item(walk, i));
    items.any(|item| !seen.insert(notation(&item)))
}

/// Returns a text that equal values have in common.
fn notation(value: &Guided<'_, '_>) -> String {
    let mut out = None;
    value.resolve(&mut |seen, leaf| out = Some(notation_of(leaf.walk, leaf.node, seen)));
    out.unwrap_or_else(|| notation_of(value.walk, value.node, Resolved::Raw(value.node)))
}

fn notation_of<'de>(walk: Walk<'_, 'de>, node: Node<'de>, seen: Resolved<'_, 'de>) -> String {
    // Items for hidden fields count too.
    if let Resolved::List(list) = seen {
        let mut out = String::from("[");
        for item in (0..list.items.len()).filter_map(|i| list.item(walk, i)) {
            out.extend([&*notation(&item), ","]);
        }
        out.push(']');
        return out;
    }
    match ValueAccess::of(seen, walk, FlattenedPart::ALL) {
        ValueAccess::Null => "null".into(),
        ValueAccess::Bool(b) => b.to_string(),
        ValueAccess::Number(text, _) => in_one_notation(text).into(),
        ValueAccess::Text(text) => format!("{text:?}"),
        ValueAccess::List(list) => {
            let mut out = String::from("[");
            list.each(&mut |item| out.extend([&*notation(item), ","]));
            out.push(']');
            out
        }
        ValueAccess::Object(object) => {
            let mut members = Vec::new();
            object.each(&mut |name, member| members.push((name, notation(member))));
            sort_by_key(&mut members, |(name, _)| *name);
            let mut out = String::from("{");
            for (name, value) in members {
                let _ = write!(out, "{name:?}:{value},");
            }
            out.push('}');
            out
        }
        ValueAccess::Spent => notation_of(walk, node, Resolved::Raw(node)),
    }
}
