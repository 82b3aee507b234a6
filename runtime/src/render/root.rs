//! The root: the parameters' schema as an object.

use super::check;
use super::members::{self, Members};
use super::node::at;
use super::object;
use super::pieces::{Measure, Pieces};
use super::place::Place;
use super::properties::Properties;
use super::reference;
use super::rest;
use super::writer::{WHOLE_TOOL, Writer};
use crate::dialect::{Closed, DIALECTS, Places, alike, sig};
use crate::json::{Part, lit};
use crate::schema::{Kind, Object, Schema};
use crate::shape::{Around, Frame, RootForm, Step, has_rest, root_form, unwrapped};

/// A cache of the root: its classification and the texts of its properties.
pub(crate) struct Memo<'a> {
    /// The root has been classified.
    known: bool,
    /// The object at the root, if it is one.
    object: Option<(&'a Schema<'a>, &'a Object<'a>)>,
    has_rest: bool,
    properties: Properties<'a>,
    /// All properties are plain, and other names are rejected.
    pub(super) is_plain: bool,
    /// `required` of plain properties: with the optional ones, and without.
    required: [Part; 2],
    /// The dialects that write such properties in the same form as each dialect.
    pub(super) alike: (&'static Places, &'static Places),
    /// Such properties in each dialect, and a bit for each that was written.
    blocks: [Part; DIALECTS.len()],
    has_block: u32,
    /// The same with `required`.
    inner: [Part; DIALECTS.len()],
    has_inner: u32,
    /// `required`, if not all are plain.
    any_required: Pieces<8>,
    /// The body of such a root, without its opening brace.
    any_bodies: Pieces<12>,
}

impl Memo<'_> {
    pub(crate) const NEW: Self = Memo {
        known: false,
        object: None,
        has_rest: false,
        properties: Properties::NEW,
        is_plain: false,
        required: [Part::NONE; 2],
        alike: alike(0),
        blocks: [Part::NONE; DIALECTS.len()],
        has_block: 0,
        inner: [Part::NONE; DIALECTS.len()],
        has_inner: 0,
        any_required: Pieces::NONE,
        any_bodies: Pieces::NONE,
    };
}

impl<'a> Memo<'a> {
    /// Classifies a root before the first text is written. Returns whether it consists of plain
    /// properties, which completes the classification.
    pub(super) const fn look(&mut self, w: &Writer<'_, 'a>, schema: &'a Schema<'a>) -> bool {
        if let Kind::Object(object) = &schema.kind
            && object.closed
            && !matches!(object.fields, [])
        {
            self.properties.find(w, object.fields);
            if self.properties.all_plain {
                self.known = true;
                self.object = Some((schema, object));
                self.is_plain = true;
                self.alike = alike(self.properties.kinds);
                return true;
            }
        }
        false
    }

