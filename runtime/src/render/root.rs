//! The root: the parameters' schema as an object, every property's text copied where another dialect wrote the same one.

use super::check;
use super::members::{self, Members};
use super::node::{Place, at};
use super::object;
use super::reference;
use super::writer::{Definitions, WHOLE_TOOL, Writer};
use crate::dialect::{CANONICAL, sig};
use crate::json::{Mark, Sink};
use crate::schema::{Field, Kind, Object, Schema};
use crate::shape::{Frame, RootForm, Step, resolve, root_form};

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

    /// Whether a dialect with that signature would write the same bytes.
    const fn serves(&self, signature: u64) -> bool {
        (self.signature ^ signature) & self.used == 0
    }

    /// Writes the piece again, with all that comes with it.
    const fn again(&self, w: &mut Writer<'_, '_>) {
        w.out.copy(self.from, self.to);
        w.used |= self.used;
        w.used_definitions |= self.definitions;
        w.tally.faults += self.faults;
        w.tally.losses += self.losses;
        if self.first_fault < w.first_fault {
            w.first_fault = self.first_fault;
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

    /// Writes the piece that serves, if there is one.
    pub(crate) const fn reuse(&self, w: &mut Writer<'_, '_>) -> bool {
        let signature = w.signature;
        let mut i = 0;
        while i < self.len {
            if self.list[i].serves(signature) {
                self.list[i].again(w);
                return true;
            }
            i += 1;
        }
        false
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
    pub(crate) const fn end<const N: usize>(
        self,
        w: &mut Writer<'_, '_>,
        pieces: &mut Pieces<N>,
    ) {
        pieces.push(Piece {
            signature: w.signature,
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

/// The texts of the root's properties.
pub(crate) struct Memo {
    properties: [Pieces<8>; Self::MOST],
}

impl Memo {
    /// How many properties of a tool are remembered; further ones are written for each dialect.
    const MOST: usize = 64;

    pub(crate) const fn new() -> Self {
        Memo {
            properties: [Pieces::NONE; Self::MOST],
        }
    }
}

/// Writes the root without its opening brace.
pub(crate) const fn body<'a>(w: &mut Writer<'_, 'a>, schema: &'a Schema<'a>, memo: &mut Memo) {
    let upper = w.upper();
    w.put(if upper {
        "\"type\":\"OBJECT\""
    } else {
        "\"type\":\"object\""
    });
    match root_form(schema) {
        RootForm::Plain => plain(w, schema, memo),
        RootForm::Under(name) => under(w, schema, name),
    }
    w.param = WHOLE_TOOL;
    reference::definitions(w);
    w.put("}");
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
    let frame = Frame {
        step: Step::Here,
        named: Some(root),
        optional: false,
        up: None,
    };
    w.tally.depth = 1;
    if w.structural {
        check::duplicates(w, inner, 0, &frame);
    }
    let mut members = Members::new(inner, 0, &frame);
    if members.rest_in_words(w) {
        w.put(",\"description\":\"other names are allowed\"");
    }
    w.put(",\"properties\":{");
    let mut i = 0;
    while i < inner.fields.len() {
        w.param = i;
        let field = &inner.fields[i];
        if members::skipped(w, field) {
        } else if field.flags & Field::FLATTEN != 0 {
            members::flattened(w, field, 0, 0, &frame, &mut members, false);
        } else {
            members.comma(w);
            if i < Memo::MOST {
                if !memo.properties[i].reuse(w) {
                    let measure = Measure::begin(w);
                    members::property(w, field, 0, &frame, false);
                    measure.end(w, &mut memo.properties[i]);
                }
            } else {
                members::property(w, field, 0, &frame, false);
            }
        }
        i += 1;
    }
    w.param = WHOLE_TOOL;
    w.put("}");
    object::tail(w, inner, 0, &frame, &mut members);
}

/// A root that is no object, under one property.
const fn under<'a>(w: &mut Writer<'_, 'a>, schema: &'a Schema<'a>, name: &'static str) {
    w.param = 0;
    w.put(",\"properties\":{\"");
    w.put(name);
    w.put("\":");
    at(w, schema, &Place::at(&Frame::ROOT, Step::Property(name), 1));
    w.put("},\"required\":[\"");
    w.put(name);
    w.put("\"]");
    w.tally.properties += 1;
    w.used |= sig::CLOSED;
    if !matches!(w.d.closed, crate::dialect::Closed::Never) {
        w.put(",\"additionalProperties\":false");
    }
}

/// How many schemas a text may hold before types that are used more than once are written once.
const MOST_NODES: u32 = 1000;

/// Finds the types of a tree that need a definition.
pub(crate) const fn find_definitions<'a>(schema: &'a Schema<'a>, output: bool) -> Definitions<'a> {
    let mut w = Writer::new(Sink::none(), &CANONICAL);
    w.discover = true;
    w.output = output;
    w.most_nodes = MOST_NODES;
    walk(&mut w, schema);
    if w.tally.nodes <= MOST_NODES {
        return w.definitions;
    }
    let mut w = Writer::new(Sink::none(), &CANONICAL);
    w.discover = true;
    w.output = output;
    w.definitions.share = true;
    walk(&mut w, schema);
    w.definitions
}

/// Writes the root without remembering anything.
pub(crate) const fn walk<'a>(w: &mut Writer<'_, 'a>, schema: &'a Schema<'a>) {
    w.put("{");
    body(w, schema, &mut Memo::new());
}

/// Whether there is a property at the root at all.
pub(crate) const fn is_empty(schema: &Schema<'_>) -> bool {
    match &schema.kind {
        Kind::Object(Object { fields, .. }) => {
            let mut i = 0;
            while i < fields.len() {
                if fields[i].flags & Field::OUTPUT_ONLY == 0 {
                    return false;
                }
                i += 1;
            }
            true
        }
        _ => false,
    }
}

