//! The root's properties: each one's text is copied where another dialect wrote the same one.
//!
//! Plain properties that stand side by side and take the same forms are one *run*: a run is written once in each form, and copied whole. What is not plain is
//! a run of its own, and its texts are [`Pieces`], which are found by what was looked at while they were written.

use super::members::{self, Members, property};
use super::pieces::{Measure, Pieces};
use super::plain::Plain;
use super::writer::Writer;
use crate::dialect::{COUNT, Forms, LONG, NOT_PLAIN};
use crate::json::{Mark, lit};
use crate::schema::Field;
use crate::shape::{Frame, resolve};

/// How many properties of a tool are remembered; further ones are written for each dialect.
const MOST: usize = 32;

/// The sort of no property.
const NO_SORT: u8 = Plain::LONG - 1;

/// Properties that take the same forms, and their texts.
#[derive(Clone, Copy)]
struct Run {
    forms: &'static Forms,
    first: usize,
    end: usize,
    /// By form; none where it is not plain.
    texts: [Text; COUNT + 1],
}

/// A text that was written.
#[derive(Clone, Copy)]
struct Text {
    from: Mark,
    to: Mark,
    /// One more than the text right before it has. 0: nothing was written. A number, since comparing marks is a call.
    order: usize,
}

impl Text {
    const NONE: Self = Text {
        from: Mark::START,
        to: Mark::START,
        order: 0,
    };
}

/// The root's properties, and what was written of them.
pub(super) struct Properties<'a> {
    plain: [Plain<'a>; MOST],
    runs: [Run; MOST],
    /// How many runs there are.
    pub(super) len: usize,
    /// What plain ones are made of: a bit for each kind.
    pub(super) kinds: usize,
    /// The texts of properties in dialects where they are not plain.
    pieces: [Pieces<8>; MOST],
    order: usize,
    /// All are plain.
    pub(super) all_plain: bool,
}

impl<'a> Properties<'a> {
    #[allow(clippy::large_stack_arrays)] // Some 40 KiB, for the time of one walk.
    pub(super) const NEW: Self = Properties {
        plain: [Plain::UNKNOWN; MOST],
        runs: [Run {
            forms: &NOT_PLAIN,
            first: 0,
            end: 0,
            texts: [Text::NONE; COUNT + 1],
        }; MOST],
        len: 0,
        kinds: 0,
        pieces: [Pieces::NONE; MOST],
        order: 0,
        all_plain: false,
    };

