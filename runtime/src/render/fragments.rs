//! The cache of the renderer: fragments of text that several dialects share.
//!
//! A dialect may copy another's fragment if both agree on every field that was read while the
//! fragment was written. The general path is to write it again.

#[cfg(all(test, feature = "call"))]
mod tests;

use super::type_prefix::open_again;
use super::types::FragmentTypes;
use super::writer::Writer;
use crate::dialect::UPPER;
use crate::json::Mark;

#[derive(Clone, Copy)]
struct Fragment {
    /// The signature of its dialect.
    signature: u64,
    /// The fields of the dialect that were read.
    used: u64,
    from: Mark,
    to: Mark,
    types: FragmentTypes,
    /// The definitions that it refers to.
    definitions: u64,
}

impl Fragment {
    const NONE: Self = Fragment {
        signature: 0,
        used: 0,
        from: Mark::START,
        to: Mark::START,
        types: FragmentTypes::None,
        definitions: 0,
    };
}

/// The texts of one fragment in different dialects. If there are more than `N`, the last ones are
/// not kept.
#[derive(Clone, Copy)]
pub(super) struct Fragments<const N: usize> {
    list: [Fragment; N],
    len: usize,
}

/// The writer's state before a fragment.
#[derive(Clone, Copy)]
pub(super) struct WriterState {
    used: u64,
    definitions: u64,
    faults: u32,
    types: FragmentTypes,
    from: Mark,
}

impl<const N: usize> Fragments<N> {
    pub(super) const NONE: Self = Fragments {
        list: [Fragment::NONE; N],
        len: 0,
    };

    /// Copies the text of a dialect that agrees with the writer's in all fields that were read.
    /// Returns whether there is one.
    pub(super) const fn copy(&self, w: &mut Writer<'_, '_>) -> bool {
        let signature = w.d.signature();
        // From the end, because neighbouring dialects are more often alike.
        let mut i = self.len;
        while i > 0 {
            i -= 1;
            let one = &self.list[i];
            if (one.signature ^ signature) & one.used == 0 {
                if (one.signature ^ signature) & UPPER != 0
                    && let FragmentTypes::One(opened) = one.types
                {
                    w.out.copy(one.from, opened.from);
                    open_again(w, opened.ty);
                    w.out.copy(opened.to, one.to);
                } else {
                    w.out.copy(one.from, one.to);
                }
                w.d.add(one.used);
                w.used_definitions |= one.definitions;
                return true;
            }
        }
        false
    }

    /// Keeps the text that was written since `start`. One with a fault is not kept, so each dialect
    /// counts its own faults.
    pub(super) const fn keep(&mut self, w: &mut Writer<'_, '_>, start: WriterState) {
        let used = w.d.take();
        let at = self.len;
        if at < N && w.tally.faults == start.faults {
            self.len = at + 1;
            self.list[at] = Fragment {
                signature: w.d.signature(),
                used,
                from: start.from,
                to: w.out.mark(),
                types: w.types,
                definitions: w.used_definitions,
            };
        }
        w.d.add(start.used | used);
        w.types = start.types;
        w.used_definitions |= start.definitions;
    }
}

impl WriterState {
    /// Starts a fragment: reads are recorded anew.
    pub(super) const fn of(w: &mut Writer<'_, '_>) -> Self {
        let start = WriterState {
            used: w.d.take(),
            definitions: w.used_definitions,
            faults: w.tally.faults,
            types: w.types,
            from: w.out.mark(),
        };
        w.types = FragmentTypes::None;
        w.used_definitions = 0;
        start
    }
}
