//! Texts that were written, for other dialects to copy: a dialect writes what another one wrote if both agree in all that was looked at.

use super::writer::{WHOLE_TOOL, Writer};
use crate::json::Mark;

/// A text that was written, and what it depends on.
#[derive(Clone, Copy)]
pub(crate) struct Piece {
    /// The signature of the dialect that it was written for.
    signature: u64,
    /// The fields of the dialect that were looked at.
    used: u64,
    pub(super) from: Mark,
    pub(super) to: Mark,
    definitions: u64,
    pub(crate) faults: u32,
    losses: u32,
    first_fault: usize,
}

impl Piece {
    const NONE: Self = Piece {
        signature: 0,
        used: 0,
        from: Mark::START,
        to: Mark::START,
        definitions: 0,
        faults: 0,
        losses: 0,
        first_fault: WHOLE_TOOL,
    };

    /// Counts what comes with the piece where it is written again.
    pub(super) const fn count(&self, w: &mut Writer<'_, '_>) {
        w.used |= self.used;
        w.used_definitions |= self.definitions;
        if self.faults | self.losses != 0 {
            w.tally.faults += self.faults;
            w.tally.losses += self.losses;
            if self.first_fault < w.first_fault {
                w.first_fault = self.first_fault;
            }
        }
    }
}

/// Texts of one kind that differ between dialects.
#[derive(Clone, Copy)]
pub(crate) struct Pieces<const N: usize> {
    list: [Piece; N],
    len: usize,
}

impl<const N: usize> Pieces<N> {
    pub(crate) const NONE: Self = Pieces {
        list: [Piece::NONE; N],
        len: 0,
    };

    /// The piece that a dialect with that signature would write too: it agrees in all fields that were looked at.
    pub(super) const fn find(&self, signature: u64) -> Option<&Piece> {
        let mut i = 0;
        while i < self.len {
            let piece = &self.list[i];
            if (piece.signature ^ signature) & piece.used == 0 {
                return Some(piece);
            }
            i += 1;
        }
        None
    }

    /// Writes the piece that serves, if there is one.
    pub(crate) const fn reuse(&self, w: &mut Writer<'_, '_>) -> bool {
        match self.find(w.d.signature) {
            Some(piece) => {
                w.out.copy(piece.from, piece.to);
                piece.count(w);
                true
            }
            None => false,
        }
    }

    const fn push(&mut self, piece: Piece) {
        if self.len < N {
            self.list[self.len] = piece;
            self.len += 1;
        }
    }
}

/// What is measured while a piece is written: everything starts from nothing and is added up at the end.
pub(crate) struct Measure {
    used: u64,
    definitions: u64,
    faults: u32,
    losses: u32,
    first_fault: usize,
    from: Mark,
}

impl Measure {
    pub(crate) const fn begin(w: &mut Writer<'_, '_>) -> Self {
        let outer = Measure {
            used: w.used,
            definitions: w.used_definitions,
            faults: w.tally.faults,
            losses: w.tally.losses,
            first_fault: w.first_fault,
            from: w.out.mark(),
        };
        w.used = 0;
        w.used_definitions = 0;
        w.tally.faults = 0;
        w.tally.losses = 0;
        w.first_fault = WHOLE_TOOL;
        outer
    }

    /// Ends the piece: keeps it in `pieces` and adds what it cost to what was there before.
    pub(crate) const fn end<const N: usize>(self, w: &mut Writer<'_, '_>, pieces: &mut Pieces<N>) {
        pieces.push(Piece {
            signature: w.d.signature,
            used: w.used,
            from: self.from,
            to: w.out.mark(),
            definitions: w.used_definitions,
            faults: w.tally.faults,
            losses: w.tally.losses,
            first_fault: w.first_fault,
        });
        w.used |= self.used;
        w.used_definitions |= self.definitions;
        w.tally.faults += self.faults;
        w.tally.losses += self.losses;
        if self.first_fault < w.first_fault {
            w.first_fault = self.first_fault;
        }
    }
}
