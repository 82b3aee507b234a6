//! The alternative of an object that a value matches, or none.

use super::super::within::any_type_within;
use super::canonical::canonical;
use super::choice::Choices;
use super::flattened::{flattens_external_enum, flattens_option};
use super::object::fields;
use super::resolved::ValueCallback;
use super::tags::{has_number_for_tag, has_unit_variant};
use super::{Cursor, Resolved, Walk};
use crate::json_index::Node;
use crate::schema::{Field, Kind, Object, Schema};
use crate::shape::{
    Frame, ObjectMember, Place, flattens_untagged, object_alternatives, resolve, walk_members,
};

impl<'de> Walk<'_, 'de> {
    /// Returns the alternative that the value matches: the first that fits.
    pub(crate) fn alternative(
        self,
        schema: &'de Schema<'de>,
        object: &'de Object<'de>,
        frame: &Frame<'_, 'de>,
        node: Node<'de>,
    ) -> Option<usize> {
        let n = object_alternatives(object, frame);
        if n == 1 {
            return Some(0);
        }
        let cache_key = self.cache_key(schema, node, frame);
        let fits_as = |walk: Self, i, node| fields(walk, object, i, frame, node).fit(walk);
        let choices = Choices {
            number: n,
            are_untagged: &|| flattens_untagged(object, frame),
            sent_as: &|_| node,
            canonical: &|i| {
                let seen = fields(self, object, i, frame, node);
                canonical(self, node, Resolved::Fields(&seen))
            },
            fits: &|walk, i| fits_as(walk, i, node),
            fits_as: &fits_as,
        };
        (self.session).choice(cache_key, &|| choices.first(self, &mut (0..n)))
    }

    /// Returns the alternative that the value is read as, and the walk that reads it.
    pub(crate) fn chosen_alternative(
        self,
        schema: &'de Schema<'de>,
        object: &'de Object<'de>,
        frame: &Frame<'_, 'de>,
        node: Node<'de>,
    ) -> Option<(Self, usize)> {
        for walk in self.ways(self.changes.of_object(object, frame)) {
            let found = walk
                .choosing()
                .find_map(|it| it.alternative(schema, object, frame, node));
            if let Some(choice) = found {
                return Some((walk, choice));
            }
        }
        None
    }

    /// Returns the first alternative whose tags and names are present, regardless of other faults.
    pub(super) fn nearest(
        self,
        object: &'de Object<'de>,
        frame: &Frame<'_, 'de>,
        node: Node<'de>,
    ) -> Option<usize> {
        if !node.is_object() {
            return None;
        }
        (0..object_alternatives(object, frame)).find(|choice| {
            let mut near = self.session.step();
            walk_members(object, *choice, frame, &mut |member, at, position| {
                let optional = position.is_optional();
                near = near && member_is_there(self, member, at, optional, node);
            });
            near
        })
    }
}

/// No alternative matched: pass the value through unchanged so that serde reports the error, unless
/// serde could accept it unchecked.
pub(super) fn see_none_of_them<'de>(leaf: &Cursor<'_, 'de>, look: ValueCallback<'_, 'de>) {
    let Cursor {
        walk, frame, node, ..
    } = *leaf;
    if walk.session.is_exhausted() || has_number_for_tag(leaf.schema, leaf.place.up, node) {
        return look(Resolved::Spent, leaf);
    }
    // A custom deserializer that accepts more than its schema may read it and bypass the
    // constraints, and serde may lose a flattened `Option` or a second variant.
    let checked = !node.is_null() && !has_unit_variant(leaf.schema, leaf.place.up, node);
    let reads_more = || {
        leaf.via.rules.is_some()
            || any_type_within(leaf.schema, frame, &mut |schema, at, rules| {
                rules.is_some()
                    || hides(schema)
                    || flattens_option(schema, at)
                    || flattens_external_enum(schema, at)
            })
    };
    if !walk.session.alone && checked && reads_more() {
        return look(Resolved::Spent, leaf);
    }
    walk.coerce(leaf, look);
}

fn hides(schema: &Schema<'_>) -> bool {
    matches!(&schema.kind, Kind::Object(object)
        if object.fields.iter().any(|field| field.has(Field::HIDDEN)))
}

/// Returns true if a property is present under a name that serde reads; a tag must have its own
/// value.
fn member_is_there<'de>(
    walk: Walk<'_, 'de>,
    member: &ObjectMember<'de>,
    at: &Frame<'_, 'de>,
    optional: bool,
    node: Node<'de>,
) -> bool {
    let found = member.names().find_map(|name| node.get(name));
    match (found, member.field()) {
        (Some(item), Some(field)) if field.flags & Field::TAG != 0 => {
            walk.fits(resolve(&field.ty, at), &Place::at(at), item)
        }
        (None, _) => optional || member.may_be_absent(at),
        (Some(_), _) => true,
    }
}
