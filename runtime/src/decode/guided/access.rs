//! Access to the items, members and entries of a guided value, in the order in which serde requests
//! them.
//!
//! One type gives access to every list, and one to every object: serde's code for a type is
//! compiled again for each of them.

use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};

use super::error::DecodeError;
use super::fields::FlattenedPart;
use super::fits::name_satisfies;
use super::keys::{KeyOf, reject_same_key};
use super::{EntryRole, FieldEntry, Guided, ListItems, MapEntries, SentFields, Walk};
use crate::json_index::{Items, Members, Node};
use crate::schema::Link;
use crate::shape::{Frame, map_key};

/// Visits the items of a list in the text. Without a type, they are read unchanged.
pub(super) fn visit_array<'de, V: Visitor<'de>>(
    walk: Walk<'_, 'de>,
    node: Node<'de>,
    item: Option<(&'de Link<'de>, &Frame<'_, 'de>)>,
    visitor: V,
) -> Result<V::Value, DecodeError> {
    let left = node.items().count();
    let items = ItemsOf::Sent(node.items(), item);
    visit_seq(&mut SeqOf { walk, items, left }, visitor)
}

pub(super) fn visit_list<'de, V: Visitor<'de>>(
    walk: Walk<'_, 'de>,
    list: ListItems<'_, 'de>,
    visitor: V,
) -> Result<V::Value, DecodeError> {
    let left = list.items.len();
    let items = ItemsOf::List(list, 0);
    visit_seq(&mut SeqOf { walk, items, left }, visitor)
}

fn visit_seq<'de, V: Visitor<'de>>(
    list: &mut SeqOf<'_, 'de>,
    visitor: V,
) -> Result<V::Value, DecodeError> {
    let value = visitor.visit_seq(&mut *list)?;
    all_taken(list.left, value, "fewer elements in array")
}

pub(super) fn visit_raw_object<'de, V: Visitor<'de>>(
    walk: Walk<'_, 'de>,
    node: Node<'de>,
    visitor: V,
) -> Result<V::Value, DecodeError> {
    let members = MembersOf::Sent(node.members(), None);
    visit_map(&mut MapOf { walk, members }, visitor)
}

pub(super) fn visit_fields<'de, V: Visitor<'de>>(
    walk: Walk<'_, 'de>,
    fields: &SentFields<'_, 'de>,
    part: FlattenedPart,
    visitor: V,
) -> Result<V::Value, DecodeError> {
    fields.reject(walk, part)?;
    let members = MembersOf::Fields(fields, part, 0);
    visit_map(&mut MapOf { walk, members }, visitor)
}

pub(super) fn visit_entries<'de, V: Visitor<'de>>(
    walk: Walk<'_, 'de>,
    entries: MapEntries<'_, 'de>,
    visitor: V,
) -> Result<V::Value, DecodeError> {
    let names = entries.entries.iter().map(|(name, _)| *name);
    reject_same_key(entries.key, names)?;
    let members = MembersOf::Entries(entries, 0);
    visit_map(&mut MapOf { walk, members }, visitor)
}

fn visit_map<'de, V: Visitor<'de>>(
    object: &mut MapOf<'_, 'de>,
    visitor: V,
) -> Result<V::Value, DecodeError> {
    let value = visitor.visit_map(&mut *object)?;
    all_taken(object.left(), value, "fewer elements in map")
}

fn all_taken<T>(left: usize, value: T, expected: &'static str) -> Result<T, DecodeError> {
    if left == 0 {
        Ok(value)
    } else {
        Err(DecodeError::invalid_length(left, &expected))
    }
}

/// A list, and the number of items that are left.
struct SeqOf<'w, 'de> {
    walk: Walk<'w, 'de>,
    items: ItemsOf<'w, 'de>,
    left: usize,
}

/// The items of a list.
enum ItemsOf<'w, 'de> {
    /// Those of the text that are left, and their type.
    Sent(Items<'de>, Option<(&'de Link<'de>, &'w Frame<'w, 'de>)>),
    /// Those of a list, and the index of the next one.
    List(ListItems<'w, 'de>, usize),
}

impl<'w, 'de> SeqOf<'w, 'de> {
    fn next_item(&mut self) -> Result<Option<Guided<'w, 'de>>, DecodeError> {
        let walk = self.walk;
        let item = match &mut self.items {
            ItemsOf::Sent(items, item) => items.next().map(|node| match *item {
                Some((link, frame)) => Guided::item(walk, node, link, frame),
                None => Guided::raw(walk, node),
            }),
            ItemsOf::List(list, at) => {
                let i = *at;
                *at += 1;
                if list.hidden(i) {
                    return Err(DecodeError::hidden());
                }
                list.item(walk, i)
            }
        };
        if item.is_some() {
            self.left -= 1;
        }
        Ok(item)
    }
}