    /// Finds the runs.
    pub(super) const fn find(&mut self, w: &Writer<'_, 'a>, fields: &'a [Field<'a>]) {
        let all = fields.len();
        let n = if all < MOST { all } else { MOST };
        self.all_plain = all == n;
        let mut last = NO_SORT;
        let mut i = 0;
        while i < n {
            let plain = &mut self.plain[i];
            // A loss that is a fault is counted on the long way.
            if !w.lossless {
                plain.look(w, &fields[i]);
            }
            let sort = plain.sort;
            if sort == Plain::LONG {
                self.all_plain = false;
                last = NO_SORT;
            } else {
                self.kinds |= 1 << sort;
            }
            if sort != last {
                let run = &mut self.runs[self.len];
                run.forms = plain.forms;
                run.first = i;
                self.len += 1;
                last = sort;
            }
            i += 1;
            self.runs[self.len - 1].end = i;
        }
    }

    /// Writes all properties. Texts that follow one another in an earlier text are copied together.
    pub(super) const fn write(
        &mut self,
        w: &mut Writer<'_, 'a>,
        fields: &'a [Field<'a>],
        frame: &Frame<'_, 'a>,
        members: &mut Members,
    ) {
        let place = w.d.place;
        // What is still to be copied, and the order that what follows it has; 1, which no text has: nothing.
        let mut from = Mark::START;
        let mut to = Mark::START;
        let mut next = 1;
        // Where the run before was written just now.
        let mut behind = usize::MAX;
        let mut i = 0;
        while i < self.len {
            let run = &self.runs[i];
            let form = run.forms.of[place];
            let text = &run.texts[form as usize];
            if text.order == next {
                to = text.to;
                next += 1;
                i += 1;
                continue;
            }
            if next > 1 {
                members.first = false;
                w.out.copy(from, to);
                next = 1;
            }
            if text.order > 0 {
                from = text.from;
                to = text.to;
                next = text.order + 1;
            } else if form == LONG {
                let mut at = run.first;
                let end = run.end;
                while at < end {
                    self.long(w, fields, at, frame, members);
                    at += 1;
                }
            } else {
                self.order += if behind == i { 1 } else { 2 };
                behind = i + 1;
                let run = &mut self.runs[i];
                let start = w.out.mark();
                let mut at = run.first;
                while at < run.end {
                    w.param = at;
                    self.plain[at].write(w, &fields[at], frame, form, members);
                    at += 1;
                }
                run.texts[form as usize] = Text {
                    from: start,
                    to: w.out.mark(),
                    order: self.order,
                };
            }
            i += 1;
        }
        if next > 1 {
            members.first = false;
            w.out.copy(from, to);
        }
        if self.all_plain {
            return;
        }
        let mut i = MOST;
        while i < fields.len() {
            w.param = i;
            one(w, &fields[i], frame, members);
            i += 1;
        }
    }

    /// Notes what the plain ones depend on.
    pub(super) const fn looked(&self, w: &mut Writer<'_, '_>) {
        let mut i = 0;
        while i < self.len {
            let forms = self.runs[i].forms;
            let form = forms.of[w.d.place];
            if form != LONG {
                w.used |= forms.used[form as usize];
            }
            i += 1;
        }
    }

    /// Writes a property that is not plain in this dialect.
    const fn long(
        &mut self,
        w: &mut Writer<'_, 'a>,
        fields: &'a [Field<'a>],
        i: usize,
        frame: &Frame<'_, 'a>,
        members: &mut Members,
    ) {
        let field = &fields[i];
        w.param = i;
        if members::skipped(w, field) || field.flags & Field::FLATTEN != 0 {
            return one(w, field, frame, members);
        }
        let pieces = &mut self.pieces[i];
        if pieces.reuse(w) {
            members.first = false;
            return;
        }
        let measure = Measure::begin(w);
        // The comma is part of it: what comes first comes first in every dialect.
        one(w, field, frame, members);
        measure.end(w, pieces);
    }

    /// Ends the properties, and writes `required`, where all are plain. `all`: those that may be absent, too.
    pub(super) const fn required(
        &self,
        w: &mut Writer<'_, 'a>,
        fields: &'a [Field<'a>],
        all: bool,
    ) {
        let n = fields.len();
        let mut first = true;
        let mut i = 0;
        while i < n {
            if all || !self.plain[i].optional {
                let name = &self.plain[i].name;
                if first {
                    lit!(w.out, "},\"required\":[");
                }
                // With the comma before it, if there is one, and without the colon behind it.
                if name.is_written && first == (i == 0) {
                    w.out.again_but_last(name);
                } else {
                    if !first {
                        lit!(w.out, ",");
                    }
                    lit!(w.out, "\"");
                    w.out.put(fields[i].key.raw);
                    lit!(w.out, "\"");
                }
                first = false;
            }
            i += 1;
        }
        if !first {
            lit!(w.out, "]");
        } else if all {
            lit!(w.out, "},\"required\":[]");
        } else {
            lit!(w.out, "}");
        }
    }
}

/// Writes one property, or what it is flattened into.
const fn one<'a>(
    w: &mut Writer<'_, 'a>,
    field: &'a Field<'a>,
    frame: &Frame<'_, 'a>,
    members: &mut Members,
) {
    if members::skipped(w, field) {
    } else if field.flags & Field::FLATTEN != 0 {
        members::flattened(w, field, 0, 0, frame, members, false);
    } else {
        members.comma(w);
        property!(w, field, 0, frame, false);
    }
}
