//! The members of an object, under the names that serde reads.

use super::Walk;
use super::default::write_default;
use super::fields::{EntryRole, FieldEntry, SentFields};
use super::sent_names::SentNames;
use crate::json_index::Node;
use crate::schema::{Field, Object};
use crate::shape::{
    Frame, MemberPosition, ObjectMember, OtherNames, hidden_names, key_is_renamed,
    own_hidden_names, renamed, resolve, walk_members,
};

/// Returns the members of one alternative of an object.
pub(crate) fn fields<'s, 'de>(
    walk: Walk<'_, 'de>,
    object: &'de Object<'de>,
    choice: usize,
    frame: &'s Frame<'s, 'de>,
    node: Node<'de>,
) -> SentFields<'s, 'de> {
    if let Some(entries) = fast_fields(walk, object, frame, node) {
        return SentFields {
            object,
            choice,
            frame: *frame,
            entries,
            rest: OtherNames::None,
            incomplete: Vec::new(),
            undeclared: false,
        };
    }
    let mut sent = SentNames::of(node, object.fields.len());
    let hidden = hidden_names(object, choice, frame);
    let own_hidden: Vec<&str> = own_hidden_names(object).collect();
    let mut entries: Vec<FieldEntry<'de>> = Vec::with_capacity(sent.all.len());
    let mut absent: Vec<MemberPosition> = Vec::new();
    let rest = walk_members(object, choice, frame, &mut |member, at, position| {
        let own = core::ptr::eq(at, frame);
        // Serde reads the object's own hidden fields before those of flattened types.
        let hidden = if own { &[] } else { own_hidden.as_slice() };
        if let Some(entry) = walk.member(member, at, position, own, hidden, &mut sent) {
            entries.push(entry);
        } else if position.is_optional() && !member.may_be_absent(at) {
            absent.push(position);
        }
    });
    let mut fields = SentFields {
        object,
        choice,
        frame: *frame,
        entries,
        rest,
        incomplete: Vec::new(),
        undeclared: false,
    };
    fields.note_incomplete(&absent);
    fields.add_nulls(walk, node);
    fields.take_rest(walk, &hidden, &mut sent);
    fields
}

/// Fast path for names in field order under their own names, as models mostly send them. `None` if
/// the general path is needed. Both must agree.
fn fast_fields<'de>(
    walk: Walk<'_, 'de>,
    object: &'de Object<'de>,
    frame: &Frame<'_, 'de>,
    node: Node<'de>,
) -> Option<Vec<FieldEntry<'de>>> {
    let mut members = node.members();
    let mut next = members.next();
    let mut entries = Vec::with_capacity(object.fields.len());
    let mut index = 0;
    for field in object.fields {
        if field.flags & (Field::FLATTEN | Field::FILL_DEFAULT) != 0 {
            return None;
        }
        if field.flags & Field::OUTPUT_ONLY != 0 {
            continue;
        }
        match next {
            Some((name, node)) if name == field.key.raw => {
                next = members.next();
                if !(node.is_null() && walk.changes.drop_null(walk.d, field, frame, false)) {
                    let slot = EntryRole::Field {
                        index,
                        field,
                        all_optional: false,
                        own: true,
                    };
                    entries.push(FieldEntry::as_sent(name, node, slot));
                }
            }
            // It is absent, or present under another name: then a member is left.
            _ => {}
        }
        index += 1;
    }
    next.is_none().then_some(entries)
}

impl<'de> Walk<'_, 'de> {
    /// Returns a property that was sent or has a default to fill in.
    fn member(
        self,
        member: &ObjectMember<'de>,
        at: &Frame<'_, 'de>,
        position: MemberPosition,
        own: bool,
        hidden: &[&str],
        sent: &mut SentNames<'de>,
    ) -> Option<FieldEntry<'de>> {
        let index = position.index;
        let all_optional = position.is_optional();
        let changes = self.changes.of_member(own);
        let is_absent = |node: Node<'de>| {
            node.is_null()
                && (member.field())
                    .is_some_and(|field| changes.drop_null(self.d, field, at, all_optional))
        };
        // After a `null` that means absent, an alias may have the value.
        let mut names = member.names().filter(|name| !hidden.contains(name));
        let found = names.find_map(|name| sent.take(name).filter(|(_, node)| !is_absent(*node)));
        let found = found.map(|(name, node)| (name, name, node));
        let Some(field) = member.field() else {
            let (name, sent, node) = found?;
            return Some(FieldEntry {
                name,
                sent,
                node,
                slot: EntryRole::Unit { index },
            });
        };
        let found = found.or_else(|| self.take_renamed(field, sent));
        if let Some((name, sent, node)) = found
            && !is_absent(node)
        {
            return Some(FieldEntry {
                name,
                sent,
                node,
                slot: EntryRole::Field {
                    index,
                    field,
                    all_optional,
                    own,
                },
            });
        }
        if field.flags & Field::FILL_DEFAULT == 0 {
            return None;
        }
        let default = field.default()?;
        let node = self.session.written(field, || {
            let mut text = String::new();
            write_default(default, resolve(&field.ty, at), at, &mut text)?;
            Some(text)
        })?;
        let slot = EntryRole::Default { index };
        Some(FieldEntry::as_sent(field.key.raw, node, slot))
    }

    /// Consumes a property under the name that the dialect gave it.
    fn take_renamed(
        self,
        field: &'de Field<'de>,
        sent: &mut SentNames<'de>,
    ) -> Option<(&'de str, &'de str, Node<'de>)> {
        if !key_is_renamed(&mut self.d.reader(), field.key.facts) {
            return None;
        }
        let (bytes, len) = renamed(field.key.raw);
        let name = core::str::from_utf8(&bytes[..len]).ok()?;
        let (found, node) = sent.take(name)?;
        Some((field.key.raw, found, node))
    }
}
