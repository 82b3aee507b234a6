//! A value of a text, read with its schema in hand: every rewrite of the dialect is undone while serde, the check or the explanation looks at it.
//!
//! [`Walk::see`] undoes one level of one value, as `lift` does over a tree; what is below is undone when it is looked at in its turn.

mod access;
mod deserialize;
mod enums;
mod fits;
mod forgive;
mod in_order;
mod keys;
mod look;
mod numbers;
mod object;
mod price;
mod see;
mod session;

pub(super) use deserialize::{Missing, Stop};
pub(super) use fits::{count, key_fits};
use in_order::Ordered;
pub(super) use object::{Entry, Fields, Part, Slot, fields};
pub(super) use session::{Session, Walk};

use super::document::Node;
use crate::convert::Place;
use crate::schema::{Link, Rules, Schema};
use crate::shape::{Frame, resolve};

/// A value with what it should be.
#[derive(Clone, Copy)]
pub(crate) struct Guided<'p, 'de> {
    pub(super) walk: Walk<'p, 'de>,
    pub(super) node: Node<'de>,
    pub(super) what: What<'p, 'de>,
}

/// What a value should be.
#[derive(Clone, Copy)]
pub(super) enum What<'p, 'de> {
    /// Anything: it is read as it is.
    Raw,
    /// A value of the schema.
    As {
        schema: &'de Schema<'de>,
        place: Place<'p, 'de>,
        /// Constraints of the property.
        rules: Option<&'de Rules<'de>>,
    },
    /// Some members of an object, those of a flattened type.
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

    /// The members that make up a flattened type.
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

    /// An item, or a value of a map.
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
    /// As it stands in the text, and all that is in it too.
    Raw(Node<'de>),
    Null,
    Bool(bool),
    /// A whole number, by its text.
    Integer(&'de str),
    /// Any number, by its text.
    Number(&'de str),
    /// Items of one type.
    List(List<'s, 'de>),
    /// The members of an object.
    Fields(&'s Fields<'s, 'de>),
    /// Names and values of a map.
    Map(MapEntries<'s, 'de>),
    /// Nobody knows: no steps were left to find out.
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
    /// A type each; items beyond are read as they are.
    Each(&'de [Link<'de>], &'s Frame<'s, 'de>),
    /// The fields of a struct in their order: serde takes a list for it. There may be more items where it is open.
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
    /// The schema of each name, newtypes taken off.
    pub(super) key: &'de Schema<'de>,
    /// What each value is, and where.
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

/// Where a walk has come to, wrapping types taken off.
#[derive(Clone, Copy)]
pub(super) struct Leaf<'s, 'de> {
    pub(super) walk: Walk<'s, 'de>,
    pub(super) schema: &'de Schema<'de>,
    pub(super) frame: &'s Frame<'s, 'de>,
    /// Where the schema stands.
    pub(super) place: &'s Place<'s, 'de>,
    pub(super) via: Via<'s, 'de>,
    /// The value as it stands in the text.
    pub(super) node: Node<'de>,
}

/// What a walk came through on its way to a leaf.
#[derive(Clone, Copy)]
pub(super) struct Via<'s, 'de> {
    /// `null` is a value too.
    pub(super) nullable: bool,
    pub(super) rules: Option<&'s Ruled<'s, 'de>>,
}

impl Via<'_, '_> {
    pub(super) const NONE: Self = Via {
        nullable: false,
        rules: None,
    };
}

/// Constraints, of properties and of newtypes, from the innermost on.
pub(super) struct Ruled<'s, 'de> {
    pub(super) rules: &'de Rules<'de>,
    /// A property's own: the walk that tells alternatives apart looks at them elsewhere.
    pub(super) up: Option<&'s Ruled<'s, 'de>>,
}
