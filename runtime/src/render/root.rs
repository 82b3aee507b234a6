//! The root: the parameters' schema as an object.

use super::describe::SchemaPlace;
use super::fragments::{Fragments, WriterState};
use super::node::at;
use super::notes::Outcome;
use super::properties::{self, PropertiesWalk, property};
use super::writer::{WHOLE_TOOL, Writer};
use super::{additional_properties, check, object, reference, shared};
use crate::dialect::Closed;
use crate::json::lit;
use crate::schema::{Field, Kind, Object, Schema, UnknownNames};
use crate::shape::{
    FlattenedType, Frame, FrameStep, ObjectAt, RootForm, Wrappers, peel, resolve, root_form,
};

/// The number of properties whose texts are kept. Further ones are written for each dialect.
const MAX_PROPERTIES: usize = 32;

/// The flags of a field that may write nothing, depending on the dialect.
const UNCERTAIN: u16 = Field::FLATTEN | Field::OUTPUT_ONLY | Field::INPUT_ONLY;

/// The number of a root's only alternative: a root with several is under a property.
const ONLY: usize = 0;

/// The root of a tool's parameters, and the texts that its dialects share.
pub(crate) struct Root<'a> {
    pub(super) schema: &'a Schema<'a>,
    /// The object at the root, if it is one.
    object: Option<(&'a Schema<'a>, &'a Object<'a>)>,
    has_rest: bool,
    /// The whole text, if it has definitions.
    whole: Fragments<12>,
    /// The properties and `required`.
    content: Fragments<12>,
    properties: [Fragments<8>; MAX_PROPERTIES],
    required: Fragments<4>,
    /// The name and the description.
    pub(super) title: Fragments<1>,
}

impl<'a> Root<'a> {
    #[allow(clippy::large_stack_arrays)] // Some 12 KiB, for the time of one walk.
    pub(crate) const fn of(schema: &'a Schema<'a>, output: bool) -> Self {
        let mut root = Root {
            schema,
            object: None,
            has_rest: false,
            whole: Fragments::NONE,
            content: Fragments::NONE,
            properties: [Fragments::NONE; MAX_PROPERTIES],
            required: Fragments::NONE,
            title: Fragments::NONE,
        };
        if let RootForm::Plain = root_form(schema, output)
            && let Some(inner) = root_object(schema)
            && let Kind::Object(object) = &inner.kind
        {
            root.object = Some((inner, object));
            root.has_rest = ObjectAt::of(object, ONLY, &root_frame(inner, output)).has_rest();
        }
        root
    }

    /// Writes the root, with its opening brace if `brace` is set.
    pub(crate) const fn write(&mut self, w: &mut Writer<'_, 'a>, brace: bool) {
        if brace {
            lit!(w.out, "{");
        }
        if w.definitions.len == 0 {
            return self.body(w);
        }
        if !self.whole.copy(w) {
            let start = WriterState::of(w);
            self.body(w);
            self.whole.keep(w, start);
        }
    }

    /// Notes that no names can be sent because the parameters are left out.
    pub(super) const fn note_lost_names(&self, w: &mut Writer<'_, 'a>) {
        if let Some((_, object)) = self.object
            && matches!(object.unknown_names, UnknownNames::Kept)
        {
            w.note(
                &Frame::ROOT,
                Outcome::Narrowed,
                "additionalProperties",
                "the schema accepts any names, and a tool without properties has no parameters here",
            );
        }
    }

    const fn body(&mut self, w: &mut Writer<'_, 'a>) {
        match self.object {
            Some((schema, object)) => {
                let frame = root_frame(schema, w.output);
                let one = ObjectAt::of(object, ONLY, &frame);
                let members = PropertiesWalk {
                    first: true,
                    has_rest: self.has_rest,
                    has_option: false,
                };
                if !self.content.copy(w) {
                    let start = WriterState::of(w);
                    self.content(w, one);
                    self.content.keep(w, start);
                }
                object::additional(w, one, &members);
            }
            None => {
                if let RootForm::Under(name) = root_form(self.schema, w.output) {
                    under(w, self.schema, name);
                }
            }
        }
        w.param = WHOLE_TOOL;
        if w.used_definitions != 0 {
            reference::definitions(w);
        }
        lit!(w.out, "}");
    }