impl<'de> SeqAccess<'de> for &mut SeqOf<'_, 'de> {
    type Error = DecodeError;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, DecodeError> {
        match self.next_item()? {
            Some(item) => item.read(seed).map(Some),
            None => Ok(None),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left)
    }
}

/// An object.
struct MapOf<'s, 'de> {
    walk: Walk<'s, 'de>,
    members: MembersOf<'s, 'de>,
}

/// The members of an object.
enum MembersOf<'s, 'de> {
    /// Those of the text that are left, and the value of the name before them.
    Sent(Members<'de>, Option<Node<'de>>),
    /// Those of a type or of a part of it, and the index of the next one.
    Fields(&'s SentFields<'s, 'de>, FlattenedPart, usize),
    /// Those of a map, and the index of the next one.
    Entries(MapEntries<'s, 'de>, usize),
}

impl<'s, 'de> MapOf<'s, 'de> {
    fn next_name(&mut self) -> Result<Option<KeyOf<'s, 'de>>, DecodeError> {
        let session = self.walk.session;
        match &mut self.members {
            MembersOf::Sent(members, last) => {
                let Some((name, value)) = members.next() else {
                    return Ok(None);
                };
                *last = Some(value);
                Ok(Some(KeyOf::text(name)))
            }
            MembersOf::Fields(fields, part, at) => {
                while let Some(entry) = fields.entries.get(*at) {
                    *at += 1;
                    if part.has(entry) {
                        return Ok(Some(KeyOf::text(entry.name)));
                    }
                }
                Ok(None)
            }
            MembersOf::Entries(entries, at) => {
                let Some(&(name, _)) = entries.entries.get(*at) else {
                    return Ok(None);
                };
                *at += 1;
                let MapEntries {
                    key, names, value, ..
                } = *entries;
                if !name_satisfies(session, names, key, value.1, name) {
                    return Err(DecodeError::custom("a name violates a constraint"));
                }
                let map = Some((session, key));
                Ok(Some(KeyOf { name, map }))
            }
        }
    }

    /// Returns the value of the last name, if it isn't one of a type's fields.
    fn last_value(&mut self) -> Option<Guided<'s, 'de>> {
        let walk = self.walk;
        match &mut self.members {
            MembersOf::Sent(_, last) => last.take().map(|node| Guided::raw(walk, node)),
            MembersOf::Fields(..) => None,
            MembersOf::Entries(entries, at) => entries.value(walk, at.checked_sub(1)?),
        }
    }

    /// Returns the number of members that serde didn't take.
    fn left(&self) -> usize {
        match &self.members {
            MembersOf::Sent(members, _) => members.clone().count(),
            MembersOf::Fields(fields, part, at) => {
                let left = fields.entries[*at..].iter();
                left.filter(|entry| part.has(entry)).count()
            }
            MembersOf::Entries(entries, at) => entries.entries.len() - *at,
        }
    }
}

impl<'de> MapAccess<'de> for &mut MapOf<'_, 'de> {
    type Error = DecodeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, DecodeError> {
        match self.next_name()? {
            Some(name) => seed.deserialize(name).map(Some),
            None => Ok(None),
        }
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<S::Value, DecodeError> {
        if let MembersOf::Fields(fields, _, at) = &self.members
            && let Some(at) = at.checked_sub(1)
        {
            return fields.read(self.walk, &fields.entries[at], seed);
        }
        match self.last_value() {
            Some(value) => value.read(seed),
            None => Err(no_key()),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        match &self.members {
            MembersOf::Entries(..) => Some(self.left()),
            _ => None,
        }
    }
}

impl<'de> SentFields<'_, 'de> {
    /// Notes the members that serde ignores. Returns an error if it would lose one of the others.
    fn reject(&self, walk: Walk<'_, 'de>, part: FlattenedPart) -> Result<(), DecodeError> {
        for entry in &self.entries {
            match entry.slot {
                // If the object is closed, serde itself reports the name.
                EntryRole::Unknown if part.has(entry) => walk.session.ignore(entry.node),
                EntryRole::Hidden if self.is_closed(walk) => {
                    return Err(DecodeError::hidden());
                }
                EntryRole::Hidden => walk.session.ignore(entry.node),
                _ => {}
            }
        }
        if self.loses_option(walk, part) {
            return Err(DecodeError::incomplete());
        }
        self.read_options(walk, part)?;
        self.reject_same_name()
    }

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

fn no_key() -> DecodeError {
    DecodeError::custom("a value was asked for before its name")
}
