//! Values read with their schema: serde, the checks and the explanation see them with the dialect's
//! rewrites undone.
//!
//! [`Walk::see`] undoes one level of one value. Levels below are undone when they are visited: by
//! serde, by the explanation, or by `canonical`, which makes a tree of them.

mod access;
mod alternative;
mod canonical;
mod default;
mod deserialize;
mod enums;
mod fields;
mod fits;
mod flatten;
mod forgive;
mod glance;
mod in_order;
mod key_value;
mod keys;
mod look;
mod member;
mod numbers;
mod object;
mod price;
mod raw_value;
mod read;
mod see;
mod seen;
mod sent;
mod session;
mod stop;
mod union;
mod walk;

pub(super) use fields::{Entry, Fields, Part, Slot};
pub(super) use fits::{count, key_fits};
pub(super) use object::fields;
pub(super) use read::{Once, read_into};
pub(super) use seen::{Leaf, List, MapEntries, Seen, Types};
pub(crate) use session::Session;
pub(super) use stop::Stop;
pub(super) use walk::Way;
pub(crate) use walk::{Selects, Walk};

use crate::json_index::Node;
use crate::schema::{Link, Rules, Schema};
use crate::shape::{Frame, Place, resolve};

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
    pub(crate) fn of(
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
