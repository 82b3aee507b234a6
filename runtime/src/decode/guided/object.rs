//! The members of an object, under the names that serde reads.

use super::Walk;
use super::default::write_default;
use super::fields::{EntryRole, FieldEntry, SentFields};
use super::resolved::{has_key_twice, keys_and_values};
use crate::dialect::MapStyle;
use crate::json_index::Node;
use crate::schema::{Field, Object};
use crate::shape::{
    Frame, MemberPosition, ObjectMember, OtherNames, Place, hidden_names, is_member,
    map_is_entries, own_hidden_names, resolve, rest_key, walk_members,
};

/// Returns the members of one alternative of an object.
pub(crate) fn fields<'s, 'de>(
    walk: Walk<'_, 'de>,
    object: &'de Object<'de>,
    choice: usize,
    frame: &Frame<'s, 'de>,
    node: Node<'de>,
) -> SentFields<'s, 'de> {
    let mut fields = SentFields {
        object,
        choice,
        frame: *frame,
        entries: Vec::with_capacity(object.fields.len()),
        rest: OtherNames::None,
        incomplete: Vec::new(),
        undeclared: false,
    };
    if fields.take_in_order(walk, node) {
        return fields;
    }
    fields.entries.clear();
    let mut sent = SentNames::of(node, object.fields.len());
    let hidden = hidden_names(object, choice, frame);
    let own_hidden: Vec<&str> = own_hidden_names(object).collect();
    let mut absent: Vec<MemberPosition> = Vec::new();
    fields.rest = walk_members(object, choice, frame, &mut |member, at, position| {
        let own = core::ptr::eq(at, frame);
        // Serde reads the object's own hidden fields before those of flattened types.
        let hidden = if own { &[] } else { own_hidden.as_slice() };
        if let Some(entry) = walk.member(member, at, position, own, hidden, &mut sent) {
            fields.entries.push(entry);
        } else if position.is_optional() && !member.may_be_absent(at) {
            absent.push(position);
        }
    });
    fields.note_incomplete(&absent);
    fields.add_nulls(walk, node);
    fields.take_rest(walk, &hidden, &mut sent);
    fields
}

impl<'de> SentFields<'_, 'de> {
    /// Fast path for names in field order under their own names, as models mostly send them. False
    /// if the general path is needed. Both must agree.
    fn take_in_order(&mut self, walk: Walk<'_, 'de>, node: Node<'de>) -> bool {
        let mut members = node.members();
        let mut next = members.next();
        let mut index = 0;
        for field in self.object.fields {
            if field.flags & (Field::FLATTEN | Field::FILL_DEFAULT) != 0 {
                return false;
            }
            if field.has(Field::OUTPUT_ONLY) {
                continue;
            }
            // Otherwise it is absent, or present under another name: then a member is left.
            if let Some((name, node)) = next
                && name == field.key.raw
            {
                next = members.next();
                if !(node.is_null() && walk.changes.drop_null(walk.d, field, &self.frame, false)) {
                    let slot = EntryRole::Field {
                        index,
                        field,
                        all_optional: false,
                        own: true,
                    };
                    self.entries.push(FieldEntry::as_sent(name, node, slot));
                }
            }
            index += 1;
        }
        next.is_none()
    }
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
        let found = found.or_else(|| {
            let (sent, node) = self.with_new_name(&field.key, |name| sent.take(name))??;
            Some((field.key.raw, sent, node))
        });
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
}

