//! Faults in objects that a rewrite introduces: `{key, value}` entries of a map, `_0` and `_1` of a
//! tuple, the wrapper of a root.
//!
//! These objects have fixed names, and many dialects can't declare them closed. So each extra name
//! that a model writes is reported.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::document::Node;
use super::errors::{Fault, FaultKind};
use super::explain::Explain;
use super::guided::{Leaf, List, MapEntries, Types};
use super::path::{got, path};
use super::words::list;
use crate::schema::{Link, Map};
use crate::shape::{TupleForm, map_is_entries, map_key, tuple_form};

impl<'de> Explain<'_, 'de> {
    /// Explains a list of `{key, value}` that isn't a valid map, because an item has more names or
    /// a key occurs twice. Returns true if it was one.
    pub(super) fn list_of_entries(&mut self, map: &'de Map<'de>, leaf: &Leaf<'_, 'de>) -> bool {
        let items: Vec<Node<'de>> = leaf.node.items().collect();
        let entry = |item: &Node<'de>| Some((item.get("key")?.as_str()?, item.get("value")?));
        let entries: Option<Vec<_>> = items.iter().map(entry).collect();
        let Some(entries) = entries.filter(|_| map_is_entries(leaf.walk.d, map)) else {
            return false;
        };
        let mut keys = BTreeSet::new();
        for item in items {
            self.names_beside(item, &["key".to_owned(), "value".to_owned()]);
            if let Some(key) = item.get("key")
                && !keys.insert(key.as_str())
            {
                self.wrong(FaultKind::Unfit, "a unique key", key);
            }
        }
        let entries = MapEntries {
            entries: &entries,
            key: map_key(&map.key, leaf.frame),
            value: (&map.value, leaf.frame),
        };
        self.entries(map, entries, leaf);
        true
    }

    /// Explains a tuple written as an object with extra names. Returns true if it was one.
    pub(super) fn tuple_of_names(&mut self, types: &'de [Link<'de>], leaf: &Leaf<'_, 'de>) -> bool {
        let names: Vec<String> = (0..types.len()).map(|i| format!("_{i}")).collect();
        let items: Option<Vec<Node<'de>>> = names.iter().map(|name| leaf.node.get(name)).collect();
        let (TupleForm::Object, Some(items)) = (tuple_form(leaf.walk.d, types), items) else {
            return false;
        };
        self.names_beside(leaf.node, &names);
        let list = List {
            items: &items,
            types: Types::Each(types, leaf.frame),
        };
        self.items(leaf.walk, list);
        true
    }

    /// Reports each name of the object that is not one of `names`.
    pub(super) fn names_beside(&mut self, node: Node<'de>, names: &[String]) {
        let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        let words = match quoted.as_slice() {
            [one] => format!("no property but {one}"),
            many => format!("one of {}", list(many, "or")),
        };
        for (name, value) in node.members() {
            if !names.iter().any(|known| known == name) {
                self.wrong(FaultKind::Unknown, &words, value);
            }
        }
    }

    pub(super) fn wrong(&mut self, kind: FaultKind, expected: &str, node: Node<'de>) {
        self.differ();
        self.add(Fault {
            kind,
            path: path(self.session(), node),
            expected: expected.to_owned(),
            got: got(node),
            hint: None,
        });
    }
}
