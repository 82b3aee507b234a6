//! A cache of rendered fragments.
//!
//! A dialect may reuse another's fragment if they agree on every field that was read while
//! rendering it.

use super::writer::{WHOLE_TOOL, Writer};
use crate::json::Mark;

/// A rendered fragment and its dependencies.
#[derive(Clone, Copy)]
pub(crate) struct Piece {
    /// The signature of its dialect.
    pub(super) signature: u64,
    /// The fields of the dialect that were read.
    pub(super) used: u64,
    pub(super) from: Mark,
    pub(super) to: Mark,
    /// Data that few fragments have.
    pub(super) more: Option<More>,
}

/// The definitions that a fragment refers to, and its faults.
#[derive(Clone, Copy)]
pub(crate) struct More {
    definitions: u64,
    faults: u32,
    first_fault: usize,
}

impl Piece {
    const NONE: Self = Piece {
        signature: 0,
        used: 0,
        from: Mark::START,
        to: Mark::START,
        more: None,
    };
}

impl More {
    /// Counts the definitions and faults of a fragment that is reused.
    pub(super) const fn count(&self, w: &mut Writer<'_, '_>) {
        w.used_definitions |= self.definitions;
        w.tally.faults += self.faults;
        if self.first_fault < w.first_fault {
            w.first_fault = self.first_fault;
        }
    }
}

/// Variants of one fragment for different dialects.
#[derive(Clone, Copy)]
pub(crate) struct Pieces<const N: usize> {
    pub(super) list: [Piece; N],
    pub(super) len: usize,
}

impl<const N: usize> Pieces<N> {
    pub(crate) const NONE: Self = Pieces {
        list: [Piece::NONE; N],
        len: 0,
    };

    /// Writes a fragment whose dialect agrees with the writer's in all fields that were read.
    /// Returns whether there is one.
    pub(crate) const fn reuse(&self, w: &mut Writer<'_, '_>) -> bool {
        let signature = w.d.signature;
        // From the end, because neighbouring dialects are more often alike.
        let mut i = self.len;
        while i > 0 {
            i -= 1;
            let piece = &self.list[i];
            if (piece.signature ^ signature) & piece.used == 0 {
                w.out.copy(piece.from, piece.to);
                w.used |= piece.used;
                if let Some(more) = &piece.more {
                    more.count(w);
                }
                return true;
            }
        }
        false
    }
}

/// The writer's state before a fragment, for measuring the fragment.
pub(crate) struct Measure {
    used: u64,
    definitions: u64,
    faults: u32,
    first_fault: usize,
    from: Mark,
}

impl Measure {
    pub(crate) const fn begin(w: &mut Writer<'_, '_>) -> Self {
        let outer = Measure {
            used: w.used,
            definitions: w.used_definitions,
            faults: w.tally.faults,
            first_fault: w.first_fault,
            from: w.out.mark(),
        };
        w.used = 0;
        w.used_definitions = 0;
        w.first_fault = WHOLE_TOOL;
        outer
    }

    /// Ends the fragment: stores it in `pieces`, and restores the previous state with the
    /// fragment's share added.
    pub(crate) const fn end<const N: usize>(self, w: &mut Writer<'_, '_>, pieces: &mut Pieces<N>) {
        let faults = w.tally.faults - self.faults;
        let at = pieces.len;
        if at < N {
            pieces.len = at + 1;
            pieces.list[at] = Piece {
                signature: w.d.signature,
                used: w.used,
                from: self.from,
                to: w.out.mark(),
                more: if w.used_definitions == 0 && faults == 0 {
                    None
                } else {
                    Some(More {
                        definitions: w.used_definitions,
                        faults,
                        first_fault: w.first_fault,
                    })
                },
            };
        }
        w.used |= self.used;
        w.used_definitions |= self.definitions;
        if self.first_fault < w.first_fault {
            w.first_fault = self.first_fault;
        }
    }
}
