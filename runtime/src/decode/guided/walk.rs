//! A walk through a value with its schema, and its mode.

use super::super::Leniency;
use super::session::{CacheKey, Session};
use crate::dialect::{self, Dialect};
use crate::json_index::Node;
use crate::schema::{Key, Schema};
use crate::shape::{Changes, Frame, FrameStep, key_is_renamed, renamed};

/// The mode of a walk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Walk<'w, 'de> {
    pub(crate) session: &'w Session<'de>,
    pub(crate) d: &'de Dialect,
    pub(crate) other: &'de Dialect,
    /// True inside a string containing JSON, at the edge of a recursive type.
    pub(crate) in_text: bool,
    /// Remaining nesting depth of JSON inside strings.
    pub(crate) depth: usize,
    pub(crate) lenient: Leniency,
    /// True if serde's cost of reading the value is already charged.
    pub(crate) priced: bool,
    /// True if the walk only explains faults and serde doesn't read the value.
    pub(crate) explains: bool,
    pub(crate) selects: Selects,
    pub(crate) changes: Changes,
    /// True if a flattened `Option` may be `None` although its properties were sent, as serde reads
    /// it.
    pub(crate) loses_options: bool,
    /// True if a value fits only in the form that its own dialect declares.
    pub(crate) declared: bool,
    /// True if it has to be a value that its own dialect lists, and not any value or name.
    pub(crate) listed: bool,
}

/// The criterion that selects an alternative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Selects {
    /// Types alone, as serde does it.
    Types,
    /// Types and constraints.
    Constraints,
    /// Types and constraints; if none fits, types alone.
    ConstraintsFirst,
}

/// The rewrites that a walk undoes, and the changes that it makes.
#[derive(Clone, Copy)]
pub(crate) struct WalkOptions<'de> {
    d: &'de Dialect,
    other: &'de Dialect,
    changes: Changes,
}

impl<'w, 'de> Walk<'w, 'de> {
    pub(crate) fn new(session: &'w Session<'de>) -> Self {
        Walk {
            session,
            d: session.d,
            other: session.other,
            in_text: false,
            depth: session.depth,
            lenient: Leniency::NONE,
            priced: false,
            explains: false,
            selects: if session.alone {
                Selects::Constraints
            } else {
                Selects::Types
            },
            changes: Changes::All,
            loses_options: false,
            declared: false,
            listed: false,
        }
    }

    pub(crate) fn with_changes(self, changes: Changes) -> Self {
        Walk { changes, ..self }
    }

    pub(crate) fn way(self) -> WalkOptions<'de> {
        let Walk {
            d, other, changes, ..
        } = self;
        WalkOptions { d, other, changes }
    }

    pub(crate) fn in_way(self, way: WalkOptions<'de>) -> Self {
        let WalkOptions { d, other, changes } = way;
        Walk {
            d,
            other,
            changes,
            ..self
        }
    }

    /// Calls `look` with the name that the dialect gave a property, if it is another one.
    pub(super) fn with_new_name<R>(self, key: &Key<'_>, look: impl FnOnce(&str) -> R) -> Option<R> {
        if !key_is_renamed(&mut self.d.reader(), key.facts) {
            return None;
        }
        let (bytes, len) = renamed(key.raw);
        core::str::from_utf8(&bytes[..len]).ok().map(look)
    }

    /// The walk through a member: of the object itself, or of a flattened type.
    pub(super) fn of_member(self, own: bool) -> Self {
        self.with_changes(self.changes.of_member(own))
    }

    pub(super) fn loosely(self) -> Self {
        Walk {
            selects: Selects::Types,
            ..self
        }
    }

    /// The walks to choose an alternative with, one after the other.
    pub(crate) fn choosing(self) -> impl Iterator<Item = Self> {
        let (first, then) = match self.selects {
            Selects::ConstraintsFirst => (Selects::Constraints, Some(Selects::Types)),
            other => (other, None),
        };
        let all = core::iter::once(first).chain(then);
        all.map(move |selects| Walk { selects, ..self })
    }

    /// The same walk, for explaining faults: a value that matches no alternative is left unchanged.
    pub(crate) fn explaining(self) -> Self {
        Walk {
            explains: true,
            changes: self.changes.of_member(true),
            ..self
        }
    }

    pub(crate) fn forgiving(self, lenient: Leniency) -> Self {
        Walk { lenient, ..self }
    }

    /// The same walk, which reads a flattened `Option` as `None` if its properties don't fit.
    pub(in crate::decode) fn losing_options(self) -> Self {
        Walk {
            loses_options: true,
            ..self
        }
    }

    /// The same walk without a dialect's rewrites.
    pub(crate) fn plain(self) -> Self {
        Walk {
            d: dialect::CANONICAL,
            other: dialect::CANONICAL,
            declared: false,
            listed: false,
            ..self
        }
    }

    /// Returns true if the other dialect has no other rewrites.
    pub(super) fn is_own(self) -> bool {
        self.other.signature == self.d.signature
    }

    /// The walk inside a string containing JSON. `None` if it nests too deep.
    pub(super) fn deeper(self, inner: Node<'de>) -> Option<Self> {
        let depth = self.depth.checked_sub(inner.tape.depth)?;
        Some(Walk { depth, ..self })
    }

    pub(super) fn cache_key(
        self,
        schema: *const Schema<'de>,
        node: Node<'de>,
        frame: &Frame<'_, 'de>,
    ) -> CacheKey {
        let mut around = u64::from(self.in_text)
            | u64::from(self.d.signature == dialect::CANONICAL.signature) << 1
            | u64::from(self.lenient != Leniency::NONE) << 2
            | (self.selects as u64) << 3
            | (self.changes as u64) << 5
            | u64::from(self.is_own()) << 7
            | u64::from(self.lenient.one_or_many) << 8
            | u64::from(self.loses_options) << 9
            | u64::from(self.declared) << 10
            | u64::from(self.listed) << 11
            | (self.depth as u64) << 12;
        let address = |schema: Option<&Schema<'de>>| {
            schema.map_or(0, |schema| core::ptr::from_ref(schema).addr() as u64)
        };
        let mut frame = Some(frame);
        while let Some(at) = frame {
            let here = matches!(at.step, FrameStep::Here | FrameStep::VariantOf(_));
            let bits = address(at.named) << 2 | u64::from(at.optional) << 1 | u64::from(here);
            let bits = bits ^ address(at.variant_of()).rotate_left(32);
            around = (around.rotate_left(5) ^ bits).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            frame = at.up;
        }
        CacheKey {
            schema: schema.addr(),
            value: node.id(),
            around,
        }
    }
}
