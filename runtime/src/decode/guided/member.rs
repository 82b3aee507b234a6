//! The value of a member, with its schema.

use serde::de::{DeserializeSeed, Error};

use super::error::DecodeError;
use super::fields::{EntryRole, FieldEntry, FlattenedPart, SentFields};
use super::keys::{name_satisfies, reject_same_key};
use super::{Guided, Walk};
use crate::shape::{
    Changes, Frame, MemberPosition, ObjectMember, OtherNames, is_optional, map_key,
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
                let mut look_at = |frame: &Frame<'_, 'de>| {
                    look(Guided::property(walk, node, (field, frame), all_optional));
                };
                if own {
                    return look_at(&self.frame);
                }
                // The frame of a flattened type exists only during the walk over the members.
                self.each_member(&mut |_, frame, position| {
                    if position.index == index {
                        look_at(frame);
                    }
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
                null || Guided::property(walk, entry.node, (field, at), optional).fits()
            }
            (_, None) => walk.is_unit(entry.node),
        }
    }

    /// Notes the members that serde ignores. Returns an error if it would lose one of the others.
    pub(super) fn reject(
        &self,
        walk: Walk<'_, 'de>,
        part: FlattenedPart,
    ) -> Result<(), DecodeError> {
        for entry in &self.entries {
            match entry.slot {
                // If the object is closed, serde itself reports the name.
                EntryRole::Unknown if part.has(entry) => walk.session.ignore(entry.node),
                EntryRole::Hidden if self.is_closed(walk) => {
                    return Err(DecodeError::hidden());
                }
                EntryRole::Hidden => walk.session.ignore(entry.node),
                _ => {}
            }
        }
        if self.loses_option(walk, part) {
            return Err(DecodeError::incomplete());
        }
        self.read_options(walk, part)?;
        // Two other names may be one key of their map.
        let result = self.with_rest(|map, frame| {
            let rest = self.entries.iter();
            let rest = rest.filter(|entry| matches!(entry.slot, EntryRole::Rest));
            reject_same_key(map_key(&map.key, frame), &mut rest.map(|entry| entry.name))
        });
        result.unwrap_or(Ok(()))
    }

    /// Returns an error if the name of an entry is one that its object can't have.
    fn reject_name(&self, walk: Walk<'_, 'de>, entry: &FieldEntry<'de>) -> Result<(), DecodeError> {
        let satisfies = match entry.slot {
            EntryRole::Duplicate => return Err(DecodeError::custom("a key occurs twice")),
            EntryRole::Rest => self.with_rest(|map, frame| {
                let key = map_key(&map.key, frame);
                name_satisfies(walk.session, &map.key, key, frame, entry.name)
            }),
            _ => None,
        };
        if satisfies == Some(false) {
            return Err(DecodeError::custom("a name violates a constraint"));
        }
        Ok(())
    }

    pub(super) fn read<S: DeserializeSeed<'de>>(
        &self,
        walk: Walk<'_, 'de>,
        entry: &FieldEntry<'de>,
        seed: S,
    ) -> Result<S::Value, DecodeError> {
        self.reject_name(walk, entry)?;
        let mut seed = Some(seed);
        let mut out = Err(DecodeError::no_name());
        self.with_entry(walk, entry, &mut |value| {
            if let Some(seed) = seed.take() {
                out = value.read(seed);
            }
        });
        out
    }
}
