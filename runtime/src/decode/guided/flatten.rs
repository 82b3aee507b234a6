//! The members that no property consumed: unknown names, and those of a flattened map.

use super::Walk;
use super::fields::{EntryRole, FieldEntry, SentFields};
use super::key_value::{has_key_twice, keys_and_values};
use super::sent_names::SentNames;
use crate::dialect::MapStyle;
use crate::json_index::Node;
use crate::shape::{
    OtherNames, Place, is_member, key_is_renamed, map_is_entries, renamed, resolve, rest_key,
};

impl<'de> SentFields<'_, 'de> {
    /// Adds the members that no property consumed.
    pub(super) fn take_rest(
        &mut self,
        walk: Walk<'_, 'de>,
        hidden: &[&str],
        sent: &mut SentNames<'de>,
    ) {
        let entries = walk.d.maps != MapStyle::Schema
            || (walk.other.maps != MapStyle::Schema && matches!(self.rest, OtherNames::Values));
        if !matches!(self.rest, OtherNames::None)
            && entries
            && let Some(key) = rest_key(self.object, self.choice, &self.frame)
            && !is_member(self.object, self.choice, &self.frame, key.raw)
        {
            let (bytes, len) = renamed(key.raw);
            let own = core::str::from_utf8(&bytes[..len]).unwrap_or_default();
            let found = key_is_renamed(&mut walk.d.reader(), key.facts)
                .then(|| sent.take(own))
                .flatten()
                .or_else(|| sent.take(key.raw));
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
