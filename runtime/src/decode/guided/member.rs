//! The value of a member, with its schema.

use super::fields::{EntryRole, FieldEntry, SentFields};
use super::{Guided, Walk};
use crate::shape::{
    Changes, Frame, MemberPosition, ObjectMember, OtherNames, Place, is_optional, resolve,
    walk_members,
};

impl<'de> SentFields<'_, 'de> {
    /// Calls `look` with the value of an entry.
    pub(super) fn with_entry(
        &self,
        walk: Walk<'_, 'de>,
        entry: &FieldEntry<'de>,
        look: &mut dyn FnMut(Guided<'_, 'de>),
    ) {
        let node = entry.node;
        let walk = walk.of_member(matches!(entry.slot, EntryRole::Field { own: true, .. }));
        match entry.slot {
            EntryRole::Field {
                index,
                field,
                all_optional,
                own,
            } => {
                if own {
                    let place = Place::property(&self.frame, field, all_optional);
                    let schema = resolve(&field.ty, &self.frame);
                    return look(Guided::of(walk, node, schema, place, field.rules()));
                }
                self.with_inner(index, &mut |frame| {
                    let place = Place::property(frame, field, all_optional);
                    let schema = resolve(&field.ty, frame);
                    look(Guided::of(walk, node, schema, place, field.rules()));
                });
            }
            EntryRole::Rest => match self.rest {
                OtherNames::Values => {
                    self.with_rest(|map, frame| look(Guided::item(walk, node, &map.value, frame)));
                }
                _ if !walk.d.untyped => {
                    let inner = walk.session.open(node).unwrap_or(node);
                    look(Guided::raw(walk, inner));
                }
                _ => look(Guided::raw(walk, node)),
            },
            EntryRole::Unit { .. } if !node.is_null() && walk.is_unit(node) => {
                let inner = walk.session.open(node).unwrap_or(node);
                look(Guided::raw(walk, inner));
            }
            _ => look(Guided::raw(walk, node)),
        }
    }

    /// Calls `at` with the frame of a flattened type's member. Such a frame exists only during the
    /// walk over the members.
    fn with_inner(&self, index: usize, at: &mut dyn FnMut(&Frame<'_, 'de>)) {
        walk_members(
            self.object,
            self.choice,
            &self.frame,
            &mut |_, frame, position| {
                if position.index == index {
                    at(frame);
                }
            },
        );
    }

    /// Returns true if a property fits, or may be absent and was not sent.
    pub(super) fn member_fits(
        &self,
        walk: Walk<'_, 'de>,
        member: &ObjectMember<'de>,
        at: &Frame<'_, 'de>,
        position: MemberPosition,
    ) -> bool {
        if walk.loses_options && position.is_optional() {
            return true;
        }
        let Some(entry) = self.entry(position.index) else {
            return !self.is_missing(member, at, position);
        };
        if self.second_name(member, entry).is_some() {
            return false;
        }
        match (entry.slot, member.field()) {
            (EntryRole::Default { .. }, _) => true,
            (_, Some(field)) => {
                let walk = walk.of_member(core::ptr::eq(at, &raw const self.frame));
                let optional = position.is_optional();
                let null = walk.changes != Changes::None
                    && entry.node.is_null()
                    && (optional || is_optional(field, at));
                let place = Place::property(at, field, optional);
                let schema = resolve(&field.ty, at);
                null || Guided::of(walk, entry.node, schema, place, field.rules()).fits()
            }
            (_, None) => walk.is_unit(entry.node),
        }
    }
}
