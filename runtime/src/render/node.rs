//! One schema: chooses its form and writes it.

use super::constraint::{Unit, words};
use super::describe::{SchemaAt, SchemaPlace, describe};
use super::merged_rules::{Effective, RuleChain};
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
    ($w:expr, $node:expr) => {
        match &$node.schema.kind {
            Kind::Boolean => scalar::write($w, $node, Type::Boolean),
            Kind::Integer(_) => scalar::write($w, $node, Type::Integer),
            Kind::Number(_) => scalar::write($w, $node, Type::Number),
            Kind::String(_) => scalar::write($w, $node, Type::String),
            Kind::Enum(values) => enumeration::write($w, $node, values),
            Kind::Array(array) => sequence::array($w, $node, array),
            Kind::Tuple(items) => sequence::tuple($w, $node, items),
            Kind::Object(inner) => {
                if object_alternatives(inner, $node.frame) == 1 {
                    object::one($w, $node, inner, 0, None);
                } else {
                    object::with_alternatives($w, $node, inner);
                }
            }
            Kind::Map(map) => map::map($w, $node, map),
            Kind::Union(inner) => union::write($w, $node, inner),
            Kind::Any => any($w, $node),
            Kind::Null => null($w, $node),
            Kind::Never => enumeration::never($w, $node.frame),
            // `at` has unwrapped these.
            Kind::Option(_) | Kind::Newtype(_) => lit!($w.out, "{}"),
        }
    };
}

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
        let node = SchemaAt {
            schema,
            place: &place,
            frame: &frame,
        };
        if named(w, node, name.name) {
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
    let node = SchemaAt {
        schema,
        place: &place,
        frame: &frame,
    };
    if place.null {
        return nullable(w, node);
    }
    write_kind!(w, node);
}

/// Writes a schema that accepts `null`: as an alternative of its own if the dialect's type names
/// can't include it.
const fn nullable<'a>(w: &mut Writer<'_, 'a>, node: SchemaAt<'_, 'a>) {
    w.tally.unions += 1;
    let schema = node.schema;
    let takes_null = matches!(schema.kind, Kind::Any | Kind::Null);
    let beside = match w.d.null() {
        NullStyle::Text => true,
        _ if takes_null => false,
        NullStyle::AnyOf => !matches!(schema.kind, Kind::Union(_)),
        NullStyle::TypeArray => matches!(
            schema.kind,
            Kind::Array(_) | Kind::Tuple(_) | Kind::Object(_) | Kind::Map(_)
        ),
        NullStyle::Keyword => false,
    };
    let text = matches!(w.d.null(), NullStyle::Text);
    // An object with alternatives is itself written as `anyOf`.
    let beside = beside
        && match &schema.kind {
            Kind::Object(object) => text || object_alternatives(object, node.frame) == 1,
            _ => true,
        };
    if !beside {
        return kind(w, node);
    }
    let place = SchemaPlace {
        null: false,
        ..*node.place
    };
    let without = SchemaAt {
        place: &place,
        ..node
    };
    if text {
        // The property reports that this narrows the type.
        if takes_null || !null_is_text(&mut w.d, place.optional) {
            return kind(w, without);
        }
        w.rewritten(node.frame, "null", "a string containing JSON");
        return json_text(w, without, JsonSketch::Shape, true);
    }
    lit!(w.out, "{\"anyOf\":[");
    kind(w, without);
    lit!(w.out, ",{\"type\":\"null\"}]}");
}

const fn kind<'a>(w: &mut Writer<'_, 'a>, node: SchemaAt<'_, 'a>) {
    write_kind!(w, node);
}

const fn any<'a>(w: &mut Writer<'_, 'a>, node: SchemaAt<'_, 'a>) {
    w.tally.rewritten = true;
    if !w.d.untyped() {
        w.rewritten(node.frame, "type", "a string containing JSON");
        return json_text(w, node, JsonSketch::Words("any JSON value"), false);
    }
    lit!(w.out, "{");
    let mut text = describe(w, node.schema, node.place, false);
    place_words(w, &mut text, node, true);
    let first = !text.is_open();
    text.end(w);
    default_members(w, node, first);
    lit!(w.out, "}");
}

const fn null<'a>(w: &mut Writer<'_, 'a>, node: SchemaAt<'_, 'a>) {
    if !w.d.null_type() {
        w.rewritten(node.frame, "null", "a string containing JSON");
        return json_text(w, node, JsonSketch::Words("null"), false);
    }
    open(w, Type::Null, false);
    let mut text = describe(w, node.schema, node.place, true);
    place_words(w, &mut text, node, false);
    text.end(w);
    lit!(w.out, "}");
}

/// Writes a string containing JSON text, for types without another form.
pub(crate) const fn json_text<'a>(
    w: &mut Writer<'_, 'a>,
    node: SchemaAt<'_, 'a>,
    what: JsonSketch<'_, 'a>,
    or_null: bool,
) {
    let (schema, place, frame) = (node.schema, node.place, node.frame);
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
    place_words(w, &mut text, node, false);
    text.end(w);
    close(w, place.null && !beside);
    if beside {
        lit!(w.out, ",{\"type\":\"null\"}]}");
    }
}
