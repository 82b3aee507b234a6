//! Values read with their schema: serde, the checks and the explanation see them with the dialect's
//! rewrites undone.
//!
//! [`Walk::see`] undoes one level of one value, as `lift` does over a tree. Levels below are undone
//! when they are visited.

mod access;
mod deserialize;
mod enums;
mod fits;
mod forgive;
mod glance;
mod in_order;
mod keys;
mod look;
mod numbers;
mod object;
mod price;
mod raw_value;
mod read;
mod see;
mod session;
mod stop;
mod walk;

pub(super) use fits::{count, key_fits};
use in_order::Ordered;
pub(super) use object::{Entry, Fields, Part, Slot, fields};
pub(super) use read::{Once, read_into};
pub(super) use session::Session;
pub(super) use stop::Stop;
pub(super) use walk::Walk;

use super::document::Node;
use crate::convert::Place;
use crate::schema::{Link, Rules, Schema};
use crate::shape::{Frame, resolve};

/// A value and the schema it should match.
#[derive(Clone, Copy)]
pub(crate) struct Guided<'p, 'de> {
    pub(super) walk: Walk<'p, 'de>,
    pub(super) node: Node<'de>,
    pub(super) what: What<'p, 'de>,
}

/// The expected form of a value.
#[derive(Clone, Copy)]
pub(super) enum What<'p, 'de> {
    /// Anything: the value is read unchanged.
    Raw,
    /// A value of the schema.
    As {
        schema: &'de Schema<'de>,
        place: Place<'p, 'de>,
        /// Constraints of the property.
        rules: Option<&'de Rules<'de>>,
    },
    /// Some members of an object: those of a flattened type.
    Part(&'p Fields<'p, 'de>, Part),
}

impl<'p, 'de> Guided<'p, 'de> {
    pub(super) fn raw(walk: Walk<'p, 'de>, node: Node<'de>) -> Self {
        Guided {
            walk,
            node,
            what: What::Raw,
        }
    }

    /// A value of the schema at the place.
    pub(super) fn of(
        walk: Walk<'p, 'de>,
        node: Node<'de>,
        schema: &'de Schema<'de>,
        place: Place<'p, 'de>,
        rules: Option<&'de Rules<'de>>,
    ) -> Self {
        Guided {
            walk,
            node,
            what: What::As {
                schema,
                place,
                rules,
            },
        }
    }

    /// The members that form a flattened type.
    pub(super) fn part_of(
        walk: Walk<'p, 'de>,
        fields: &'p Fields<'p, 'de>,
        node: Node<'de>,
        part: Part,
    ) -> Self {
        Guided {
            walk,
            node,
            what: What::Part(fields, part),
        }
    }

    /// An item of a list, or a value of a map.
    pub(super) fn item(
        walk: Walk<'p, 'de>,
        node: Node<'de>,
        link: &'de Link<'de>,
        frame: &'p Frame<'p, 'de>,
    ) -> Self {
        Self::of(walk, node, resolve(link, frame), Place::at(frame), None)
    }
}

/// A value with one level of rewrites undone.
#[derive(Clone, Copy)]
pub(super) enum Seen<'s, 'de> {
    /// The value and everything inside it, as in the text.
    Raw(Node<'de>),
    Null,
    Bool(bool),
    /// A whole number, as text.
    Integer(&'de str),
    /// Any number, as text.
    Number(&'de str),
    /// Items of a list.
    List(List<'s, 'de>),
    /// The members of an object.
    Fields(&'s Fields<'s, 'de>),
    /// Names and values of a map.
    Map(MapEntries<'s, 'de>),
    /// Undecided: the step budget ran out.
    Spent,
}

/// The items of an array or a tuple.
#[derive(Clone, Copy)]
pub(super) struct List<'s, 'de> {
    pub(super) items: &'s [Node<'de>],
    pub(super) types: Types<'s, 'de>,
}

#[derive(Clone, Copy)]
pub(super) enum Types<'s, 'de> {
    /// All of one type.
    One(&'de Link<'de>, &'s Frame<'s, 'de>),
    /// One type for each item; items beyond are read unchanged.
    Each(&'de [Link<'de>], &'s Frame<'s, 'de>),
    /// The fields of a struct in order, because serde accepts a list for it. More items are allowed
    /// if `open`.
    Fields {
        all: &'s [Ordered<'s, 'de>],
        open: bool,
    },
}

impl<'s, 'de> List<'s, 'de> {
    pub(super) fn item(&self, walk: Walk<'s, 'de>, i: usize) -> Option<Guided<'s, 'de>> {
        let node = *self.items.get(i)?;
        Some(match self.types {
            Types::One(link, frame) => Guided::item(walk, node, link, frame),
            Types::Each(types, frame) => match types.get(i) {
                Some(link) => Guided::item(walk, node, link, frame),
                None => Guided::raw(walk, node),
            },
            Types::Fields { all, .. } => match all.get(i) {
                Some(Ordered { field, frame }) => {
                    let schema = resolve(&field.ty, frame);
                    Guided::of(walk, node, schema, Place::at(frame), field.rules())
                }
                None => Guided::raw(walk, node),
            },
        })
    }
}

/// Names and values of a map.
#[derive(Clone, Copy)]
pub(super) struct MapEntries<'s, 'de> {
    pub(super) entries: &'s [(&'de str, Node<'de>)],
    /// The schema of each name, newtypes removed.
    pub(super) key: &'de Schema<'de>,
    /// The type of each value, and its frame.
    pub(super) value: (&'de Link<'de>, &'s Frame<'s, 'de>),
}

impl<'s, 'de> MapEntries<'s, 'de> {
    pub(super) fn value(&self, walk: Walk<'s, 'de>, i: usize) -> Option<Guided<'s, 'de>> {
        let (_, node) = *self.entries.get(i)?;
        Some(Guided::item(walk, node, self.value.0, self.value.1))
    }
}

impl Seen<'_, '_> {
    pub(super) fn is_null(&self) -> bool {
        match self {
            Seen::Null => true,
            Seen::Raw(node) => node.is_null(),
            _ => false,
        }
    }
}

/// The position of a walk, wrapper types removed.
#[derive(Clone, Copy)]
pub(super) struct Leaf<'s, 'de> {
    pub(super) walk: Walk<'s, 'de>,
    pub(super) schema: &'de Schema<'de>,
    pub(super) frame: &'s Frame<'s, 'de>,
    /// The schema's place.
    pub(super) place: &'s Place<'s, 'de>,
    pub(super) via: Via<'s, 'de>,
    /// The value as sent.
    pub(super) node: Node<'de>,
}

/// Facts that a walk collects from wrapper types and the property on its way to a leaf.
#[derive(Clone, Copy)]
pub(super) struct Via<'s, 'de> {
    /// True if `null` is a value too.
    pub(super) nullable: bool,
    pub(super) rules: Option<&'s Ruled<'s, 'de>>,
}

impl Via<'_, '_> {
    pub(super) const NONE: Self = Via {
        nullable: false,
        rules: None,
    };
}

/// Constraints of properties and newtypes, innermost first.
pub(super) struct Ruled<'s, 'de> {
    pub(super) rules: &'de Rules<'de>,
    /// The next outer constraints.
    pub(super) up: Option<&'s Ruled<'s, 'de>>,
}
