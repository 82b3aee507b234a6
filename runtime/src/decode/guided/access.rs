//! Access to the items, members and entries of a guided value, in the order in which serde requests
//! them.

use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};

use super::error::DecodeError;
use super::fields::FlattenedPart;
use super::fits::name_satisfies;
use super::keys::{KeyOf, reject_same_key};
use super::{EntryRole, FieldEntry, Guided, ListItems, MapEntries, SentFields, Walk};
use crate::json_index::{Members, Node};
use crate::schema::Link;
use crate::shape::{Frame, map_key};

/// Visits the items of a list in the text. Without a type, they are read unchanged.
pub(super) fn visit_array<'de, V: Visitor<'de>>(
    walk: Walk<'_, 'de>,
    node: Node<'de>,
    item: Option<(&'de Link<'de>, &Frame<'_, 'de>)>,
    visitor: V,
) -> Result<V::Value, DecodeError> {
    visit_seq(array_items(walk, node, item), node.items().count(), visitor)
}

fn array_items<'w, 'de>(
    walk: Walk<'w, 'de>,
    node: Node<'de>,
    item: Option<(&'de Link<'de>, &'w Frame<'w, 'de>)>,
) -> impl Iterator<Item = Result<Guided<'w, 'de>, DecodeError>> {
    node.items().map(move |node| {
        Ok(match item {
            Some((link, frame)) => Guided::item(walk, node, link, frame),
            None => Guided::raw(walk, node),
        })
    })
}

pub(super) fn visit_raw_object<'de, V: Visitor<'de>>(
    walk: Walk<'_, 'de>,
    node: Node<'de>,
    visitor: V,
) -> Result<V::Value, DecodeError> {
    let mut members = RawMembers {
        walk,
        members: node.members(),
        value: None,
    };
    let value = visitor.visit_map(&mut members)?;
    all_taken(members.members.count(), value, "fewer elements in map")
}

pub(super) fn visit_list<'de, V: Visitor<'de>>(
    walk: Walk<'_, 'de>,
    list: ListItems<'_, 'de>,
    visitor: V,
) -> Result<V::Value, DecodeError> {
    visit_seq(list_items(walk, list), list.items.len(), visitor)
}

fn list_items<'w, 'de>(
    walk: Walk<'w, 'de>,
    list: ListItems<'w, 'de>,
) -> impl Iterator<Item = Result<Guided<'w, 'de>, DecodeError>> {
    (0..list.items.len()).filter_map(move |i| {
        if list.hidden(i) {
            return Some(Err(DecodeError::hidden()));
        }
        list.item(walk, i).map(Ok)
    })
}

fn visit_seq<'w, 'de: 'w, I, V>(items: I, left: usize, visitor: V) -> Result<V::Value, DecodeError>
where
    I: Iterator<Item = Result<Guided<'w, 'de>, DecodeError>>,
    V: Visitor<'de>,
{
    let mut items = SeqOf { items, left };
    let value = visitor.visit_seq(&mut items)?;
    all_taken(items.left, value, "fewer elements in array")
}

pub(super) fn visit_fields<'de, V: Visitor<'de>>(
    walk: Walk<'_, 'de>,
    fields: &SentFields<'_, 'de>,
    part: FlattenedPart,
    visitor: V,
) -> Result<V::Value, DecodeError> {
    for entry in &fields.entries {
        match entry.slot {
            // If the object is closed, serde itself reports the name.
            EntryRole::Unknown if part.has(entry) => walk.session.ignore(entry.node),
            EntryRole::Hidden if fields.is_closed(walk) => {
                return Err(DecodeError::hidden());
            }
            EntryRole::Hidden => walk.session.ignore(entry.node),
            _ => {}
        }
    }
    if fields.loses_option(walk, part) {
        return Err(DecodeError::incomplete());
    }
    fields.read_options(walk, part)?;
    fields.reject_same_name()?;
    let mut all = FieldsOf {
        walk,
        fields,
        part,
        at: 0,
    };
    let value = visitor.visit_map(&mut all)?;
    let left = fields.entries[all.at..].iter();
    let left = left.filter(|entry| part.has(entry)).count();
    all_taken(left, value, "fewer elements in map")
}

pub(super) fn visit_entries<'de, V: Visitor<'de>>(
    walk: Walk<'_, 'de>,
    entries: MapEntries<'_, 'de>,
    visitor: V,
) -> Result<V::Value, DecodeError> {
    let names = entries.entries.iter().map(|(name, _)| *name);
    reject_same_key(entries.key, names)?;
    let mut all = EntriesOf {
        walk,
        entries,
        at: 0,
    };
    let value = visitor.visit_map(&mut all)?;
    let left = entries.entries.len() - all.at;
    all_taken(left, value, "fewer elements in map")
}

fn all_taken<T>(left: usize, value: T, expected: &'static str) -> Result<T, DecodeError> {
    if left == 0 {
        Ok(value)
    } else {
        Err(DecodeError::invalid_length(left, &expected))
    }
}

struct SeqOf<I> {
    items: I,
    left: usize,
}

impl<'w, 'de: 'w, I> SeqAccess<'de> for &mut SeqOf<I>
where
    I: Iterator<Item = Result<Guided<'w, 'de>, DecodeError>>,
{
    type Error = DecodeError;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, DecodeError> {
        let Some(item) = self.items.next() else {
            return Ok(None);
        };
        self.left -= 1;
        item?.read(seed).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left)
    }
}

