//! The alternative of an object that a value matches, or none.

use std::collections::HashSet;

use serde_json::Value;

use super::super::Leniency;
use super::super::within::any_type_within;
use super::canonical::canonical;
use super::flattened_enum::flattens_external_enum;
use super::flattened_option::flattens_option;
use super::object::fields;
use super::prefilter::{any_reader, has_number_for_tag};
use super::resolved::ValueCallback;
use super::{Cursor, Resolved, Walk};
use crate::json_index::Node;
use crate::schema::{Field, Kind, Object, Schema, Tagging};
use crate::shape::{
    Changes, Frame, ObjectMember, Place, flattens_untagged, object_alternatives, resolve,
    walk_members,
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
        let question = self.question(schema, node, frame);
        let fit = |walk: Self, choice| fields(walk, object, choice, frame, node).fit(walk);
        self.session.choice(question, || {
            let lenient = !self.lenient.is_none();
            let mut found = self
                .session
                .first(lenient, 0..n, |choice| fit(self, choice))?;
            let untagged = || flattens_untagged(object, frame);
            let reads_as_earlier = |choice| {
                let seen = fields(self, object, choice, frame, node);
                let value = canonical(self, node, Resolved::Fields(&seen));
                self.becomes_earlier(choice, &value, |walk, i, node| {
                    fields(walk, object, i, frame, node).fit(walk)
                })
            };
            if untagged() {
                found = self.or_declared(found, found + 1..n, fit, reads_as_earlier);
            }
            let is_another = self.loses_earlier(found, untagged, fit)
                || self.drops_nulls(found, node) && untagged() && reads_as_earlier(found);
            (!is_another).then_some(found)
        })
    }

    /// Returns true if a value may lose `null`s before serde selects an alternative.
    pub(super) fn drops_nulls(self, chosen: usize, node: Node<'_>) -> bool {
        chosen > 0 && !self.session.is_alone() && has_null(node)
    }

    /// Returns true if serde reads an alternative before the chosen one, because the value that it
    /// sees has no `null`s that mean absent: only their names distinguish the two.
    pub(super) fn becomes_earlier(
        self,
        chosen: usize,
        seen: &Value,
        fits: impl Fn(Self, usize, Node<'de>) -> bool,
    ) -> bool {
        let walk = self.plain().with_changes(Changes::None);
        let seen = self.session.scan_value(seen);
        seen.is_none_or(|node| (0..chosen).any(|i| fits(walk, i, node)))
    }

    /// Returns true if serde reads an alternative before the chosen one, and loses a flattened
    /// `Option`: the names that don't fit it are those of the chosen alternative.
    pub(super) fn loses_earlier(
        self,
        chosen: usize,
        is_untagged: impl Fn() -> bool,
        fits: impl Fn(Self, usize) -> bool,
    ) -> bool {
        let losing = self.losing_options();
        self.session.has_unfit_flattened()
            && !self.session.is_alone()
            && !self.loses_options
            && is_untagged()
            && (0..chosen).any(|i| !fits(self, i) && fits(losing, i))
    }

    /// Returns the alternative that the value is read as, and the walk that reads it.
    pub(crate) fn chosen_alternative(
        self,
        schema: &'de Schema<'de>,
        object: &'de Object<'de>,
        frame: &Frame<'_, 'de>,
        node: Node<'de>,
    ) -> Option<(Self, usize)> {
        let mut ways = self.ways(self.changes.of_object(object, frame));
        ways.find_map(|walk| {
            let mut found =
                (walk.choosing()).filter_map(|walk| walk.alternative(schema, object, frame, node));
            found.next().map(|choice| (walk, choice))
        })
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

    /// Returns the ways to read a value that has alternatives, in order. First with the rewrites of
    /// its own dialect undone, then unchanged because serde may read it so, then with those of the
    /// provider's other dialect too: the model didn't see its forms, so they don't come before a
    /// variant that takes the value unchanged. Each is attempted with the given changes, one after
    /// the other. Only then the same three with leniency.
    pub(crate) fn ways(self, attempts: [Option<Changes>; 2]) -> impl Iterator<Item = Self> {
        let lenient = (!self.lenient.is_none()).then_some(self);
        let lenient = lenient.into_iter().flat_map(Self::forms);
        let strict = self.forgiving(Leniency::NONE).forms();
        let strict = strict.flat_map(move |walk| {
            let attempts = attempts.into_iter().flatten();
            attempts.map(move |changes| walk.with_changes(changes))
        });
        strict.chain(lenient)
    }

    fn forms(self) -> impl Iterator<Item = Self> {
        let both = (!self.is_own()).then_some(self);
        // A declared form is that of its own dialect alone.
        let plain = (!self.declared).then(|| self.plain());
        core::iter::once(self.own()).chain(plain).chain(both)
    }
}

/// No alternative matched: pass the value through unchanged so that serde reports the error, unless
/// serde could accept it unchecked.
pub(super) fn see_none_of_them<'de>(leaf: &Cursor<'_, 'de>, look: ValueCallback<'_, 'de>) {
    let Cursor {
        walk, frame, node, ..
    } = *leaf;
    if walk.session.is_exhausted() || has_number_for_tag(leaf.schema, leaf.place, node) {
        return look(Resolved::Spent, leaf);
    }
    // A custom deserializer that accepts more than its schema may read it and bypass the
    // constraints, and serde may lose a flattened `Option` or a second variant.
    let checked = !node.is_null() && !has_unit_variant(leaf.schema, leaf.place, node);
    let reads_more = || {
        leaf.via.rules.is_some()
            || any_type_within(leaf.schema, frame, &mut |schema, at, rules| {
                rules.is_some()
                    || hides(schema)
                    || flattens_option(schema, at)
                    || flattens_external_enum(schema, at)
            })
    };
    if !walk.session.is_alone() && checked && reads_more() {
        return look(Resolved::Spent, leaf);
    }
    walk.coerce(leaf, look);
}

/// Returns true for an object with a hidden field.
fn hides(schema: &Schema<'_>) -> bool {
    matches!(&schema.kind, Kind::Object(object)
        if object.fields.iter().any(|field| field.has(Field::HIDDEN)))
}

/// Returns true if a value is `null` or contains one.
fn has_null(node: Node<'_>) -> bool {
    node.is_null() || node.items().any(has_null) || node.members().any(|(_, value)| has_null(value))
}

/// Returns true for `{"Name": null}`, which serde reads as the unit variant `Name` of an externally
/// tagged enum.
pub(super) fn is_unit_variant(schema: &Schema<'_>, node: Node<'_>) -> bool {
    let Kind::Union(union) = &schema.kind else {
        return false;
    };
    let (Tagging::External, Some((name, content))) = (union.tagging, node.only_member()) else {
        return false;
    };
    let is_unit =
        |variant: &Schema<'_>| matches!(&variant.kind, Kind::Enum(values) if values.reads(name));
    content.is_null() && union.variants.iter().any(is_unit)
}

/// The same for the enum inside wrapper types, and inside an enum without a tag.
fn has_unit_variant<'de>(
    schema: &'de Schema<'de>,
    place: &Place<'_, 'de>,
    node: Node<'de>,
) -> bool {
    any_reader(
        schema,
        place,
        &mut HashSet::new(),
        &mut |schema| match &schema.kind {
            Kind::Option(_) | Kind::Newtype(_) => None,
            Kind::Union(union) if union.tagging == Tagging::Untagged => None,
            _ => Some(is_unit_variant(schema, node)),
        },
    )
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
