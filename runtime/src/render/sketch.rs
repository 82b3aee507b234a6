//! Describes the shape of a value as text, for a string that holds its JSON.

use super::map_keys;
use super::notes::path_in_text;
use super::writer::Writer;
use crate::const_str::is_empty;
use crate::json::lit;
use crate::schema::{Kind, Schema};
use crate::shape::{
    Alternative, Frame, FrameStep, ObjectAt, is_optional, is_recursive_at, object_alternatives,
    resolve,
};

/// The maximum depth of described objects.
const MAX_DEPTH: u8 = 3;

/// The description of a string's JSON content.
#[derive(Clone, Copy)]
pub(crate) enum JsonSketch<'f, 'a> {
    Words(&'f str),
    /// A type whose schema is written at the place of that frame.
    SameAs(&'f str, &'f Frame<'f, 'a>),
    /// The value itself, described by its properties.
    Shape,
}

impl<'a> JsonSketch<'_, 'a> {
    pub(super) const fn write(
        &self,
        w: &mut Writer<'_, 'a>,
        schema: &'a Schema<'a>,
        frame: &Frame<'_, 'a>,
    ) {
        match self {
            JsonSketch::Words(words) => w.out.put(words),
            JsonSketch::SameAs(name, place) => {
                if !is_empty(name) {
                    w.out.put(name);
                    lit!(w.out, ", ");
                }
                lit!(w.out, "the same shape as ");
                let from = w.out.at();
                lit!(w.out, "`");
                path_in_text(&mut w.out, place);
                if w.out.at() == from + 1 {
                    lit!(w.out, "arguments`");
                } else {
                    lit!(w.out, "`");
                }
            }
            JsonSketch::Shape => shape(w, schema, frame, MAX_DEPTH),
        }
    }
}

const fn shape<'a>(
    w: &mut Writer<'_, 'a>,
    schema: &'a Schema<'a>,
    frame: &Frame<'_, 'a>,
    deep: u8,
) {
    let step = match &schema.kind {
        Kind::Newtype(_) | Kind::Option(_) => FrameStep::Here,
        _ => FrameStep::Items,
    };
    let here = frame.below(step, Some(schema));
    match &schema.kind {
        // A type that contains only itself has no shape.
        Kind::Newtype(newtype) if !is_recursive_at(schema, frame) => {
            shape(w, resolve(&newtype.ty, &here), &here, deep);
        }
        Kind::Option(inner) => {
            shape(w, resolve(inner, &here), &here, deep);
            lit!(w.out, " or null");
        }
        Kind::Enum(all) => {
            lit!(w.out, "one of: ");
            map_keys::values(w, all);
        }
        Kind::Array(array) if deep > 0 => {
            lit!(w.out, "an array, each item ");
            shape(w, resolve(&array.items, &here), &here, deep - 1);
        }
        Kind::Object(object) if deep > 0 && object_alternatives(object, &here) == 1 => {
            lit!(w.out, "an object");
            let mut first = true;
            properties(w, ObjectAt::of(object, 0, &here), deep - 1, &mut first);
            if !first {
                lit!(w.out, ")");
            }
        }
        kind => w.out.put(kind_name(kind)),
    }
}

/// Writes the properties in brackets, without the closing one.
const fn properties<'a>(w: &mut Writer<'_, 'a>, one: ObjectAt<'_, 'a>, deep: u8, first: &mut bool) {
    let frame = one.frame;
    let mut fields = one.fields();
    while let Some((field, part)) = fields.next() {
        if let Some(part) = part {
            match part.choose(frame).0 {
                Alternative::Object(inner, choice, frame) => {
                    properties(w, ObjectAt::of(inner, choice, &frame), deep, first);
                }
                Alternative::Rest(..) | Alternative::AnyRest => {
                    separate(w, first);
                    lit!(w.out, "any other names");
                }
                _ => {}
            }
            continue;
        }
        separate(w, first);
        lit!(w.out, "`");
        w.out.put(super::properties::key(w, field).json());
        if is_optional(field, frame) {
            lit!(w.out, "` if known: ");
        } else {
            lit!(w.out, "`: ");
        }
        // Without the `Option` that makes it optional.
        let mut schema = resolve(&field.ty, frame);
        if let Kind::Option(inner) = &schema.kind {
            schema = resolve(inner, frame);
        }
        shape(w, schema, frame, deep);
    }
}

const fn separate(w: &mut Writer<'_, '_>, first: &mut bool) {
    w.out.put(if *first { " (" } else { ", " });
    *first = false;
}

pub(crate) const fn kind_name(kind: &Kind<'_>) -> &'static str {
    match kind {
        Kind::Any | Kind::Union(_) | Kind::Option(_) | Kind::Newtype(_) | Kind::Never => "a value",
        Kind::Null => "null",
        Kind::Boolean => "true or false",
        Kind::Integer(_) => "an integer",
        Kind::Number(_) => "a number",
        Kind::String(_) | Kind::Enum(_) => "a string in quotes",
        Kind::Array(_) | Kind::Tuple(_) => "an array",
        Kind::Object(_) | Kind::Map(_) => "an object",
    }
}
