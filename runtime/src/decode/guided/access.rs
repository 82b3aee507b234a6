//! One level of a value in the form that serde gets, and access to what is inside, in the order in
//! which serde requests it.
//!
//! One type gives access to every list, and one to every object: serde's code for a type is
//! compiled again for each of them.

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, Expected, MapAccess, SeqAccess, Unexpected,
    VariantAccess, Visitor,
};

use super::error::DecodeError;
use super::fields::FlattenedPart;
use super::keys::{KeyOf, name_satisfies, reject_same_key};
use super::numbers::visit_number;
use super::{Guided, ListItems, MapEntries, Resolved, SentFields, Walk};
use crate::json_index::{Items, Members, Node, TokenKind as Json};

/// One level of a value.
pub(super) enum ValueAccess<'s, 'de> {
    Null,
    Bool(bool),
    /// The text of a number, and true if any notation of an integer is one.
    Number(&'de str, bool),
    Text(&'de str),
    List(SeqOf<'s, 'de>),
    Object(MapOf<'s, 'de>),
    /// Undecided: the step budget ran out.
    Spent,
}

impl<'s, 'de> ValueAccess<'s, 'de> {
    /// `part`: the members of an object to read.
    pub(super) fn of(seen: Resolved<'s, 'de>, walk: Walk<'s, 'de>, part: FlattenedPart) -> Self {
        let object = |members| ValueAccess::Object(MapOf { walk, members });
        match seen {
            Resolved::Null => ValueAccess::Null,
            Resolved::Bool(b) => ValueAccess::Bool(b),
            Resolved::Integer(text) => ValueAccess::Number(text, true),
            Resolved::Number(text) => ValueAccess::Number(text, false),
            Resolved::Word(text) => ValueAccess::Text(text),
            Resolved::List(list) => ValueAccess::List(SeqOf {
                walk,
                left: list.items.len(),
                items: ItemsOf::List(list, 0),
            }),
            Resolved::Fields(fields) => object(MembersOf::Fields(fields, part, 0)),
            Resolved::Map(entries) => object(MembersOf::Entries(entries, 0)),
            Resolved::Spent => ValueAccess::Spent,
            Resolved::Raw(node) => match node.kind() {
                Json::Null => ValueAccess::Null,
                Json::True => ValueAccess::Bool(true),
                Json::False => ValueAccess::Bool(false),
                Json::Number => ValueAccess::Number(node.raw(), false),
                Json::Plain | Json::Escaped => ValueAccess::Text(node.as_str().unwrap_or_default()),
                Json::Array => ValueAccess::List(SeqOf {
                    walk,
                    left: node.items().count(),
                    items: ItemsOf::Sent(node.items()),
                }),
                Json::Object => object(MembersOf::Sent(node.members(), None)),
            },
        }
    }

    pub(super) fn visit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self {
            ValueAccess::Null => visitor.visit_unit(),
            ValueAccess::Bool(b) => visitor.visit_bool(b),
            ValueAccess::Number(text, whole) => visit_number(text, whole, false, visitor),
            ValueAccess::Text(text) => visitor.visit_borrowed_str(text),
            ValueAccess::List(list) => list.visit(visitor),
            ValueAccess::Object(object) => object.visit(visitor),
            ValueAccess::Spent => Err(DecodeError::spent()),
        }
    }

    pub(super) fn variant(self) -> Result<EnumOf<'s, 'de>, DecodeError> {
        let found = match self {
            ValueAccess::Text(name) => Some(EnumOf {
                name,
                content: None,
            }),
            ValueAccess::Object(object) => object.variant(),
            other => return Err(other.unexpected(&"string or map")),
        };
        found.ok_or_else(|| DecodeError::invalid_value(Unexpected::Map, &"map with a single key"))
    }

    pub(super) fn unexpected(&self, expected: &dyn Expected) -> DecodeError {
        let unexpected = match self {
            ValueAccess::Null => Unexpected::Unit,
            ValueAccess::Bool(b) => Unexpected::Bool(*b),
            ValueAccess::Number(..) => Unexpected::Other("number"),
            ValueAccess::Text(_) => Unexpected::Other("string"),
            ValueAccess::List(_) => Unexpected::Seq,
            ValueAccess::Object(_) => Unexpected::Map,
            ValueAccess::Spent => return DecodeError::spent(),
        };
        DecodeError::invalid_type(unexpected, expected)
    }
}

fn all_taken(left: usize, expected: &'static str) -> Result<(), DecodeError> {
    match left {
        0 => Ok(()),
        _ => Err(DecodeError::invalid_length(left, &expected)),
    }
}

/// A list, and the number of items that are left.
pub(super) struct SeqOf<'w, 'de> {
    walk: Walk<'w, 'de>,
    items: ItemsOf<'w, 'de>,
    pub(super) left: usize,
}

enum ItemsOf<'w, 'de> {
    /// Those of the text that are left.
    Sent(Items<'de>),
    /// Those of a list, and the index of the next one.
    List(ListItems<'w, 'de>, usize),
}

impl<'w, 'de> SeqOf<'w, 'de> {
    pub(super) fn visit<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, DecodeError> {
        let value = visitor.visit_seq(&mut self)?;
        all_taken(self.left, "fewer elements in array").map(|()| value)
    }

