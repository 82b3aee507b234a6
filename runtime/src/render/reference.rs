//! Named types: the end of recursion, and definitions that are written once.

use super::check::NOTHING_ELSE;
use super::describe::{Description, SchemaAt, SchemaPlace};
use super::discover::MAX_NODES;
use super::endless::{self, is_endless};
use super::node::{at, json_text};
use super::notes::{Outcome, number};
use super::sketch::JsonSketch;
use super::value::place_words;
use super::writer::{Definitions, WHOLE_TOOL, Writer};
use crate::const_str::is_empty;
use crate::dialect::Recursion;
use crate::json::lit;
use crate::schema::Schema;
use crate::shape::{
    Frame, FrameStep, enclosing_frame, is_json_text, is_recursive_at, is_self_cycle,
    recursion_is_text, via_optional,
};

/// Decides on the form of a named type at this place. Returns whether it was written, as a
/// reference or as text; else its schema is to be written in place.
pub(crate) const fn named<'a>(
    w: &mut Writer<'_, 'a>,
    node: SchemaAt<'_, 'a>,
    name: &'a str,
) -> bool {
    let (schema, place, frame) = (node.schema, node.place, node.frame);
    if is_json_text(&mut w.d, schema) {
        w.rewritten(
            frame,
            "$ref",
            "too large to be written out here: a string containing JSON",
        );
        json_text(w, node, JsonSketch::Shape, false);
        return true;
    }
    if w.definitions.len == 0 {
        return false;
    }
    let Some(index) = w.definitions.find(schema) else {
        // The list of definitions was full, which is a fault of the root. Inlined, the type would
        // never end.
        if w.definitions.full && enclosing_frame(schema, place.up).is_some() {
            w.fault(
                frame,
                "$ref",
                "the type contains itself, and no definition is left for it",
            );
            lit!(w.out, "{}");
            return true;
        }
        return false;
    };
    let around = enclosing_frame(schema, place.up);
    let here = matches!(place.step, FrameStep::Here | FrameStep::Variant(_));
    if w.structural && here && is_recursive_at(schema, place.up) {
        w.fault(frame, "$ref", NOTHING_ELSE);
        lit!(w.out, "{}");
        return true;
    }
    if w.structural
        && !w.output
        && w.definitions.recursive & (1 << index) != 0
        && !is_self_cycle(schema, place.up)
        && is_endless(schema, place.up)
    {
        endless::report(w, frame, (name, schema), place.up);
        lit!(w.out, "{}");
        return true;
    }
    if let Some(around) = around {
        if recursion_is_text(&mut w.d, via_optional(schema, place.up, place.optional)) {
            w.rewritten(
                frame,
                "$ref",
                "a type inside itself: a string containing JSON",
            );
            let what = JsonSketch::SameAs(name, around);
            json_text(w, node, what, false);
            return true;
        }
    } else if place.inline || !can_be_reference(w, place) || !refers(w, index, place) {
        if w.definitions.share && w.tally.nodes > MAX_NODES && !w.d.refs() {
            if !w.too_large {
                w.too_large = true;
                w.fault(
                    frame,
                    "$defs",
                    "the parameters are too large to be written here without definitions, which this provider does not accept: use fewer types more than once",
                );
            }
            return true;
        }
        return false;
    }
    if w.param < w.named_by[index] {
        w.named_by[index] = w.param;
    }
    w.used_definitions |= 1 << index;
    reference(w, node, index);
    true
}

/// Returns whether a reference fits. If `anyOf` takes no description as a sibling, a property with
/// one is written in place.
const fn can_be_reference(w: &mut Writer<'_, '_>, place: &SchemaPlace<'_, '_>) -> bool {
    !w.d.alone() || place.adds_nothing()
}

