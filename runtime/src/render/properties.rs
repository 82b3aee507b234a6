//! The root's properties. A property's text is copied if another dialect wrote the same one.
//!
//! Adjacent plain properties with the same forms are a *run*. A run is written once in each form
//! and copied whole. A property that is not plain is its own run, and its texts are [`Pieces`],
//! which are found by the dialect fields that were read.

use super::members::{self, Members, property};
use super::pieces::{Measure, Pieces};
use super::plain::Plain;
use super::writer::Writer;
use crate::dialect::{COUNT, Forms, LONG, NOT_PLAIN};
use crate::json::{Mark, lit};
use crate::schema::Field;
use crate::shape::{Frame, resolve};

/// The maximum number of cached properties. Further ones are written for each dialect.
const MOST: usize = 32;

/// A class that no property has.
const NO_SORT: u8 = Plain::LONG - 1;

/// Adjacent properties with the same forms, and their texts.
#[derive(Clone, Copy)]
struct Run {
    forms: &'static Forms,
    first: usize,
    end: usize,
    /// Indexed by form; empty if not plain.
    texts: [Text; COUNT + 1],
}

/// The range of a written text.
#[derive(Clone, Copy)]
struct Text {
    from: Mark,
    to: Mark,
    /// One more than the order of the text right before it; 0 if not written. A number, because
    /// comparing marks would take a call.
    order: usize,
}

impl Text {
    const NONE: Self = Text {
        from: Mark::START,
        to: Mark::START,
        order: 0,
    };
}

/// The root's properties and their cached texts.
pub(super) struct Properties<'a> {
    plain: [Plain<'a>; MOST],
    runs: [Run; MOST],
    /// The number of runs.
    pub(super) len: usize,
    /// The classes of the plain ones: a bit for each.
    pub(super) kinds: usize,
    /// The texts of properties in dialects where they are not plain.
    pieces: [Pieces<8>; MOST],
    order: usize,
    /// All are plain.
    pub(super) all_plain: bool,
}

impl<'a> Properties<'a> {
    #[allow(clippy::large_stack_arrays)] // About 40 KiB, for the time of one walk.
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
            // The general path counts losses that are faults.
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

    /// Writes all properties. Texts that are adjacent in an earlier text are copied together.
    pub(super) const fn write(
        &mut self,
        w: &mut Writer<'_, 'a>,
        fields: &'a [Field<'a>],
        frame: &Frame<'_, 'a>,
        members: &mut Members,
    ) {
        let place = w.d.place;
        // The pending range to copy, and the order of the text after it. 1 means none, because no
        // text has it.
        let mut from = Mark::START;
        let mut to = Mark::START;
        let mut next = 1;
        // The position after the previous run, if it was just written.
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

    /// Records the dialect fields that the plain properties depend on.
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
        // The comma is part of it, because the first property is the same in every dialect.
        one(w, field, frame, members);
        measure.end(w, pieces);
    }

    /// Ends the properties and writes `required` if all are plain. `all`: includes optional ones.
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
                // With the comma before it, if there is one, and without the colon after it.
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

/// Writes one property, or the members that it is flattened into.
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
