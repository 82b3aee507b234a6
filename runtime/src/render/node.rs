//! One schema: chooses its form and writes it.

use super::constraint::{Unit, words};
use super::describe::describe;
use super::merged_rules::{Effective, RuleChain};
use super::place::SchemaPlace;
use super::reference::named;
use super::sketch::JsonSketch;
use super::type_prefix::{close, open};
use super::types::Type;
use super::value::{default_members, place_words};
use super::writer::Writer;
use super::{enumeration, map, object, scalar, sequence, union};
use crate::const_str::is_empty;
use crate::dialect::NullStyle;
use crate::json::lit;
use crate::schema::{Kind, Schema};
use crate::shape::{Frame, FrameStep, null_is_text, null_of_union, object_alternatives, resolve};

/// Writes the body of a kind. A macro, because const evaluation allows about a hundred nested
/// calls, and each level of a tree uses some.
macro_rules! write_kind {
    ($w:expr, $schema:expr, $place:expr, $frame:expr) => {
        match &$schema.kind {
            Kind::Boolean => scalar::write($w, $schema, $place, $frame, Type::Boolean),
            Kind::Integer(_) => scalar::write($w, $schema, $place, $frame, Type::Integer),
            Kind::Number(_) => scalar::write($w, $schema, $place, $frame, Type::Number),
            Kind::String(_) => scalar::write($w, $schema, $place, $frame, Type::String),
            Kind::Enum(values) => enumeration::write($w, $schema, values, $place, $frame),
            Kind::Array(array) => sequence::array($w, $schema, array, $place, $frame),
            Kind::Tuple(items) => sequence::tuple($w, $schema, items, $place, $frame),
            Kind::Object(inner) => {
                if object_alternatives(inner, $frame) == 1 {
                    object::one($w, $schema, inner, 0, $place, $frame, None);
                } else {
                    object::with_alternatives($w, $schema, inner, $place, $frame);
                }
            }
            Kind::Map(map) => map::map($w, $schema, map, $place, $frame),
            Kind::Union(inner) => union::write($w, $schema, inner, $place, $frame),
            Kind::Any => any($w, $schema, $place, $frame),
            Kind::Null => null($w, $schema, $place, $frame),
            Kind::Never => enumeration::never($w, $frame),
            // `at` has unwrapped these.
            Kind::Option(_) | Kind::Newtype(_) => lit!($w.out, "{}"),
        }
    };
}

/// Writes a schema.
pub(crate) const fn at<'a>(
    w: &mut Writer<'_, 'a>,
    schema: &'a Schema<'a>,
    place: &SchemaPlace<'_, 'a>,
) {
    w.tally.nodes += 1;
    let mut schema = schema;
    let mut place = *place;
    // An `Option` adds `null`, except if the property may be absent.
    while let Kind::Option(inner) = &schema.kind {
        if is_empty(place.docs) {
            place.docs = schema.docs;
        }
        if !place.absorb {
            place.null = true;
            if place.optional {
                w.tally.rewritten = true;
            }
        }
        place.absorb = false;
        schema = resolve(inner, place.up);
    }
    let mut frame = Frame {
        step: place.step,
        named: None,
        optional: place.optional && !matches!(place.step, FrameStep::Here),
        up: Some(place.up),
        output: place.up.output,
    };
    if let Some(name) = schema.name {
        if named(w, name.name, schema, &place, &frame) {
            return;
        }
        frame.named = Some(schema);
    }
    if let Kind::Newtype(newtype) = &schema.kind {
        let chain;
        let mut inner = SchemaPlace {
            up: &frame,
            step: FrameStep::Here,
            absorb: place.absorb && newtype.transparent,
            ..place
        };
        if is_empty(inner.docs) {
            inner.docs = schema.docs;
        }
        if let Some(rules) = newtype.rules {
            chain = RuleChain {
                rules,
                next: place.rules,
            };
            inner.rules = Some(&chain);
        }
        return at(w, resolve(&newtype.ty, &frame), &inner);
    }
    if matches!(schema.kind, Kind::Union(_)) {
        place.null = place.null || null_of_union(&mut w.d, schema);
    }
    if place.null {
        return nullable(w, schema, &place, &frame);
    }
    write_kind!(w, schema, &place, &frame);
}

