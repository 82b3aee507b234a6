//! The root: the parameters' schema as an object, every property's text copied where another dialect wrote the same one.

use super::check;
use super::members::{self, Members, property};
use super::node::{Place, at};
use super::object;
use super::reference;
use super::writer::{WHOLE_TOOL, Writer};
use crate::dialect::sig;
use crate::json::{Mark, lit};
use crate::schema::{Field, Kind, Schema};
use crate::shape::{Frame, RootForm, Step, has_rest, resolve, root_form};

/// A text that was written, and what it depends on.
#[derive(Clone, Copy)]
pub(crate) struct Piece {
    /// The signature of the dialect that it was written for.
    signature: u64,
    /// The fields of the dialect that were looked at.
    used: u64,
    from: Mark,
    to: Mark,
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
    const fn count(&self, w: &mut Writer<'_, '_>) {
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
    const fn find(&self, signature: u64) -> Option<&Piece> {
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

/// The texts of the root's properties, and what is known of the root.
pub(crate) struct Memo {
    form: Option<RootForm>,
    has_rest: bool,
    properties: [Pieces<8>; Self::MOST],
    /// All properties together.
    block: Pieces<8>,
    /// What follows the properties: `required` and `additionalProperties`.
    tail: Pieces<8>,
}

impl Memo {
    /// How many properties of a tool are remembered; further ones are written for each dialect.
    const MOST: usize = 32;

    pub(crate) const fn new() -> Self {
        Memo {
            form: None,
            has_rest: false,
            properties: [Pieces::NONE; Self::MOST],
            block: Pieces::NONE,
            tail: Pieces::NONE,
        }
    }

    /// The root's form, worked out once.
    const fn form<'a>(&mut self, schema: &'a Schema<'a>) -> RootForm {
        if let Some(form) = self.form {
            return form;
        }
        let form = root_form(schema);
        if let RootForm::Plain = form
            && let Some(root) = root_object(schema)
            && let Kind::Object(object) = &root.kind
        {
            self.has_rest = has_rest(object, 0, &root_frame(root));
        }
        self.form = Some(form);
        form
    }
}

const fn root_frame<'a>(root: &'a Schema<'a>) -> Frame<'a, 'a> {
    Frame {
        step: Step::Here,
        named: Some(root),
        optional: false,
        up: None,
    }
}

/// Writes the root without its opening brace.
pub(crate) const fn body<'a>(w: &mut Writer<'_, 'a>, schema: &'a Schema<'a>, memo: &mut Memo) {
    w.used |= sig::UPPER;
    w.out.put(if w.d.upper {
        "\"type\":\"OBJECT\""
    } else {
        "\"type\":\"object\""
    });
    match memo.form(schema) {
        RootForm::Plain => plain(w, schema, memo),
        RootForm::Under(name) => under(w, schema, name),
    }
    w.param = WHOLE_TOOL;
    if w.used_definitions != 0 {
        reference::definitions(w);
    }
    lit!(w.out, "}");
}

/// The object at the root and the frame inside it, newtypes taken off.
pub(crate) const fn root_object<'a>(schema: &'a Schema<'a>) -> Option<&'a Schema<'a>> {
    let mut schema = schema;
    loop {
        match &schema.kind {
            Kind::Newtype(newtype) => schema = resolve(&newtype.ty, &Frame::ROOT),
            Kind::Object(_) => return Some(schema),
            _ => return None,
        }
    }
}

const fn plain<'a>(w: &mut Writer<'_, 'a>, schema: &'a Schema<'a>, memo: &mut Memo) {
    let Some(root) = root_object(schema) else {
        return;
    };
    let Kind::Object(inner) = &root.kind else {
        return;
    };
    let frame = root_frame(root);
    w.tally.depth = 1;
    if w.structural {
        check::duplicates(w, inner, 0, &frame);
        if w.definitions.full {
            w.fault(
                &frame,
                "$defs",
                "more than 64 types that contain themselves, or are used more than once in a large tree: use fewer",
            );
        }
    }
    let mut members = Members {
        first: true,
        has_rest: memo.has_rest,
    };
    if members.has_rest {
        object::other_names(w, inner, 0, &frame);
    }
    if !memo.block.reuse(w) {
        let measure = Measure::begin(w);
        lit!(w.out, ",\"properties\":{");
        block(w, inner.fields, &frame, &mut members, memo);
        measure.end(w, &mut memo.block);
    }
    w.param = WHOLE_TOOL;
    if !memo.tail.reuse(w) {
        let measure = Measure::begin(w);
        lit!(w.out, "}");
        object::tail(w, inner, 0, &frame, &mut members);
        measure.end(w, &mut memo.tail);
    }
}

/// Writes the properties. Pieces that follow one another in an earlier text are copied together.
const fn block<'a>(
    w: &mut Writer<'_, 'a>,
    fields: &'a [Field<'a>],
    frame: &Frame<'_, 'a>,
    members: &mut Members,
    memo: &mut Memo,
) {
    let mut from = Mark::START;
    let mut to = Mark::START;
    let signature = w.d.signature;
    let n = fields.len();
    let mut i = 0;
    while i < n {
        if i < Memo::MOST
            && let Some(piece) = memo.properties[i].find(signature)
        {
            if !piece.from.same(to) {
                w.out.copy(from, to);
                from = piece.from;
            }
            to = piece.to;
            piece.count(w);
            members.first = false;
        } else {
            w.out.copy(from, to);
            from = to;
            w.param = i;
            fresh(w, &fields[i], i, frame, members, memo);
        }
        i += 1;
    }
    w.out.copy(from, to);
}

/// Writes a property that no earlier text has.
const fn fresh<'a>(
    w: &mut Writer<'_, 'a>,
    field: &'a Field<'a>,
    i: usize,
    frame: &Frame<'_, 'a>,
    members: &mut Members,
    memo: &mut Memo,
) {
    if members::skipped(w, field) {
    } else if field.flags & Field::FLATTEN != 0 {
        members::flattened(w, field, 0, 0, frame, members, false);
    } else if i >= Memo::MOST {
        members.comma(w);
        property!(w, field, 0, frame, false);
    } else {
        let measure = Measure::begin(w);
        // The comma is part of it: what comes first comes first in every dialect.
        members.comma(w);
        property!(w, field, 0, frame, false);
        measure.end(w, &mut memo.properties[i]);
    }
}

/// A root that is no object, under one property.
const fn under<'a>(w: &mut Writer<'_, 'a>, schema: &'a Schema<'a>, name: &'static str) {
    w.param = 0;
    lit!(w.out, ",\"properties\":{\"");
    w.out.put(name);
    lit!(w.out, "\":");
    at(w, schema, &Place::at(&Frame::ROOT, Step::Property(name), 1));
    lit!(w.out, "},\"required\":[\"");
    w.out.put(name);
    lit!(w.out, "\"]");
    w.tally.properties += 1;
    w.used |= sig::CLOSED;
    if !matches!(w.d.closed, crate::dialect::Closed::Never) {
        lit!(w.out, ",\"additionalProperties\":false");
    }
}

/// Writes the root without remembering anything.
pub(crate) const fn walk<'a>(w: &mut Writer<'_, 'a>, schema: &'a Schema<'a>) {
    lit!(w.out, "{");
    body(w, schema, &mut Memo::new());
}
