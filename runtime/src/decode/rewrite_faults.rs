//! Faults in objects that a rewrite introduces: `{key, value}` entries of a map, `_0` and `_1` of a
//! tuple, the wrapper of a root.
//!
//! These objects have fixed names, and many dialects can't declare them closed. So each extra name
//! that a model writes is reported.

use std::collections::HashSet;

use super::errors::FaultKind;
use super::expected::{expected, key_words, one_of_names};
use super::explain::{Explain, SMALL};
use super::guided::{Cursor, Guided, ItemTypes, ListItems, Walk, key_fits};
use super::path::got_unknown;
use crate::json_index::Node;
use crate::schema::{Link, Map};
use crate::shape::{Frame, Place, TupleForm, map_may_be_entries, resolve, tuple_form};

/// The names of an entry.
const ENTRY: [&str; 2] = ["key", "value"];

impl<'de> Explain<'_, 'de> {
    /// Explains a list of `{key, value}` that represents a map. Returns false if it isn't one: the
    /// provider's dialects don't write maps so, or no item has such a name.
    pub(super) fn list_of_entries(&mut self, map: &'de Map<'de>, leaf: &Cursor<'_, 'de>) -> bool {
        map_may_be_entries(
            &mut leaf.walk.d.reader(),
            &mut leaf.walk.other.reader(),
            map,
        ) && self.entry_list(
            leaf.walk,
            leaf.node,
            Some(&map.key),
            (&map.value, leaf.frame),
            &|_| false,
        )
    }

    /// Explains each item of such a list. Without a type of the keys, each key fits that isn't the
    /// name of a property beside the list.
    pub(super) fn entry_list(
        &mut self,
        walk: Walk<'_, 'de>,
        node: Node<'de>,
        key: Option<&'de Link<'de>>,
        value: (&'de Link<'de>, &Frame<'_, 'de>),
        is_beside: &dyn Fn(&str) -> bool,
    ) -> bool {
        let is_entry = |item: Node<'de>| ENTRY.iter().any(|name| item.get(name).is_some());
        if !node.is_array() || !node.items().any(is_entry) {
            return false;
        }
        let mut keys = HashSet::new();
        for item in node.items() {
            if self.is_full() {
                break;
            }
            if !item.is_object() {
                self.push_fault(FaultKind::Invalid, "an object with `key` and `value`", item);
                continue;
            }
            self.names_beside(item, &ENTRY.map(ToOwned::to_owned));
            let words = || match key {
                Some(key) => key_words(walk, key, value.1),
                None => "a string".to_owned(),
            };
            match item.get("key") {
                None => self.report_missing(SMALL, (item, "key"), words(), None),
                Some(sent) => match sent.as_str() {
                    Some(text) if !keys.insert(text) => {
                        self.push_fault(FaultKind::Invalid, "a unique key", sent);
                    }
                    Some(text) if is_beside(text) => self.push_fault(
                        FaultKind::Invalid,
                        "a key that no property beside this list has",
                        sent,
                    ),
                    Some(text) if key.is_none_or(|key| key_fits(walk, key, value.1, text)) => {}
                    _ => self.push_fault(FaultKind::Invalid, &words(), sent),
                },
            }
            match item.get("value") {
                None => {
                    let schema = resolve(value.0, value.1);
                    let words = expected(walk, schema, &Place::at(value.1), &[]);
                    self.report_missing(SMALL, (item, "value"), words, None);
                }
                Some(sent) => self.guided(Guided::item(walk, sent, value.0, value.1)),
            }
        }
        true
    }

    /// Explains a tuple written as an object with extra names. Returns true if it was one.
    pub(super) fn tuple_of_names(
        &mut self,
        types: &'de [Link<'de>],
        leaf: &Cursor<'_, 'de>,
    ) -> bool {
        let names: Vec<String> = (0..types.len()).map(|i| format!("_{i}")).collect();
        let items: Option<Vec<Node<'de>>> = names.iter().map(|name| leaf.node.get(name)).collect();
        let (TupleForm::Object, Some(items)) =
            (tuple_form(&mut leaf.walk.d.reader(), types), items)
        else {
            return false;
        };
        self.names_beside(leaf.node, &names);
        let list = ListItems {
            items: &items,
            types: ItemTypes::Each(types, leaf.frame),
        };
        self.items(leaf.walk, list);
        true
    }

    /// Reports each name of the object that is not one of `names`.
    pub(super) fn names_beside(&mut self, node: Node<'de>, names: &[String]) {
        let words = one_of_names(names);
        for (name, value) in node.members() {
            if !names.iter().any(|known| known == name) {
                self.push_fault(FaultKind::Unknown, &words, value);
            }
        }
    }

    /// Adds a fault of a value whose schema is not known.
    fn push_fault(&mut self, kind: FaultKind, expected: &str, node: Node<'de>) {
        let got = got_unknown(self.session, node);
        self.report(SMALL, kind, node, expected, got);
    }
}