/// Writes a schema that accepts `null`: as an alternative of its own if the dialect's type names
/// can't include it.
const fn nullable<'a>(
    w: &mut Writer<'_, 'a>,
    schema: &'a Schema<'a>,
    place: &SchemaPlace<'_, 'a>,
    frame: &Frame<'_, 'a>,
) {
    w.tally.unions += 1;
    let takes_null = matches!(schema.kind, Kind::Any | Kind::Null);
    if matches!(w.d.null(), NullStyle::Text) {
        let place = SchemaPlace {
            null: false,
            ..*place
        };
        if takes_null {
            return kind(w, schema, &place, frame);
        }
        // The property reports that this narrows the type.
        if !null_is_text(&mut w.d, place.optional) {
            return kind(w, schema, &place, frame);
        }
        w.rewritten(frame, "null", "a string containing JSON");
        return json_text(w, schema, &place, frame, JsonSketch::Shape, true);
    }
    if takes_null {
        return kind(w, schema, place, frame);
    }
    let beside = match w.d.null() {
        NullStyle::AnyOf => !matches!(schema.kind, Kind::Union(_)),
        NullStyle::TypeArray => matches!(
            schema.kind,
            Kind::Array(_) | Kind::Tuple(_) | Kind::Object(_) | Kind::Map(_)
        ),
        _ => false,
    };
    if !beside {
        return kind(w, schema, place, frame);
    }
    // An object with alternatives is itself written as `anyOf`.
    if let Kind::Object(object) = &schema.kind
        && object_alternatives(object, frame) != 1
    {
        return kind(w, schema, place, frame);
    }
    let inner = SchemaPlace {
        null: false,
        ..*place
    };
    lit!(w.out, "{\"anyOf\":[");
    kind(w, schema, &inner, frame);
    lit!(w.out, ",{\"type\":\"null\"}]}");
}

const fn kind<'a>(
    w: &mut Writer<'_, 'a>,
    schema: &'a Schema<'a>,
    place: &SchemaPlace<'_, 'a>,
    frame: &Frame<'_, 'a>,
) {
    write_kind!(w, schema, place, frame);
}

const fn any<'a>(
    w: &mut Writer<'_, 'a>,
    schema: &'a Schema<'a>,
    place: &SchemaPlace<'_, 'a>,
    frame: &Frame<'_, 'a>,
) {
    w.tally.rewritten = true;
    if !w.d.untyped() {
        w.rewritten(frame, "type", "a string containing JSON");
        let what = JsonSketch::Words("any JSON value");
        return json_text(w, schema, place, frame, what, false);
    }
    lit!(w.out, "{");
    let mut text = describe(w, schema, place, false);
    place_words(w, &mut text, schema, place, frame, true);
    let first = !text.is_open();
    text.end(w);
    default_members(w, schema, place, first);
    lit!(w.out, "}");
}

const fn null<'a>(
    w: &mut Writer<'_, 'a>,
    schema: &'a Schema<'a>,
    place: &SchemaPlace<'_, 'a>,
    frame: &Frame<'_, 'a>,
) {
    if !w.d.null_type() {
        w.rewritten(frame, "null", "a string containing JSON");
        return json_text(w, schema, place, frame, JsonSketch::Words("null"), false);
    }
    let place = SchemaPlace {
        null: false,
        ..*place
    };
    open(w, Type::Null, false);
    let mut text = describe(w, schema, &place, true);
    place_words(w, &mut text, schema, &place, frame, false);
    text.end(w);
    lit!(w.out, "}");
}

/// Writes a string containing JSON text, for types without another form.
pub(crate) const fn json_text<'a>(
    w: &mut Writer<'_, 'a>,
    schema: &'a Schema<'a>,
    place: &SchemaPlace<'_, 'a>,
    frame: &Frame<'_, 'a>,
    what: JsonSketch<'_, 'a>,
    or_null: bool,
) {
    let beside = place.null && matches!(w.d.null(), NullStyle::AnyOf);
    if beside {
        lit!(w.out, "{\"anyOf\":[");
    }
    open(w, Type::String, place.null && !beside);
    let mut text = describe(w, schema, place, true);
    text.write_constraint(w, "a string containing JSON: ", "");
    what.write(w, schema, frame);
    if or_null {
        lit!(w.out, " or null");
    }
    // A string can't have the keywords of the value's own type.
    if matches!(
        schema.kind,
        Kind::Integer(_) | Kind::Number(_) | Kind::String(_)
    ) {
        let all = Effective::of(w, schema, place.rules);
        words(w, &mut text, &all, Unit::Characters, frame);
    }
    place_words(w, &mut text, schema, place, frame, false);
    text.end(w);
    close(w, place.null && !beside);
    if beside {
        lit!(w.out, ",{\"type\":\"null\"}]}");
    }
}
