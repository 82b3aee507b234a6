//! The value of a member, with its schema.

use super::fields::{EntryRole, FieldEntry, SentFields};
use super::{Guided, Walk};
use crate::shape::{Frame, OtherNames, Place, resolve, walk_members};

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
            EntryRole::Rest => match &self.rest {
                OtherNames::Values(map, frame) => look(Guided::item(walk, node, &map.value, frame)),
                _ if !walk.d.untyped => {
                    let inner = walk.session.open(node).unwrap_or(node);
                    look(Guided::raw(walk, inner));
                }
                _ => look(Guided::raw(walk, node)),
            },
            EntryRole::Unit { .. } if walk.holds_null(node) => {
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
}
