//! The members of an object that were sent, under the names that serde reads.

use super::Walk;
use crate::json_index::Node;
use crate::schema::{Field, Map, Object};
use crate::shape::{
    Frame, MemberPosition, ObjectMember, OtherNames, is_closed, is_member, rest_field,
    serde_rejects_names, walk_members, with_rest,
};

/// The members of an object that were sent, and the defaults that are filled in.
pub(crate) struct SentFields<'s, 'de> {
    pub(crate) object: &'de Object<'de>,
    pub(crate) choice: usize,
    pub(crate) frame: Frame<'s, 'de>,
    pub(crate) entries: Vec<FieldEntry<'de>>,
    pub(super) rest: OtherNames,
    /// The indices of properties that are required and absent: others of their flattened `Option`
    /// were sent.
    pub(super) incomplete: Vec<usize>,
    /// True if a name was sent that the dialect doesn't declare.
    pub(super) undeclared: bool,
}

/// One member.
#[derive(Clone, Copy)]
pub(crate) struct FieldEntry<'de> {
    /// The name that serde reads.
    pub(crate) name: &'de str,
    /// The name that was sent.
    pub(crate) sent: &'de str,
    pub(crate) node: Node<'de>,
    pub(crate) slot: EntryRole<'de>,
}

/// The role of an entry.
#[derive(Clone, Copy)]
pub(crate) enum EntryRole<'de> {
    /// A property, by its index among those of the object and of its flattened types.
    Field {
        index: usize,
        field: &'de Field<'de>,
        all_optional: bool,
        /// True if it belongs to the object itself, not to a flattened type.
        own: bool,
    },
    /// A unit variant of a flattened enum.
    Unit { index: usize },
    /// A default for a property that was not sent.
    Default { index: usize },
    /// A member with any name.
    Rest,
    /// A member with any name that is read unchanged: it isn't a value of the rest's type, or the
    /// rest has no type.
    Unchanged,
    /// A list of `{key, value}` with a duplicate key, or with the name of a property beside it.
    Duplicate,
    /// A name that the object doesn't have.
    Unknown,
    /// The name of a hidden field, which serde doesn't get.
    Hidden,
}

impl<'de> FieldEntry<'de> {
    pub(super) fn as_sent(name: &'de str, node: Node<'de>, slot: EntryRole<'de>) -> Self {
        FieldEntry {
            name,
            sent: name,
            node,
            slot,
        }
    }

    pub(crate) fn is_other(&self) -> bool {
        self.index().is_none()
    }

    pub(super) fn index(&self) -> Option<usize> {
        match self.slot {
            EntryRole::Field { index, .. }
            | EntryRole::Unit { index }
            | EntryRole::Default { index } => Some(index),
            _ => None,
        }
    }
}

/// The members of an object that form a flattened type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FlattenedPart {
    pub(super) begin: usize,
    pub(super) end: usize,
    /// True if it includes the other names.
    pub(super) rest: bool,
}

impl FlattenedPart {
    pub(super) const ALL: Self = FlattenedPart {
        begin: 0,
        end: usize::MAX,
        rest: true,
    };

    pub(super) const NONE: Self = FlattenedPart {
        begin: 0,
        end: 0,
        rest: false,
    };

    pub(super) fn has(&self, entry: &FieldEntry<'_>) -> bool {
        match entry.index() {
            Some(index) => self.has_index(index),
            None => self.rest && !matches!(entry.slot, EntryRole::Hidden),
        }
    }

    pub(super) fn has_index(&self, index: usize) -> bool {
        self.begin <= index && index < self.end
    }
}

impl<'de> SentFields<'_, 'de> {
    pub(crate) fn each_member(
        &self,
        visit: &mut dyn FnMut(&ObjectMember<'de>, &Frame<'_, 'de>, MemberPosition),
    ) {
        walk_members(self.object, self.choice, &self.frame, visit);
    }

    /// Returns the members that serde gets.
    pub(super) fn sent(&self) -> impl Iterator<Item = &FieldEntry<'de>> {
        let entries = self.entries.iter();
        entries.filter(|entry| !matches!(entry.slot, EntryRole::Hidden))
    }

    pub(crate) fn entry(&self, index: usize) -> Option<&FieldEntry<'de>> {
        self.entries
            .iter()
            .find(|entry| entry.index() == Some(index))
    }

    pub(crate) fn is_closed(&self, walk: Walk<'_, 'de>) -> bool {
        let SentFields { object, choice, .. } = *self;
        if walk.loses_options {
            serde_rejects_names(object, choice, &self.frame)
        } else {
            is_closed(object, choice, &self.frame)
        }
    }

    /// Returns true if the map for other names belongs to a flattened `Option`.
    pub(super) fn is_rest_optional(&self) -> bool {
        let found = rest_field(self.object, self.choice, &self.frame);
        found.is_some_and(|found| found.optional)
    }

    /// Returns true if a key in the list of other names is the name of a property, or was sent
    /// beside the list.
    pub(crate) fn is_beside_rest(&self, key: &str) -> bool {
        let sent = |entry: &FieldEntry<'_>| {
            matches!(entry.slot, EntryRole::Rest | EntryRole::Unchanged) && entry.name == key
        };
        is_member(self.object, self.choice, &self.frame, key) || self.entries.iter().any(sent)
    }

    /// Returns the member that was sent for a property under another of its names. Serde rejects
    /// that, and reads a flattened `Option` as `None`.
    pub(crate) fn second_name(
        &self,
        member: &ObjectMember<'de>,
        entry: &FieldEntry<'de>,
    ) -> Option<&FieldEntry<'de>> {
        if member.aliases().is_empty() || matches!(entry.slot, EntryRole::Default { .. }) {
            return None;
        }
        let mut entries = self.entries.iter();
        entries.find(|other| other.index().is_none() && member.answers_to(other.name))
    }

    /// Returns the result of `look`, called with the map that keeps other names, if there is one.
    pub(crate) fn with_rest<T>(
        &self,
        look: impl FnOnce(&'de Map<'de>, &Frame<'_, 'de>) -> T,
    ) -> Option<T> {
        with_rest(self.object, self.choice, &self.frame, look)
    }
}