    /// Calls `look` with each item, up to one that serde would read into a hidden field.
    pub(super) fn each(mut self, look: &mut dyn FnMut(&Guided<'_, 'de>)) {
        while let Ok(Some(item)) = self.next_item() {
            look(&item);
        }
    }

    fn next_item(&mut self) -> Result<Option<Guided<'w, 'de>>, DecodeError> {
        let walk = self.walk;
        let item = match &mut self.items {
            ItemsOf::Sent(items) => items.next().map(|node| Guided::raw(walk, node)),
            ItemsOf::List(list, at) => {
                let i = *at;
                *at += 1;
                if list.hidden(i) {
                    return Err(DecodeError::hidden());
                }
                list.item(walk, i)
            }
        };
        self.left -= usize::from(item.is_some());
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
pub(super) struct MapOf<'s, 'de> {
    walk: Walk<'s, 'de>,
    members: MembersOf<'s, 'de>,
}

enum MembersOf<'s, 'de> {
    /// Those of the text that are left, and the value of the name before them.
    Sent(Members<'de>, Option<Node<'de>>),
    /// Those of a type or of a part of it, and the index of the next one.
    Fields(&'s SentFields<'s, 'de>, FlattenedPart, usize),
    /// Those of a map, and the index of the next one.
    Entries(MapEntries<'s, 'de>, usize),
}

impl<'s, 'de> MapOf<'s, 'de> {
    pub(super) fn visit<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, DecodeError> {
        self.reject()?;
        let value = visitor.visit_map(&mut self)?;
        all_taken(self.left(), "fewer elements in map").map(|()| value)
    }

    /// Returns an error if serde would lose a member.
    fn reject(&self) -> Result<(), DecodeError> {
        match &self.members {
            MembersOf::Sent(..) => Ok(()),
            MembersOf::Fields(fields, part, _) => fields.reject(self.walk, *part),
            MembersOf::Entries(entries, _) => {
                let mut names = entries.entries.iter().map(|(name, _)| *name);
                reject_same_key(entries.key, &mut names)
            }
        }
    }

    fn variant(mut self) -> Option<EnumOf<'s, 'de>> {
        let name = self.next_name()?;
        (self.left() == 0).then_some(EnumOf {
            name,
            content: Some(self),
        })
    }

    /// Calls `look` with each name and value.
    pub(super) fn each(mut self, look: &mut dyn FnMut(&'de str, &Guided<'_, 'de>)) {
        while let Some(name) = self.next_name() {
            if let MembersOf::Fields(fields, _, at) = &self.members {
                let entry = &fields.entries[*at - 1];
                fields.with_entry(self.walk, entry, &mut |value| look(name, &value));
            } else if let Some(value) = self.last_value() {
                look(name, &value);
            }
        }
    }

    fn next_name(&mut self) -> Option<&'de str> {
        match &mut self.members {
            MembersOf::Sent(members, last) => {
                let (name, value) = members.next()?;
                *last = Some(value);
                Some(name)
            }
            MembersOf::Fields(fields, part, at) => {
                let mut left = fields.entries.iter().skip(*at);
                let passed = left.position(|entry| part.has(entry))?;
                *at += passed + 1;
                Some(fields.entries[*at - 1].name)
            }
            MembersOf::Entries(entries, at) => {
                let (name, _) = *entries.entries.get(*at)?;
                *at += 1;
                Some(name)
            }
        }
    }

    fn key(&self, name: &'de str) -> Result<KeyOf<'s, 'de>, DecodeError> {
        let MembersOf::Entries(entries, _) = &self.members else {
            return Ok(KeyOf { name, map: None });
        };
        let (session, key) = (self.walk.session, entries.key);
        if !name_satisfies(session, entries.names, key, entries.value.1, name) {
            return Err(DecodeError::custom("a name violates a constraint"));
        }
        let map = Some((session, key));
        Ok(KeyOf { name, map })
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

    pub(super) fn left(&self) -> usize {
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
        match self.next_name() {
            Some(name) => seed.deserialize(self.key(name)?).map(Some),
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
            None => Err(DecodeError::no_name()),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        match &self.members {
            MembersOf::Entries(..) => Some(self.left()),
            _ => None,
        }
    }
}

/// A variant of an externally tagged enum: its name and content.
pub(super) struct EnumOf<'s, 'de> {
    name: &'de str,
    /// The object whose last name is the variant's. `None` if the value was a string.
    content: Option<MapOf<'s, 'de>>,
}

impl<'de> EnumOf<'_, 'de> {
    fn read<S: DeserializeSeed<'de>>(
        self,
        seed: S,
        wanted: &'static str,
    ) -> Result<S::Value, DecodeError> {
        match self.content {
            Some(mut object) => (&mut object).next_value_seed(seed),
            None => Err(DecodeError::invalid_type(Unexpected::UnitVariant, &wanted)),
        }
    }
}

impl<'de> EnumAccess<'de> for EnumOf<'_, 'de> {
    type Error = DecodeError;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<(S::Value, Self), DecodeError> {
        let name = seed.deserialize(BorrowedStrDeserializer::new(self.name))?;
        Ok((name, self))
    }
}

impl<'de> VariantAccess<'de> for EnumOf<'_, 'de> {
    type Error = DecodeError;

    fn unit_variant(self) -> Result<(), DecodeError> {
        if self.content.is_none() {
            return Ok(());
        }
        self.read(core::marker::PhantomData::<()>, "unit variant")
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<S::Value, DecodeError> {
        self.read(seed, "newtype variant")
    }

    fn tuple_variant<V: Visitor<'de>>(
        self,
        _len: usize,
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        self.read(VariantContent::<_, true>(visitor), "tuple variant")
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        self.read(VariantContent::<_, false>(visitor), "struct variant")
    }
}

/// Passes the content of a variant to a visitor: of a tuple, or of a struct.
struct VariantContent<V, const TUPLE: bool>(V);

impl<'de, V: Visitor<'de>, const TUPLE: bool> DeserializeSeed<'de> for VariantContent<V, TUPLE> {
    type Value = V::Value;

    fn deserialize<D: Deserializer<'de>>(self, value: D) -> Result<V::Value, D::Error> {
        if TUPLE {
            value.deserialize_seq(self.0)
        } else {
            value.deserialize_map(self.0)
        }
    }
}
