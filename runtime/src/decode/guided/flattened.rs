//! A flattened `Option`: serde reads it as `None` if its properties are incomplete or of another
//! type. The model would not notice that they are lost, so this is a fault.
//!
//! A flattened, externally tagged enum: serde reads the first of its names in the text. Another one
//! would be lost, or a value of the map for other names.

use super::fields::{EntryRole, FlattenedPart, SentFields};
use super::{FieldEntry, Walk};
use crate::json_index::Node;
use crate::schema::{Field, Kind, Schema};
use crate::shape::{
    Frame, MemberPosition, ObjectMember, object_alternatives, reads_null, walk_members,
    walk_members_of_none, walk_variants,
};

impl<'de> SentFields<'_, 'de> {
    /// Records the absent properties that are required because another property of their flattened
    /// `Option` was sent.
    pub(super) fn note_incomplete(&mut self, absent: &[MemberPosition]) {
        let required = absent
            .iter()
            .filter(|one| self.sent_beside(**one).is_some());
        self.incomplete = required.map(|one| one.index).collect();
    }

    /// Adds the required properties of a flattened `Option` that were sent as `null`, a value of
    /// their type. In a dialect in which `null` means absent, the other properties of the `Option`
    /// show that it was meant as the value.
    pub(super) fn add_nulls(&mut self, walk: Walk<'_, 'de>, node: Node<'de>) {
        if self.incomplete.is_empty() {
            return;
        }
        let (object, choice, frame) = (self.object, self.choice, self.frame);
        walk_members(object, choice, &frame, &mut |member, at, position| {
            let index = position.index;
            let Some(field) = member.field() else { return };
            if !self.incomplete.contains(&index) || !reads_null(&field.ty, at) {
                return;
            }
            let found = node.members().find(|(name, value)| {
                value.is_null() && (member.answers_to(name) || is_new_name(walk, member, name))
            });
            if let Some((sent, node)) = found {
                self.incomplete.retain(|other| *other != index);
                self.entries.push(FieldEntry {
                    name: field.key.raw,
                    sent,
                    node,
                    slot: EntryRole::Field {
                        index,
                        field,
                        all_optional: true,
                        own: false,
                    },
                });
            }
        });
    }

    /// Returns the name of a property that was sent and belongs to the same flattened `Option`.
    pub(in crate::decode) fn sent_beside(&self, position: MemberPosition) -> Option<&'de str> {
        let (begin, end) = position.option?;
        let mut entries = self.entries.iter();
        let beside = |entry: &&FieldEntry<'_>| {
            entry
                .index()
                .is_some_and(|index| begin <= index && index < end)
        };
        entries.find(beside).map(|entry| entry.sent)
    }

    /// Returns true if a property is required. It was not sent.
    pub(in crate::decode) fn is_missing(
        &self,
        member: &ObjectMember<'de>,
        at: &Frame<'_, 'de>,
        position: MemberPosition,
    ) -> bool {
        if position.is_optional() {
            self.incomplete.contains(&position.index)
        } else {
            !member.may_be_absent(at)
        }
    }

    /// Returns true if a flattened `Option` in the part was sent, and serde would read it as
    /// `None`.
    pub(super) fn loses_option(&self, walk: Walk<'_, 'de>, part: FlattenedPart) -> bool {
        let of_option = |entry: &FieldEntry<'_>| match entry.slot {
            _ if !part.has(entry) => false,
            EntryRole::Field { all_optional, .. } => all_optional,
            EntryRole::Rest | EntryRole::Unchanged => self.is_rest_optional(),
            _ => false,
        };
        if !self.entries.iter().any(of_option) {
            return false;
        }
        let mut fits = !part.rest || !self.is_rest_optional() || self.other_names_fit(walk);
        self.each_member(&mut |member, at, position| {
            if fits && position.is_optional() && part.has_index(position.index) {
                fits = self.member_fits(walk, member, at, position);
            }
        });
        !fits
    }

    /// Returns true if a name was sent that is lost because its flattened `Option` is `None` in
    /// this alternative.
    pub(super) fn has_name_of_none(&self, walk: Walk<'_, 'de>) -> bool {
        let is_sent = |member: &ObjectMember<'de>| {
            self.entries.iter().any(|entry| {
                entry.is_other()
                    && !entry.node.is_null()
                    && (member.answers_to(entry.sent) || is_new_name(walk, member, entry.sent))
            })
        };
        let mut found = false;
        if !walk.loses_options {
            walk_members_of_none(
                self.object,
                self.choice,
                &self.frame,
                &mut |member, _, _| found = found || is_sent(member),
            );
        }
        found
    }
}

/// Returns true if the dialect has that name for the property.
fn is_new_name(walk: Walk<'_, '_>, member: &ObjectMember<'_>, name: &str) -> bool {
    let is_it = |field: &Field<'_>| walk.with_new_name(&field.key, |new| new == name);
    member.field().and_then(is_it) == Some(true)
}

/// Returns true if the schema is an object with a flattened `Option`. Serde reads it as `None` if
/// its properties don't fit.
pub(super) fn flattens_option<'de>(schema: &'de Schema<'de>, frame: &Frame<'_, 'de>) -> bool {
    let Kind::Object(object) = &schema.kind else {
        return false;
    };
    (0..object_alternatives(object, frame)).any(|choice| {
        let mut found = false;
        walk_members(object, choice, frame, &mut |_, _, position| {
            found = found || position.is_optional();
        });
        walk_members_of_none(object, choice, frame, &mut |_, _, _| found = true);
        found
    })
}

impl<'de> SentFields<'_, 'de> {
    /// Returns true if the name of another variant was sent too, or a second name of the same.
    pub(in crate::decode) fn has_other_variant(&self) -> bool {
        let mut others = self.entries.iter().filter(|entry| entry.is_other());
        self.object
            .fields
            .iter()
            .any(|field| field.has(Field::FLATTEN))
            && others.any(|entry| self.sibling_variant(entry, true).is_some())
    }

    /// Returns the variant that was sent beside this name of another.
    pub(in crate::decode) fn variant_beside(
        &self,
        entry: &FieldEntry<'de>,
    ) -> Option<&FieldEntry<'de>> {
        self.sibling_variant(entry, false)
    }

    fn sibling_variant(
        &self,
        entry: &FieldEntry<'de>,
        or_itself: bool,
    ) -> Option<&FieldEntry<'de>> {
        let mut found = None;
        walk_variants(
            self.object,
            self.choice,
            &self.frame,
            &mut |chosen, other| {
                let is_second =
                    other.answers_to(entry.name) && (or_itself || !chosen.answers_to(entry.name));
                if found.is_none() && is_second {
                    let is_chosen = |entry: &&FieldEntry<'_>| {
                        entry.index().is_some() && chosen.answers_to(entry.name)
                    };
                    found = self.entries.iter().find(is_chosen);
                }
            },
        );
        found
    }
}

/// Returns true if the schema is an object that flattens an externally tagged enum.
pub(super) fn flattens_external_enum<'de>(
    schema: &'de Schema<'de>,
    frame: &Frame<'_, 'de>,
) -> bool {
    let Kind::Object(object) = &schema.kind else {
        return false;
    };
    (0..object_alternatives(object, frame)).any(|choice| {
        let mut found = false;
        walk_variants(object, choice, frame, &mut |_, _| found = true);
        found
    })
}