impl<'de> SentFields<'_, 'de> {
    /// Adds the members that no property consumed.
    fn take_rest(&mut self, walk: Walk<'_, 'de>, hidden: &[&str], sent: &mut SentNames<'de>) {
        let entries = walk.d.maps != MapStyle::Schema
            || (walk.other.maps != MapStyle::Schema && matches!(self.rest, OtherNames::Values));
        if !matches!(self.rest, OtherNames::None)
            && entries
            && let Some(key) = rest_key(self.object, self.choice, &self.frame)
            && !is_member(self.object, self.choice, &self.frame, key.raw)
        {
            let found = walk.with_new_name(key, |name| sent.take(name)).flatten();
            let found = found.or_else(|| sent.take(key.raw));
            match found {
                Some((_, node)) if node.is_null() => self.take_null(walk, key.raw, node),
                Some((_, node)) => self.take_list(walk, key.raw, node, sent),
                None => {}
            }
        }
        let in_list = match self.rest {
            OtherNames::None => false,
            OtherNames::Any => walk.d.maps == MapStyle::Entries,
            OtherNames::Values => {
                let is_list = self.with_rest(|map, _| map_is_entries(&mut walk.d.reader(), map));
                is_list == Some(true)
            }
        };
        let slot = match self.rest {
            OtherNames::None => EntryRole::Unknown,
            OtherNames::Any => EntryRole::Unchanged,
            OtherNames::Values => EntryRole::Rest,
        };
        // A map must not have the names that serde would read into hidden fields.
        for entry in &mut self.entries {
            if entry.is_other() && hidden.contains(&entry.name) {
                entry.slot = EntryRole::Hidden;
            }
        }
        // In an open map, any JSON value is kept unchanged; only in a list of `{key, value}` it is
        // JSON text.
        for one in sent.left() {
            if walk.lenient.unknown_fields
                && matches!(self.rest, OtherNames::None)
                && self.is_closed(walk)
            {
                walk.session.note_coercion(
                    one.node,
                    "a name that the object does not have was left out",
                );
                continue;
            }
            if hidden.contains(&one.name) {
                let entry = FieldEntry::as_sent(one.name, one.node, EntryRole::Hidden);
                self.entries.push(entry);
                continue;
            }
            self.undeclared |= in_list || matches!(self.rest, OtherNames::None);
            let entry = FieldEntry::as_sent(one.name, one.node, slot);
            self.entries.push(entry);
        }
    }

    /// Adds a `null` under the flattened field's name, if the dialect keeps other names in place
    /// and it may be one of them. Otherwise it is an absent list.
    fn take_null(&mut self, walk: Walk<'_, 'de>, name: &'de str, node: Node<'de>) {
        let slot = match self.rest {
            OtherNames::Values if self.is_other_value(walk, node) => EntryRole::Rest,
            OtherNames::Any => EntryRole::Unchanged,
            _ => return,
        };
        if walk.d.maps == MapStyle::Schema {
            self.entries.push(FieldEntry::as_sent(name, node, slot));
        }
    }

    /// Returns true if the map for other names holds the value without a conversion.
    fn is_other_value(&self, walk: Walk<'_, 'de>, node: Node<'de>) -> bool {
        let fits = self.with_rest(|map, at| {
            let schema = resolve(&map.value, at);
            walk.plain().fits(schema, &Place::at(at), node)
        });
        fits == Some(true)
    }

    /// Adds the other names from a list of `{key, value}`, sent under the flattened field's name.
    fn take_list(
        &mut self,
        walk: Walk<'_, 'de>,
        name: &'de str,
        node: Node<'de>,
        sent: &SentNames<'de>,
    ) {
        let one = |slot| FieldEntry::as_sent(name, node, slot);
        if !node.is_array() {
            return self.entries.push(one(EntryRole::Rest));
        }
        // A dialect that keeps other names in place may use the field's own name for one of them.
        if walk.d.maps == MapStyle::Schema && self.is_other_value(walk, node) {
            return self.entries.push(one(EntryRole::Rest));
        }
        let Some(list) = keys_and_values(node) else {
            return self.entries.push(one(EntryRole::Unchanged));
        };
        let is_beside = |key: &str| {
            is_member(self.object, self.choice, &self.frame, key)
                || sent.left().any(|one| one.name == key)
        };
        if has_key_twice(&list) || list.iter().any(|(key, _)| is_beside(key)) {
            return self.entries.push(one(EntryRole::Duplicate));
        }
        let rest = |(key, value)| FieldEntry::as_sent(key, value, EntryRole::Rest);
        self.entries.extend(list.into_iter().map(rest));
    }
}

/// The member names received, each with a consumed flag.
struct SentNames<'de> {
    all: Vec<SentName<'de>>,
    /// Index after the last one consumed, because a model mostly keeps the schema's order.
    next: usize,
}

struct SentName<'de> {
    name: &'de str,
    node: Node<'de>,
    taken: bool,
}

impl<'de> SentNames<'de> {
    fn of(node: Node<'de>, about: usize) -> Self {
        let mut all = Vec::with_capacity(about);
        all.extend(node.members().map(|(name, node)| SentName {
            name,
            node,
            taken: false,
        }));
        SentNames { all, next: 0 }
    }

    fn take(&mut self, name: &str) -> Option<(&'de str, Node<'de>)> {
        let is = |one: &SentName<'_>| !one.taken && one.name == name;
        let at = match self.all.get(self.next) {
            Some(one) if is(one) => self.next,
            _ => self.all.iter().position(is)?,
        };
        self.next = at + 1;
        let one = &mut self.all[at];
        one.taken = true;
        Some((one.name, one.node))
    }

    fn left(&self) -> impl Iterator<Item = &SentName<'de>> {
        self.all.iter().filter(|one| !one.taken)
    }
}
