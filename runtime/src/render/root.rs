//! The root: the parameters' schema as an object, every property's text copied where another dialect wrote the same one.

use super::check;
use super::members::{self, Members, property};
use super::node::{Place, at};
use super::object;
use super::pieces::{Measure, Pieces};
use super::reference;
use super::rest;
use super::writer::{WHOLE_TOOL, Writer};
use crate::dialect::sig;
use crate::json::{Mark, lit};
use crate::schema::{Field, Kind, Object, Schema};
use crate::shape::{Frame, RootForm, Step, has_rest, resolve, root_form};

/// How many properties of a tool are remembered; further ones are written for each dialect.
const MOST_PROPERTIES: usize = 32;

/// The texts of the root's properties, and what is known of the root.
pub(crate) struct Memo<'a> {
    /// The object at the root, where that is what the root is.
    plain: Option<(&'a Schema<'a>, &'a Object<'a>)>,
    has_rest: bool,
    properties: [Pieces<8>; MOST_PROPERTIES],
    /// All properties together.
    block: Pieces<8>,
    /// What follows the properties: `required`.
    required: Pieces<8>,
}

impl Memo<'_> {
    #[allow(clippy::large_stack_arrays)] // 17 KiB, for the time of one walk.
    pub(crate) const fn new() -> Self {
        Memo {
            plain: None,
            has_rest: false,
            properties: [Pieces::NONE; MOST_PROPERTIES],
            block: Pieces::NONE,
            required: Pieces::NONE,
        }
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
pub(crate) const fn body<'a>(w: &mut Writer<'_, 'a>, schema: &'a Schema<'a>, memo: &mut Memo<'a>) {
    w.used |= sig::UPPER;
    if w.d.upper {
        lit!(w.out, "\"type\":\"OBJECT\"");
    } else {
        lit!(w.out, "\"type\":\"object\"");
    }
    match memo.plain {
        Some((root, object)) => plain(w, root, object, memo),
        None => match root_form(schema) {
            RootForm::Plain => {
                if let Some(root) = root_object(schema)
                    && let Kind::Object(object) = &root.kind
                {
                    memo.plain = Some((root, object));
                    memo.has_rest = has_rest(object, 0, &root_frame(root));
                    plain(w, root, object, memo);
                }
            }
            RootForm::Under(name) => under(w, schema, name),
        },
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

const fn plain<'a>(
    w: &mut Writer<'_, 'a>,
    root: &'a Schema<'a>,
    inner: &'a Object<'a>,
    memo: &mut Memo<'a>,
) {
    let frame = root_frame(root);
    w.tally.depth = 1;
    if w.structural {
        object_checks(w, inner, &frame);
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
    if !memo.required.reuse(w) {
        let measure = Measure::begin(w);
        lit!(w.out, "}");
        object::required(w, inner, 0, &frame, &mut members);
        measure.end(w, &mut memo.required);
    }
    // Too short to be remembered.
    object::additional(w, inner, 0, &frame, &members);
}

/// What nobody can read in a root.
const fn object_checks<'a>(w: &mut Writer<'_, 'a>, root: &'a Object<'a>, frame: &Frame<'_, 'a>) {
    check::duplicates(w, root, 0, frame);
    if w.definitions.full {
        w.fault(
            frame,
            "$defs",
            "more than 64 types that contain themselves, or are used more than once in a large tree: use fewer",
        );
    }
}

/// Writes the properties. Pieces that follow one another in an earlier text are copied together.
const fn block<'a>(
    w: &mut Writer<'_, 'a>,
    fields: &'a [Field<'a>],
    frame: &Frame<'_, 'a>,
    members: &mut Members,
    memo: &mut Memo<'a>,
) {
    let signature = w.d.signature;
    let n = fields.len();
    // What was found and is still to be copied. No `Option`: taking one apart costs const evaluation as much as three calls.
    let mut pending = false;
    let mut from = Mark::START;
    let mut to = Mark::START;
    let mut used = 0;
    let mut i = 0;
    'fields: while i < n {
        if i < MOST_PROPERTIES {
            // As `Pieces::reuse`: a call each time would be most of what this costs.
            let pieces = &memo.properties[i];
            let mut at = pieces.len;
            while at > 0 {
                at -= 1;
                let piece = &pieces.list[at];
                if (piece.signature ^ signature) & piece.used == 0 {
                    used |= piece.used;
                    if let Some(more) = &piece.more {
                        more.count(w);
                    }
                    if !pending || !piece.from.same(to) {
                        if pending {
                            w.out.copy(from, to);
                        }
                        pending = true;
                        from = piece.from;
                    }
                    to = piece.to;
                    i += 1;
                    continue 'fields;
                }
            }
        }
        if pending {
            members.first = false;
            w.out.copy(from, to);
            pending = false;
        }
        w.param = i;
        fresh(w, &fields[i], i, frame, members, memo);
        i += 1;
    }
    if pending {
        members.first = false;
        w.out.copy(from, to);
    }
    w.used |= used;
}

/// Writes a property that no earlier text has.
const fn fresh<'a>(
    w: &mut Writer<'_, 'a>,
    field: &'a Field<'a>,
    i: usize,
    frame: &Frame<'_, 'a>,
    members: &mut Members,
    memo: &mut Memo<'a>,
) {
    if members::skipped(w, field) {
    } else if field.flags & Field::FLATTEN != 0 {
        members::flattened(w, field, 0, 0, frame, members, false);
    } else if i >= MOST_PROPERTIES {
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

/// Looks at the root for what is wrong with it, and writes it nowhere.
pub(crate) const fn look<'a>(w: &mut Writer<'_, 'a>, schema: &'a Schema<'a>) {
    // Large trees are too large for whoever takes no definitions.
    w.tally.doubtful = w.definitions.share;
    if let RootForm::Plain = root_form(schema)
        && let Some(root) = root_object(schema)
        && let Kind::Object(inner) = &root.kind
    {
        let frame = root_frame(root);
        object_checks(w, inner, &frame);
        let mut members = Members::new(inner, 0, &frame);
        if members.has_rest {
            object::other_names(w, inner, 0, &frame);
            rest::additional(w, inner, 0, &frame);
        }
        members::properties(w, inner, 0, 0, &frame, &mut members, false);
    } else {
        at(w, schema, &Place::at(&Frame::ROOT, Step::Here, 1));
    }
    if w.used_definitions != 0 {
        reference::definitions(w);
    }
}