struct RawMembers<'w, 'de> {
    walk: Walk<'w, 'de>,
    members: Members<'de>,
    value: Option<Node<'de>>,
}

impl<'de> MapAccess<'de> for &mut RawMembers<'_, 'de> {
    type Error = DecodeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, DecodeError> {
        let Some((name, value)) = self.members.next() else {
            return Ok(None);
        };
        self.value = Some(value);
        seed.deserialize(KeyOf::text(name)).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<S::Value, DecodeError> {
        match self.value.take() {
            Some(node) => Guided::raw(self.walk, node).read(seed),
            None => Err(no_key()),
        }
    }
}

struct FieldsOf<'s, 'de> {
    walk: Walk<'s, 'de>,
    fields: &'s SentFields<'s, 'de>,
    part: FlattenedPart,
    at: usize,
}

impl<'de> MapAccess<'de> for &mut FieldsOf<'_, 'de> {
    type Error = DecodeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, DecodeError> {
        while let Some(entry) = self.fields.entries.get(self.at) {
            self.at += 1;
            if self.part.has(entry) {
                return seed.deserialize(KeyOf::text(entry.name)).map(Some);
            }
        }
        Ok(None)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<S::Value, DecodeError> {
        let entry = self.at.checked_sub(1).map(|at| &self.fields.entries[at]);
        let Some(entry) = entry else {
            return Err(no_key());
        };
        self.fields.read(self.walk, entry, seed)
    }
}

impl<'de> SentFields<'_, 'de> {
    /// Returns an error if two other names are one key of their map.
    fn reject_same_name(&self) -> Result<(), DecodeError> {
        let result = self.with_rest(|map, frame| {
            let rest = self.entries.iter();
            let rest = rest.filter(|entry| matches!(entry.slot, EntryRole::Rest));
            reject_same_key(map_key(&map.key, frame), rest.map(|entry| entry.name))
        });
        result.unwrap_or(Ok(()))
    }

    /// Returns true if an entry's name violates a constraint of the map for other names.
    fn violates_name(&self, walk: Walk<'_, 'de>, entry: &FieldEntry<'de>) -> bool {
        if !matches!(entry.slot, EntryRole::Rest) {
            return false;
        }
        let satisfies = self.with_rest(|map, frame| {
            let key = map_key(&map.key, frame);
            name_satisfies(walk.session, &map.key, key, frame, entry.name)
        });
        satisfies == Some(false)
    }

    /// Reads the value of an entry.
    pub(crate) fn read<S: DeserializeSeed<'de>>(
        &self,
        walk: Walk<'_, 'de>,
        entry: &FieldEntry<'de>,
        seed: S,
    ) -> Result<S::Value, DecodeError> {
        if matches!(entry.slot, EntryRole::Duplicate) {
            return Err(DecodeError::custom("a key occurs twice"));
        }
        if self.violates_name(walk, entry) {
            return Err(DecodeError::custom("a name violates a constraint"));
        }
        let mut seed = Some(seed);
        let mut out = Err(no_key());
        self.with_entry(walk, entry, &mut |value| {
            if let Some(seed) = seed.take() {
                out = value.read(seed);
            }
        });
        out
    }
}

struct EntriesOf<'s, 'de> {
    walk: Walk<'s, 'de>,
    entries: MapEntries<'s, 'de>,
    at: usize,
}

impl<'de> MapAccess<'de> for &mut EntriesOf<'_, 'de> {
    type Error = DecodeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, DecodeError> {
        let Some((name, _)) = self.entries.entries.get(self.at) else {
            return Ok(None);
        };
        self.at += 1;
        let MapEntries {
            key, names, value, ..
        } = self.entries;
        if !name_satisfies(self.walk.session, names, key, value.1, name) {
            return Err(DecodeError::custom("a name violates a constraint"));
        }
        let map = Some((self.walk.session, key));
        seed.deserialize(KeyOf { name, map }).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<S::Value, DecodeError> {
        let value = self.at.checked_sub(1);
        match value.and_then(|at| self.entries.value(self.walk, at)) {
            Some(value) => value.read(seed),
            None => Err(no_key()),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.entries.entries.len() - self.at)
    }
}

fn no_key() -> DecodeError {
    DecodeError::custom("a value was asked for before its name")
}
