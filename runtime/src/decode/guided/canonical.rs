//! A value in serde's form, as a tree: what serde would read, without a type that reads it.

use serde_json::Value;

use super::{Guided, Resolved, Walk};
use crate::json_index::{Node, integral_as_integer, number};

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
    match seen {
        Resolved::Raw(node) => node.value(),
        Resolved::Spent => node.value(),
        Resolved::Word(text) => text.into(),
        Resolved::Null => Value::Null,
        Resolved::Bool(b) => b.into(),
        Resolved::Integer(text) => integer(text),
        Resolved::Number(text) => number(text),
        Resolved::List(list) => (0..list.items.len())
            .take_while(|i| !list.hidden(*i))
            .filter_map(|i| list.item(walk, i))
            .map(|item| item.canonical())
            .collect(),
        Resolved::Map(entries) => {
            let names = entries.entries.iter().enumerate();
            let all = names.filter_map(|(i, (name, _))| {
                let value = entries.value(walk, i)?;
                Some(((*name).to_owned(), value.canonical()))
            });
            Value::Object(all.collect())
        }
        Resolved::Fields(fields) => {
            let all = fields.sent().map(|entry| {
                let mut value = Value::Null;
                fields.with_entry(walk, entry, &mut |member| value = member.canonical());
                (entry.name.to_owned(), value)
            });
            Value::Object(all.collect())
        }
    }
}

/// Returns the number of an integer type: `1.0` is written as `1`.
fn integer(text: &str) -> Value {
    match number(text) {
        Value::Number(n) => Value::Number(integral_as_integer(n)),
        other => other,
    }
}
