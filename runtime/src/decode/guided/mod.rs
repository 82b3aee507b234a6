//! Values read with their schema: serde, the checks and the explanation see them with the dialect's
//! rewrites undone.
//!
//! [`Guided::resolve`] undoes one level of one value. Levels below are undone when they are
//! visited: by serde, by the explanation, or by `canonical`, which makes a tree of them.

mod access;
mod alternative;
mod canonical;
mod choice;
mod coerce;
mod default;
mod deserialize;
mod error;
mod fields;
mod fits;
mod flattened;
mod flattened_read;
mod keys;
mod member;
mod numbers;
mod object;
mod positional;
mod read;
mod resolve;
mod resolved;
mod session;
mod tags;
mod union;
mod untagged_cost;
mod walk;

pub(super) use error::DecodeError;
pub(super) use fields::{EntryRole, FieldEntry, FlattenedPart, SentFields};
pub(super) use fits::count;
pub(super) use keys::key_fits;
pub(super) use object::fields;
pub(super) use read::{Once, read_into};
pub(super) use resolved::{Cursor, ItemTypes, ListItems, MapEntries, Resolved, rules_in};
pub(crate) use session::Session;
pub(super) use tags::tagged_by_list;
pub(super) use walk::WalkOptions;
pub(crate) use walk::{Selects, Walk};

use crate::json_index::Node;
use crate::schema::{Field, Link, Rules, Schema};
use crate::shape::{Frame, Place, resolve};

/// A value and the schema it should match.
#[derive(Clone, Copy)]
pub(crate) struct Guided<'p, 'de> {
    pub(super) walk: Walk<'p, 'de>,
    pub(super) node: Node<'de>,
    pub(super) what: ExpectedForm<'p, 'de>,
}

/// The expected form of a value.
#[derive(Clone, Copy)]
pub(super) enum ExpectedForm<'p, 'de> {
    /// Anything: the value is read unchanged.
    Raw,
    /// A value of the schema at the place, with the constraints of the property.
    As(&'de Schema<'de>, Place<'p, 'de>, Option<&'de Rules<'de>>),
    /// Some members of an object: those of a flattened type.
    Part(&'p SentFields<'p, 'de>, FlattenedPart),
}

impl<'p, 'de> Guided<'p, 'de> {
    pub(super) fn raw(walk: Walk<'p, 'de>, node: Node<'de>) -> Self {
        Guided {
            walk,
            node,
            what: ExpectedForm::Raw,
        }
    }

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
            what: ExpectedForm::As(schema, place, rules),
        }
    }

    pub(in crate::decode) fn property(
        walk: Walk<'p, 'de>,
        node: Node<'de>,
        (field, frame): (&'de Field<'de>, &'p Frame<'p, 'de>),
        all_optional: bool,
    ) -> Self {
        let place = Place::property(frame, field, all_optional);
        Self::of(walk, node, resolve(&field.ty, frame), place, field.rules())
    }

    pub(super) fn item(
        walk: Walk<'p, 'de>,
        node: Node<'de>,
        link: &'de Link<'de>,
        frame: &'p Frame<'p, 'de>,
    ) -> Self {
        Self::of(walk, node, resolve(link, frame), Place::at(frame), None)
    }
}
