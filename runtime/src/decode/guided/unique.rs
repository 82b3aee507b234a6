//! Finds equal items of a set. Values are compared as JSON Schema does: numbers by value, members
//! of objects in any order, strings without their escapes.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;
use std::collections::HashSet;

use crate::constraint::{Exact, exact};
use crate::json_index::{Node, TokenKind as Json};

/// Returns true if two items are equal.
pub(super) fn has_item_twice(items: &[Node<'_>]) -> bool {
    let (mut strings, mut others) = (HashSet::new(), HashSet::new());
    !items.iter().all(|node| match node.as_str() {
        Some(text) => strings.insert(text),
        None => others.insert(one_notation(*node)),
    })
}

/// Returns a text that equal values have in common.
fn one_notation(node: Node<'_>) -> Cow<'_, str> {
    match node.kind() {
        Json::Number => number_in_one_notation(node.raw()),
        Json::Array | Json::Object => {
            let mut out = String::new();
            write_notation(node, &mut out);
            Cow::Owned(out)
        }
        _ => Cow::Borrowed(node.raw()),
    }
}

fn write_notation(node: Node<'_>, out: &mut String) {
    match node.kind() {
        Json::Array => {
            out.push('[');
            for item in node.items() {
                write_notation(item, out);
                out.push(',');
            }
            out.push(']');
        }
        Json::Object => {
            let mut members: Vec<_> = node.members().collect();
            members.sort_by_key(|(name, _)| *name);
            out.push('{');
            for (name, value) in members {
                let _ = write!(out, "{name:?}:");
                write_notation(value, out);
                out.push(',');
            }
            out.push('}');
        }
        _ => match node.as_str() {
            Some(text) => {
                let _ = write!(out, "{text:?}");
            }
            None => out.push_str(&one_notation(node)),
        },
    }
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
