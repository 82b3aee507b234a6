//! The keywords that can't be checked, with their places in the document.

use std::collections::HashSet;
use std::fmt::Write as _;

use super::program::SchemaId;
use super::unchecked;
use crate::import::pointer::escape;
use crate::import::resources::{ReferenceTarget, ResourceId, Resources};
use crate::render::ReportEntry;

/// Maximum number of entries, and maximum bytes of their pointers. A name in a pointer may be as
/// long as the document.
const MAX_ENTRIES: usize = 10_000;
const MAX_POINTERS: usize = 4 << 20;

#[derive(Clone, Copy)]
pub(super) enum NodeOrigin<'j> {
    /// Reached through a `$ref` with this fragment; the root has no fragment.
    Reference {
        resource: ResourceId,
        fragment: &'j str,
    },
    Inside {
        parent: SchemaId,
        keyword: &'static str,
        key: OriginKey<'j>,
    },
}

impl<'j> NodeOrigin<'j> {
    /// The origin of the schema that a reference leads to.
    pub(super) fn of(target: ReferenceTarget<'j, 'j>) -> Self {
        NodeOrigin::Reference {
            resource: target.found_in,
            fragment: target.fragment,
        }
    }
}

#[derive(Clone, Copy)]
pub(super) enum OriginKey<'j> {
    Only,
    Name(&'j str),
    Index(usize),
}

/// The weakness of a schema of which a part is not checked.
#[derive(Clone, Copy, Default)]
pub(super) struct Weakness {
    /// True if it accepts more than it would.
    pub(super) is_wide: bool,
    /// True if it evaluates fewer members or items than it would.
    pub(super) is_lost: bool,
    /// The number of the entry with the reason.
    reason: Option<usize>,
}

struct UncheckedKeyword {
    id: SchemaId,
    keyword: &'static str,
    reason: String,
}

/// Entries, and the origins of all nodes.
#[derive(Default)]
pub(super) struct UncheckedReport<'j> {
    origins: Vec<NodeOrigin<'j>>,
    weak: Vec<Weakness>,
    entries: Vec<UncheckedKeyword>,
    /// The keywords that have an entry, by their schema.
    known: HashSet<(SchemaId, &'static str)>,
    /// The keywords that are left out because of a schema inside.
    left_out: HashSet<(SchemaId, &'static str)>,
}

impl<'j> UncheckedReport<'j> {
    pub(super) fn add_node(&mut self, origin: NodeOrigin<'j>) {
        self.origins.push(origin);
        self.weak.push(Weakness::default());
    }

    pub(super) fn weakness(&self, id: SchemaId) -> Weakness {
        self.weak[id]
    }

    /// Marks a node in the place of schemas that can't be checked.
    pub(super) fn mark_unchecked(&mut self, id: SchemaId) {
        self.weak[id].is_wide = true;
        self.weak[id].is_lost = true;
    }

    /// Reports a keyword that constrains the value itself.
    pub(super) fn assertion(&mut self, id: SchemaId, keyword: &'static str, reason: &str) {
        self.push(id, keyword, format!("it is not checked: {reason}"));
        self.weak[id].is_wide = true;
    }

    /// Reports a keyword that applies schemas.
    pub(super) fn applicator(&mut self, id: SchemaId, keyword: &'static str, reason: &str) {
        self.assertion(id, keyword, reason);
        self.mark_unchecked(id);
    }

    /// Reports a value in the place of a schema, as its keyword.
    pub(super) fn of_node(&mut self, id: SchemaId, reason: &str) {
        self.mark_unchecked(id);
        let (around, keyword) = match self.origins[id] {
            NodeOrigin::Inside {
                parent, keyword, ..
            } => (parent, keyword),
            NodeOrigin::Reference { .. } => (id, ""),
        };
        self.assertion(around, keyword, reason);
        self.weak[id].reason = self.weak[around].reason;
    }

    /// Reports a keyword that is not checked because of a schema inside.
    pub(super) fn because_of(&mut self, id: SchemaId, keyword: &'static str, inner: SchemaId) {
        let reason = match self.weak[inner].reason {
            Some(entry) => self.entries[entry].reason.clone(),
            None => "it is not checked: neither is a schema in it".to_owned(),
        };
        self.push(id, keyword, reason);
        self.left_out.insert((id, keyword));
    }

    /// Marks a node as weak as a schema that it applies. Returns whether that is new.
    pub(super) fn inherit(&mut self, id: SchemaId, from: SchemaId, is_lost: bool) -> bool {
        let inner = self.weak[from];
        let own = &mut self.weak[id];
        let wide = inner.is_wide && !own.is_wide;
        let lost = is_lost && !own.is_lost;
        own.is_wide |= inner.is_wide;
        own.is_lost |= is_lost;
        own.reason = own.reason.or(inner.reason);
        wide || lost
    }

    fn push(&mut self, id: SchemaId, keyword: &'static str, reason: String) {
        if self.entries.len() >= MAX_ENTRIES || !self.known.insert((id, keyword)) {
            return;
        }
        let weak = &mut self.weak[id].reason;
        *weak = weak.or(Some(self.entries.len()));
        self.entries.push(UncheckedKeyword {
            id,
            keyword,
            reason,
        });
    }

    fn pointer(&self, id: SchemaId, resources: &Resources<'j>) -> String {
        let mut inside = Vec::new();
        let mut at = id;
        let mut out = loop {
            match self.origins[at] {
                NodeOrigin::Reference { resource, fragment } => {
                    let (base, path) = resources.pointer(resource, fragment);
                    break format!("{base}{path}");
                }
                NodeOrigin::Inside {
                    parent,
                    keyword,
                    key,
                } => {
                    inside.push((keyword, key));
                    at = parent;
                }
            }
        };
        for (keyword, key) in inside.into_iter().rev() {
            let _ = match key {
                OriginKey::Only => write!(out, "/{keyword}"),
                OriginKey::Name(name) => write!(out, "/{keyword}/{}", escape(name)),
                OriginKey::Index(i) => write!(out, "/{keyword}/{i}"),
            };
        }
        out
    }

    /// Returns true if a keyword around a schema is left out, with an entry of its own.
    fn is_covered(&self, id: SchemaId) -> bool {
        let mut at = id;
        while let NodeOrigin::Inside {
            parent, keyword, ..
        } = self.origins[at]
        {
            if self.left_out.contains(&(parent, keyword)) {
                return true;
            }
            at = parent;
        }
        false
    }

    /// All entries but those inside of a keyword that has one.
    pub(super) fn into_entries(self, resources: &Resources<'j>) -> Vec<ReportEntry> {
        let mut all = Vec::new();
        let mut left = MAX_POINTERS;
        let mut is_cut = self.entries.len() >= MAX_ENTRIES;
        for entry in &self.entries {
            if self.is_covered(entry.id) {
                continue;
            }
            let pointer = self.pointer(entry.id, resources);
            let Some(rest) = left.checked_sub(pointer.len()) else {
                is_cut = true;
                break;
            };
            left = rest;
            all.push(unchecked(&pointer, entry.keyword, &entry.reason));
        }
        if is_cut {
            let reason = "more of it is not checked; the list is too long";
            all.push(unchecked("", "", reason));
        }
        all
    }
}