    /// Writes the properties and `required`.
    const fn content(&mut self, w: &mut Writer<'_, 'a>, root: ObjectAt<'_, 'a>) {
        let frame = root.frame;
        w.tally.depth = 1;
        if w.structural {
            object_checks(w, root);
        }
        let mut members = PropertiesWalk {
            first: true,
            has_rest: self.has_rest,
            has_option: false,
        };
        if members.has_rest {
            object::other_names(w, root);
        }
        start(w);
        let fields = root.object.fields;
        let n = fields.len();
        let mut i = 0;
        while i < n {
            let field = &fields[i];
            w.param = i;
            // A fragment has the comma before it. Only if all earlier properties write nothing,
            // which depends on the dialect, there is none.
            if i < MAX_PROPERTIES && field.flags & UNCERTAIN == 0 && members.first == (i == 0) {
                if self.properties[i].copy(w) {
                    members.first = false;
                } else {
                    let start = WriterState::of(w);
                    members.comma(w);
                    property!(w, field, 0, frame, None);
                    self.properties[i].keep(w, start);
                }
            } else {
                one(w, field, frame, &mut members);
            }
            i += 1;
        }
        w.param = WHOLE_TOOL;
        if !self.required.copy(w) {
            let start = WriterState::of(w);
            lit!(w.out, "}");
            object::required(w, root, &mut members);
            self.required.keep(w, start);
        }
    }
}

/// Writes what comes before the properties.
const fn start(w: &mut Writer<'_, '_>) {
    if w.d.upper() {
        lit!(w.out, "\"type\":\"OBJECT\",\"properties\":{");
    } else {
        lit!(w.out, "\"type\":\"object\",\"properties\":{");
    }
}

/// Writes one property, or the members that it is flattened into.
const fn one<'a>(
    w: &mut Writer<'_, 'a>,
    field: &'a Field<'a>,
    frame: &Frame<'_, 'a>,
    members: &mut PropertiesWalk,
) {
    if frame.skips(field) {
    } else if field.flags & Field::FLATTEN != 0 {
        let part = FlattenedType {
            schema: resolve(&field.ty, frame),
            number: ONLY,
            count: 1,
        };
        properties::flattened(w, field, part, 0, frame, members, None);
    } else {
        members.comma(w);
        property!(w, field, 0, frame, None);
    }
}

const fn root_frame<'a>(root: &'a Schema<'a>, output: bool) -> Frame<'a, 'a> {
    Frame {
        named: Some(root),
        ..Frame::root(output)
    }
}

/// Returns the object at the root, without newtypes.
pub(crate) const fn root_object<'a>(schema: &'a Schema<'a>) -> Option<&'a Schema<'a>> {
    let root = peel(schema, Wrappers::Newtypes, None);
    match &root.kind {
        Kind::Object(_) => Some(root),
        _ => None,
    }
}

/// Checks on the root that apply to every provider.
const fn object_checks<'a>(w: &mut Writer<'_, 'a>, root: ObjectAt<'_, 'a>) {
    check::duplicates(w, root);
    shared::names(w, root);
    shared::names_of_closed(w, root);
    if w.definitions.full {
        w.fault(
            root.frame,
            "$defs",
            "more than 64 types that contain themselves, or are used more than once in a large tree: use fewer",
        );
    }
}

/// Wraps a root that is not an object in one property.
const fn under<'a>(w: &mut Writer<'_, 'a>, schema: &'a Schema<'a>, name: &'static str) {
    w.param = 0;
    start(w);
    lit!(w.out, "\"");
    w.out.put(name);
    lit!(w.out, "\":");
    at(
        w,
        schema,
        &SchemaPlace::at(&Frame::root(w.output), FrameStep::Property(name), 1),
    );
    lit!(w.out, "},\"required\":[\"");
    w.out.put(name);
    lit!(w.out, "\"]");
    w.tally.properties += 1;
    if !matches!(w.d.closed(), Closed::Never) {
        lit!(w.out, ",\"additionalProperties\":false");
    }
}

/// Writes the root without a cache.
pub(crate) const fn walk<'a>(w: &mut Writer<'_, 'a>, schema: &'a Schema<'a>) {
    Root::of(schema, w.output).write(w, true);
}

/// Checks the root for faults, without output.
pub(crate) const fn check_root<'a>(w: &mut Writer<'_, 'a>, schema: &'a Schema<'a>) {
    // Large trees are too large for a provider that accepts no definitions.
    w.tally.doubtful = w.definitions.share;
    if let RootForm::Plain = root_form(schema, w.output)
        && let Some(root) = root_object(schema)
        && let Kind::Object(inner) = &root.kind
    {
        let frame = root_frame(root, w.output);
        let one = ObjectAt::of(inner, ONLY, &frame);
        object_checks(w, one);
        let mut members = PropertiesWalk::new(one);
        if members.has_rest {
            object::other_names(w, one);
            additional_properties::additional(w, one);
        }
        properties::properties(w, one, 0, &mut members, None);
    } else {
        at(
            w,
            schema,
            &SchemaPlace::at(&Frame::root(w.output), FrameStep::Here, 1),
        );
    }
    if w.used_definitions != 0 {
        reference::definitions(w);
    }
}