/// Returns whether a type on the list is written as a reference at a place outside itself.
const fn refers(w: &mut Writer<'_, '_>, index: usize, place: &SchemaPlace<'_, '_>) -> bool {
    let recursive = w.definitions.recursive & (1 << index) != 0;
    if !recursive {
        return w.d.refs();
    }
    match w.d.recursion() {
        Recursion::Ref => true,
        Recursion::Text => false,
        // Inside another cycle, the path to this place must include an optional property.
        Recursion::RefIfOptional => {
            let mut here = place.optional;
            let mut next = Some(place.up);
            while let Some(frame) = next {
                if is_recursive(w, frame.named) || is_recursive(w, frame.variant_of()) {
                    return here;
                }
                here = here || frame.optional;
                next = frame.up;
            }
            true
        }
    }
}

/// Returns whether a type is on the list because it contains itself.
const fn is_recursive(w: &Writer<'_, '_>, schema: Option<&Schema<'_>>) -> bool {
    if let Some(schema) = schema
        && let Some(index) = w.definitions.find(schema)
    {
        return w.definitions.recursive & (1 << index) != 0;
    }
    false
}

/// Writes `$ref`, which takes no siblings.
const fn reference<'a>(w: &mut Writer<'_, 'a>, node: SchemaAt<'_, 'a>, index: usize) {
    let (place, frame) = (node.place, node.frame);
    if !place.null && place.adds_nothing() {
        lit!(w.out, "{\"$ref\":\"#/$defs/");
        definition_name(w, index);
        lit!(w.out, "\"}");
        return;
    }
    lit!(w.out, "{\"anyOf\":[{\"$ref\":\"#/$defs/");
    definition_name(w, index);
    lit!(w.out, "\"}");
    if place.null {
        lit!(w.out, ",{\"type\":\"null\"}");
    }
    lit!(w.out, "]");
    if !w.d.alone() {
        let mut text = Description::new(true);
        text.docs(w, place.outer);
        text.docs(w, place.docs);
        place_words(w, &mut text, node, false);
        text.end(w);
    } else if !is_empty(place.docs) || !is_empty(place.outer) {
        w.note(
            frame,
            Outcome::Hidden,
            "description",
            "nothing may be a sibling of a reference here: the description isn't shown",
        );
    }
    lit!(w.out, "}");
}

/// Writes the name of a definition: the type's, with a number if another type has the same name.
const fn definition_name(w: &mut Writer<'_, '_>, index: usize) {
    let Some(name) = type_name(&w.definitions, index) else {
        return;
    };
    w.out.put(name);
    let place = place_of(&w.definitions, name, index);
    if place > 1 {
        lit!(w.out, "_");
        number(&mut w.out, place);
    }
}

/// Returns the position of a definition among those with the same type name, from 1.
const fn place_of(definitions: &Definitions<'_>, name: &str, index: usize) -> usize {
    let mut place = 1;
    let mut i = 0;
    while i < index {
        if let Some(other) = type_name(definitions, i)
            && crate::const_str::eq(other, name)
        {
            place += 1;
        }
        i += 1;
    }
    place
}

const fn type_name<'a>(definitions: &Definitions<'a>, index: usize) -> Option<&'a str> {
    match definitions.list[index] {
        Some(schema) => match schema.name {
            Some(name) => Some(name.name),
            None => None,
        },
        None => None,
    }
}

/// Writes `$defs` with every definition that the text refers to, directly or through other
/// definitions.
pub(crate) const fn definitions(w: &mut Writer<'_, '_>) {
    let mut written: u64 = 0;
    while w.used_definitions & !written != 0 {
        let index = (w.used_definitions & !written).trailing_zeros() as usize;
        w.out.put(if written == 0 {
            ",\"$defs\":{\""
        } else {
            ",\""
        });
        written |= 1 << index;
        definition_name(w, index);
        lit!(w.out, "\":");
        if let Some(schema) = w.definitions.list[index]
            && let Some(name) = type_name(&w.definitions, index)
        {
            let step = FrameStep::Definition(name, place_of(&w.definitions, name, index));
            let root = Frame::root(w.output);
            let mut place = SchemaPlace::at(&root, step, 0);
            place.inline = true;
            w.param = w.named_by[index];
            at(w, schema, &place);
            w.param = WHOLE_TOOL;
        }
    }
    if written != 0 {
        lit!(w.out, "}");
    }
}
