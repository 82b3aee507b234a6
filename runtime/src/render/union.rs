//! Unions: one of several schemas.

use super::describe::{SchemaAt, SchemaPlace, describe};
use super::enumeration;
use super::node::at;
use super::notes::Outcome;
use super::type_prefix::{close, open};
use super::types::Type;
use super::value::{note_beyond, place_words};
use super::writer::Writer;
use crate::const_str::is_empty;
use crate::dialect::{Closed, NullStyle};
use crate::json::lit;
use crate::schema::{Kind, Schema, Tagging, Union};
use crate::shape::{ENTRIES, Frame, FrameStep, are_alike, is_null, is_wrapped_in_entries};

pub(crate) const fn write<'a>(
    w: &mut Writer<'_, 'a>,
    node: SchemaAt<'_, 'a>,
    union: &'a Union<'a>,
) {
    let (schema, place, frame) = (node.schema, node.place, node.frame);
    if union.variants.len() == 1 && !place.null {
        // One alternative is not a choice: the union's additions apply to it.
        let mut below = SchemaPlace {
            up: frame,
            step: FrameStep::Here,
            ..*place
        };
        if is_empty(below.docs) {
            below.outer = schema.docs;
        } else {
            below.outer = place.docs;
            below.docs = "";
        }
        return at(w, &union.variants[0], &below);
    }
    w.tally.unions += 1;
    note_alike(w, union, frame);
    let mut below = SchemaPlace::at(frame, FrameStep::Here, place.depth);
    if w.d.alone() {
        below.outer = outer(schema, place);
        below.beyond = place.beyond_alternatives(schema);
        note_beyond(w, node);
    }
    if place.null {
        below.null = matches!(w.d.null(), NullStyle::Keyword);
    }
    let one_of = w.d.one_of() && !place.null && !matches!(union.tagging, Tagging::Untagged);
    w.out.put(if one_of {
        "{\"oneOf\":["
    } else {
        "{\"anyOf\":["
    });
    let mut has_null = false;
    let mut first = true;
    let mut i = 0;
    while i < union.variants.len() {
        let variant = &union.variants[i];
        // The group of unit variants, if all are skipped in this direction.
        if let Kind::Enum(values) = &variant.kind
            && !enumeration::has_values(values, w.output)
        {
            i += 1;
            continue;
        }
        if is_null(variant) {
            has_null = true;
            if !w.d.null_type() {
                // `nullable` on the others expresses it.
                i += 1;
                continue;
            }
        }
        if !first {
            lit!(w.out, ",");
        }
        first = false;
        below.step = FrameStep::Variant(i);
        if is_wrapped_in_entries(&mut w.d, union, variant) {
            under_entries(w, variant, &below);
        } else {
            at(w, variant, &below);
        }
        below.beyond = None;
        i += 1;
    }
    if place.null && !below.null && !has_null {
        lit!(w.out, ",{\"type\":\"null\"}");
    }
    lit!(w.out, "]");
    if !w.d.alone() {
        let mut text = describe(w, schema, place, true);
        place_words(w, &mut text, node, false);
        text.end(w);
    }
    lit!(w.out, "}");
}

/// Returns the description that each alternative of a union takes, if the union takes none.
const fn outer<'a>(schema: &Schema<'a>, place: &SchemaPlace<'_, 'a>) -> &'a str {
    let docs = if is_empty(place.docs) {
        schema.docs
    } else {
        place.docs
    };
    if is_empty(docs) { place.outer } else { docs }
}

/// Notes indistinguishable alternatives, if there are notes or a loss is a fault.
const fn note_alike(w: &mut Writer<'_, '_>, union: &Union<'_>, frame: &Frame<'_, '_>) {
    if w.notes.is_none() && !w.lossless {
        return;
    }
    if are_alike(&mut w.d, union) {
        w.note(
            frame,
            Outcome::Narrowed,
            "anyOf",
            "a value that is written as a string of JSON may look like one of an alternative before it, and is read as that one",
        );
    }
}

/// Writes a map that is an array of entries as an object, because another alternative may be a
/// list.
const fn under_entries<'a>(
    w: &mut Writer<'_, 'a>,
    variant: &'a Schema<'a>,
    place: &SchemaPlace<'_, 'a>,
) {
    w.rewritten(
        &place.frame(),
        "anyOf",
        "in an object with `entries`, since a list is possible there too",
    );
    open(w, Type::Object, place.null);
    lit!(w.out, ",\"properties\":{\"");
    w.out.put(ENTRIES);
    lit!(w.out, "\":");
    let below = SchemaPlace {
        null: false,
        depth: place.depth + 1,
        ..*place
    };
    at(w, variant, &below);
    w.tally.properties += 1;
    lit!(w.out, "},\"required\":[\"");
    w.out.put(ENTRIES);
    lit!(w.out, "\"]");
    if !matches!(w.d.closed(), Closed::Never) {
        lit!(w.out, ",\"additionalProperties\":false");
    }
    close(w, place.null);
}