    /// Classifies any other root. The writer has the definitions of its types.
    pub(super) const fn find(&mut self, w: &Writer<'_, 'a>, schema: &'a Schema<'a>) {
        self.known = true;
        if let RootForm::Plain = root_form(schema)
            && let Some(root) = root_object(schema)
            && let Kind::Object(object) = &root.kind
        {
            self.object = Some((root, object));
            self.has_rest = has_rest(object, 0, &root_frame(root));
            if self.properties.len == 0 {
                self.properties.find(w, object.fields);
            }
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

/// Writes the root, with its opening brace if `brace` is set.
pub(crate) const fn write<'a>(
    w: &mut Writer<'_, 'a>,
    schema: &'a Schema<'a>,
    memo: &mut Memo<'a>,
    brace: bool,
) {
    if !memo.known && !memo.look(w, schema) {
        memo.find(w, schema);
    }
    if memo.is_plain {
        let place = w.d.place;
        let alike = memo.alike.0[place] & memo.alike.1[place];
        return plain(w, memo, alike, brace);
    }
    if brace {
        lit!(w.out, "{");
    }
    if memo.any_bodies.reuse(w) {
        return;
    }
    let measure = Measure::begin(w);
    w.used |= sig::UPPER;
    if w.d.upper {
        lit!(w.out, "\"type\":\"OBJECT\"");
    } else {
        lit!(w.out, "\"type\":\"object\"");
    }
    match memo.object {
        Some((root, object)) => any(w, root, object, memo),
        None => {
            if let RootForm::Under(name) = root_form(schema) {
                under(w, schema, name);
            }
        }
    }
    w.param = WHOLE_TOOL;
    if w.used_definitions != 0 {
        reference::definitions(w);
    }
    lit!(w.out, "}");
    measure.end(w, &mut memo.any_bodies);
}

/// Returns the index of the first dialect in a bit set.
macro_rules! first {
    ($places:expr) => {
        $places.trailing_zeros() as usize
    };
}
pub(super) use first;

/// Writes a root of plain properties. `alike`: the dialects that write them in the same form as
/// this one.
const fn plain<'a>(w: &mut Writer<'_, 'a>, memo: &mut Memo<'a>, alike: u32, brace: bool) {
    if brace {
        lit!(w.out, "{");
    }
    if w.d.upper {
        lit!(w.out, "\"type\":\"OBJECT\",\"properties\":{");
    } else {
        lit!(w.out, "\"type\":\"object\",\"properties\":{");
    }
    inner(w, memo, alike);
    if let Closed::Never = w.d.closed {
        lit!(w.out, "}");
    } else {
        lit!(w.out, ",\"additionalProperties\":false}");
    }
}

/// Writes its content: the properties after the opening brace, and `required`.
pub(super) const fn inner<'a>(w: &mut Writer<'_, 'a>, memo: &mut Memo<'a>, alike: u32) {
    let d = w.d;
    let same = alike & d.roots & memo.has_inner;
    if same != 0 {
        return w.out.again(&memo.inner[first!(same)]);
    }
    let place = d.place;
    let from = w.out.mark();
    let block = alike & memo.has_block;
    if block != 0 {
        w.out.again(&memo.blocks[first!(block)]);
    } else if let Some((root, object)) = memo.object {
        w.tally.depth = 1;
        let mut members = Members {
            first: true,
            has_rest: false,
        };
        (memo.properties).write(w, object.fields, &root_frame(root), &mut members);
        memo.has_block |= 1 << place;
        memo.blocks[place] = w.out.since(from);
    }
    let part = &mut memo.required[d.requires_all as usize];
    if part.is_written {
        w.out.again(part);
    } else if let Some((_, object)) = memo.object {
        let from = w.out.mark();
        memo.properties.required(w, object.fields, d.requires_all);
        *part = w.out.since(from);
    }
    memo.has_inner |= 1 << place;
    memo.inner[place] = w.out.since(from);
}

/// Returns the object at the root, without newtypes.
pub(crate) const fn root_object<'a>(schema: &'a Schema<'a>) -> Option<&'a Schema<'a>> {
    let root = unwrapped(schema, Around::Newtypes, None);
    match &root.kind {
        Kind::Object(_) => Some(root),
        _ => None,
    }
}

const fn any<'a>(
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
    lit!(w.out, ",\"properties\":{");
    memo.properties.write(w, inner.fields, &frame, &mut members);
    memo.properties.looked(w);
    w.param = WHOLE_TOOL;
    if !memo.any_required.reuse(w) {
        let measure = Measure::begin(w);
        lit!(w.out, "}");
        object::required(w, inner, 0, &frame, &mut members);
        measure.end(w, &mut memo.any_required);
    }
    // Too short to be cached.
    object::additional(w, inner, 0, &frame, &members);
}

/// Checks on the root that apply to every provider.
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

/// Wraps a root that is not an object in one property.
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
    if !matches!(w.d.closed, Closed::Never) {
        lit!(w.out, ",\"additionalProperties\":false");
    }
}

/// Writes the root without a cache.
pub(crate) const fn walk<'a>(w: &mut Writer<'_, 'a>, schema: &'a Schema<'a>) {
    write(w, schema, &mut { Memo::NEW }, true);
}

/// Checks the root for faults, without output.
pub(crate) const fn look<'a>(w: &mut Writer<'_, 'a>, schema: &'a Schema<'a>) {
    // Large trees are too large for a provider that accepts no definitions.
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
