//! Texts that were written, for other dialects to copy: a dialect writes what another one wrote if both agree in all that was looked at.

use super::writer::{WHOLE_TOOL, Writer};
use crate::json::Mark;

/// A text that was written, and what it depends on.
#[derive(Clone, Copy)]
pub(crate) struct Piece {
    /// The signature of the dialect that it was written for.
    pub(super) signature: u64,
    /// The fields of the dialect that were looked at.
    pub(super) used: u64,
    pub(super) from: Mark,
    pub(super) to: Mark,
    /// What few pieces have.
    pub(super) more: Option<More>,
}

/// The definitions that a piece names, and what is wrong with it.
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
    /// Counts what comes with a piece where it is written again.
    pub(super) const fn count(&self, w: &mut Writer<'_, '_>) {
        w.used_definitions |= self.definitions;
        w.tally.faults += self.faults;
        if self.first_fault < w.first_fault {
            w.first_fault = self.first_fault;
        }
    }
}

/// Texts of one kind that differ between dialects.
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

    /// Writes the piece that serves, if there is one: its dialect agrees with the writer's in all fields that were looked at.
    pub(crate) const fn reuse(&self, w: &mut Writer<'_, '_>) -> bool {
        let signature = w.d.signature;
        // From the end, since neighbours are alike more often.
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

/// What is measured while a piece is written.
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

    /// Ends the piece: keeps it in `pieces` and adds what it cost to what was there before.
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
