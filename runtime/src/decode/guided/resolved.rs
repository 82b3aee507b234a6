//! One level of a value with the dialect's rewrites undone, and its position in the schema.

use std::collections::HashSet;

use super::{Guided, SentFields, Walk};
use crate::json_index::Node;
use crate::schema::{Array, Field, Link, Rules, Schema};
use crate::shape::{Frame, Place, resolve};

/// A value with one level of rewrites undone.
#[derive(Clone, Copy)]
pub(in crate::decode) enum Resolved<'s, 'de> {
    /// The value and everything inside it, as in the text.
    Raw(Node<'de>),
    Null,
    Bool(bool),
    /// A whole number, as text.
    Integer(&'de str),
    /// Any number, as text.
    Number(&'de str),
    /// The value of an enum, if the text has other letter cases.
    Word(&'de str),
    /// Items of a list.
    List(ListItems<'s, 'de>),
    /// The members of an object.
    Fields(&'s SentFields<'s, 'de>),
    /// Names and values of a map.
    Map(MapEntries<'s, 'de>),
    /// Undecided: the step budget ran out.
    Spent,
}

/// A callback that receives a value.
pub(crate) type ValueCallback<'f, 'de> = &'f mut dyn FnMut(Resolved<'_, 'de>, &Cursor<'_, 'de>);

/// The items of an array or a tuple.
#[derive(Clone, Copy)]
pub(in crate::decode) struct ListItems<'s, 'de> {
    pub(in crate::decode) items: &'s [Node<'de>],
    pub(in crate::decode) types: ItemTypes<'s, 'de>,
}

#[derive(Clone, Copy)]
pub(in crate::decode) enum ItemTypes<'s, 'de> {
    /// All of one type.
    One(&'de Link<'de>, &'s Frame<'s, 'de>),
    /// One type for each item; items beyond are read unchanged.
    Each(&'de [Link<'de>], &'s Frame<'s, 'de>),
    /// The fields of a struct in order, because serde accepts a list for it.
    Fields {
        all: &'s [PositionalField<'s, 'de>],
        tail: RestItems<'s, 'de>,
    },
}

/// The items after those of a struct's fields.
#[derive(Clone, Copy)]
pub(in crate::decode) enum RestItems<'s, 'de> {
    /// There are none.
    None,
    /// At most one `null`.
    Null,
    /// Any items.
    Any,
    /// Those of an array, which satisfy the constraints around it or not.
    Array(&'de Array<'de>, &'s Frame<'s, 'de>, bool),
    /// Those of a tuple.
    Tuple(&'de [Link<'de>], &'s Frame<'s, 'de>),
}

/// The field for one item of a list that serde accepts for a struct.
#[derive(Clone, Copy)]
pub(crate) struct PositionalField<'s, 'de> {
    pub(super) field: &'de Field<'de>,
    pub(super) frame: &'s Frame<'s, 'de>,
}

impl<'s, 'de> ListItems<'s, 'de> {
    /// Returns true if serde would read a hidden field from that item.
    pub(in crate::decode) fn hidden(&self, i: usize) -> bool {
        match self.types {
            ItemTypes::Fields { all, .. } => {
                i < self.items.len() && all.get(i).is_some_and(|one| one.field.has(Field::HIDDEN))
            }
            _ => false,
        }
    }

    pub(in crate::decode) fn item(&self, walk: Walk<'s, 'de>, i: usize) -> Option<Guided<'s, 'de>> {
        let node = *self.items.get(i)?;
        Some(match self.types {
            ItemTypes::One(link, frame) => Guided::item(walk, node, link, frame),
            ItemTypes::Each(types, frame) => match types.get(i) {
                Some(link) => Guided::item(walk, node, link, frame),
                None => Guided::raw(walk, node),
            },
            ItemTypes::Fields { .. } if self.hidden(i) => Guided::raw(walk, node),
            ItemTypes::Fields { all, tail } => match (all.get(i), tail) {
                (Some(PositionalField { field, frame }), _) => {
                    let schema = resolve(&field.ty, frame);
                    Guided::of(walk, node, schema, Place::at(frame), field.rules())
                }
                (None, RestItems::Array(array, frame, _)) => {
                    Guided::item(walk, node, &array.items, frame)
                }
                (None, RestItems::Tuple(types, frame)) => match types.get(i - all.len()) {
                    Some(link) => Guided::item(walk, node, link, frame),
                    None => Guided::raw(walk, node),
                },
                (None, _) => Guided::raw(walk, node),
            },
        })
    }
}

/// Names and values of a map.
#[derive(Clone, Copy)]
pub(in crate::decode) struct MapEntries<'s, 'de> {
    pub(in crate::decode) entries: &'s [(&'de str, Node<'de>)],
    /// The schema of each name, newtypes removed.
    pub(in crate::decode) key: &'de Schema<'de>,
    /// The type of each name.
    pub(in crate::decode) names: &'de Link<'de>,
    /// The type of each value, and its frame.
    pub(in crate::decode) value: (&'de Link<'de>, &'s Frame<'s, 'de>),
}

impl<'s, 'de> MapEntries<'s, 'de> {
    pub(in crate::decode) fn value(
        &self,
        walk: Walk<'s, 'de>,
        i: usize,
    ) -> Option<Guided<'s, 'de>> {
        let (_, node) = *self.entries.get(i)?;
        Some(Guided::item(walk, node, self.value.0, self.value.1))
    }
}

impl<'de> Resolved<'_, 'de> {
    pub(super) fn number(&self) -> Option<&'de str> {
        match self {
            Resolved::Integer(text) | Resolved::Number(text) => Some(text),
            Resolved::Raw(node) => node.is_number().then(|| node.raw()),
            _ => None,
        }
    }

    pub(in crate::decode) fn is_null(&self) -> bool {
        match self {
            Resolved::Null => true,
            Resolved::Raw(node) => node.is_null(),
            _ => false,
        }
    }
}

/// The position of a walk, wrapper types removed.
#[derive(Clone, Copy)]
pub(in crate::decode) struct Cursor<'s, 'de> {
    pub(in crate::decode) walk: Walk<'s, 'de>,
    pub(in crate::decode) schema: &'de Schema<'de>,
    pub(in crate::decode) frame: &'s Frame<'s, 'de>,
    /// The schema's place.
    pub(in crate::decode) place: &'s Place<'s, 'de>,
    pub(in crate::decode) via: WrapperFacts<'s, 'de>,
    /// The value as sent.
    pub(in crate::decode) node: Node<'de>,
}

/// Facts that a walk collects from wrapper types and the property on its way to a leaf.
#[derive(Clone, Copy)]
pub(in crate::decode) struct WrapperFacts<'s, 'de> {
    /// True if `null` is a value too.
    pub(in crate::decode) nullable: bool,
    pub(in crate::decode) rules: Option<&'s ConstraintChain<'s, 'de>>,
}

/// Constraints of properties and newtypes, innermost first.
pub(in crate::decode) struct ConstraintChain<'s, 'de> {
    pub(super) rules: &'de Rules<'de>,
    /// The next outer constraints.
    pub(super) up: Option<&'s ConstraintChain<'s, 'de>>,
}

pub(in crate::decode) fn rules_in<'de>(
    chain: Option<&ConstraintChain<'_, 'de>>,
) -> impl Iterator<Item = &'de Rules<'de>> {
    core::iter::successors(chain, |one| one.up).map(|one| one.rules)
}

/// Returns names and values of a list of `{key, value}`. `None` if it isn't such a list or has a
/// duplicate key.
pub(super) fn key_value_list(node: Node<'_>) -> Option<Vec<(&str, Node<'_>)>> {
    keys_and_values(node).filter(|entries| !has_key_twice(entries))
}

/// Returns names and values of a list of `{key, value}`, duplicate keys included.
pub(super) fn keys_and_values(node: Node<'_>) -> Option<Vec<(&str, Node<'_>)>> {
    node.items().map(key_and_value).collect()
}

pub(super) fn has_key_twice(entries: &[(&str, Node<'_>)]) -> bool {
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
