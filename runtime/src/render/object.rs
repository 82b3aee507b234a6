//! Objects.

use super::additional_properties;
use super::check;
use super::describe::describe;
use super::excluded_names::ExcludedNames;
use super::flattened_option;
use super::node::json_text;
use super::notes::Outcome;
use super::place::SchemaPlace;
use super::properties::{self, PropertiesWalk};
use super::shared;
use super::sketch::JsonSketch;
use super::type_prefix::{close, open};
use super::types::Type;
use super::value::{note_beyond, place_words};
use super::writer::Writer;
use crate::dialect::{Closed, MapStyle, NullStyle, kw};
use crate::json::lit;
use crate::schema::{Object, Schema, UnknownNames};
use crate::shape::{Frame, FrameStep, has_members, is_closed, object_alternatives};

/// More alternatives of one object are useless to a model, and rustc would report an endless loop.
const MAX_ALTERNATIVES: usize = 256;

/// Writes an object with alternatives, because an enum is flattened into it.
pub(crate) const fn with_alternatives<'a>(
    w: &mut Writer<'_, 'a>,
    schema: &'a Schema<'a>,
    object: &'a Object<'a>,
    place: &SchemaPlace<'_, 'a>,
    frame: &Frame<'_, 'a>,
) {
    let n = object_alternatives(object, frame);
    if n > MAX_ALTERNATIVES {
        w.fault(
            frame,
            "anyOf",
            "the variants of the flattened enums multiply to more than 256 alternatives: flatten fewer, or give each a property of its own",
        );
        lit!(w.out, "{}");
        return;
    }
    w.tally.unions += 1;
    lit!(w.out, "{\"anyOf\":[");
    let mut below = SchemaPlace {
        null: place.null && matches!(w.d.null(), NullStyle::Keyword),
        more: None,
        ..*place
    };
    if w.d.alone() {
        below.beyond = place.beyond_alternatives(schema);
        note_beyond(w, schema, place, frame);
    } else {
        below.docs = "";
        below.outer = "";
        below.beyond = None;
    }
    let mut i = 0;
    while i < n {
        if i > 0 {
            lit!(w.out, ",");
        }
        let here = frame.below(FrameStep::Variant(i), None);
        let excluded = ExcludedNames::of(w, object, i, &here);
        one(w, schema, object, i, &below, &here, Some(&excluded));
        below.beyond = None;
        i += 1;
    }
    if place.null && !below.null {
        lit!(w.out, ",{\"type\":\"null\"}");
    }
    lit!(w.out, "]");
    if !w.d.alone() {
        let mut text = describe(w, schema, place, true);
        place_words(w, &mut text, schema, place, frame, false);
        text.end(w);
    }
    lit!(w.out, "}");
}

/// Writes one alternative of an object. `excluded`: the names that it must not have.
pub(crate) const fn one<'a>(
    w: &mut Writer<'_, 'a>,
    schema: &'a Schema<'a>,
    object: &'a Object<'a>,
    choice: usize,
    place: &SchemaPlace<'_, 'a>,
    frame: &Frame<'_, 'a>,
    excluded: Option<&ExcludedNames<'a>>,
) {
    if !has_members(object, choice, frame) && !place.inline && !w.d.empty_object() {
        w.rewritten(
            frame,
            "properties",
            "an object without properties: a string containing JSON",
        );
        let form = match object.unknown_names {
            UnknownNames::Kept => "an object",
            UnknownNames::Ignored | UnknownNames::Rejected => "{}",
        };
        return json_text(w, schema, place, frame, JsonSketch::Words(form), false);
    }
    if place.depth + 1 > w.tally.depth {
        w.tally.depth = place.depth + 1;
    }
    open(w, Type::Object, place.null);
    let mut text = describe(w, schema, place, true);
    if w.structural {
        check::duplicates(w, object, choice, frame);
        shared::names(w, object, choice, frame);
        shared::names_of_closed(w, object, choice, frame);
    }
    let mut members = PropertiesWalk::new(object, choice, frame);
    if members.has_rest {
        other_names(w, object, choice, frame);
    }
    if let Some(excluded) = excluded {
        excluded.words(w, &mut text, frame);
    }
    place_words(w, &mut text, schema, place, frame, false);
    text.end(w);
    lit!(w.out, ",\"properties\":{");
    properties::properties(w, object, choice, place.depth, frame, &mut members, None);
    lit!(w.out, "}");
    if let Some(excluded) = excluded {
        excluded.keyword(w, frame);
    }
    required(w, object, choice, frame, &mut members);
    additional(w, object, choice, frame, &members);
    close(w, place.null);
}

/// Checks whether other names are possible in the dialect.
pub(crate) const fn other_names<'a>(
    w: &mut Writer<'_, 'a>,
    object: &'a Object<'a>,
    choice: usize,
    frame: &Frame<'_, 'a>,
) {
    w.tally.rewritten = true;
    // If a map is an array of entries, its name may be in use.
    w.tally.doubtful = true;
    if !matches!(w.d.maps(), MapStyle::Schema) {
        check::rest_name(w, object, choice, frame);
    }
}

/// Writes `required`.
pub(crate) const fn required<'a>(
    w: &mut Writer<'_, 'a>,
    object: &'a Object<'a>,
    choice: usize,
    frame: &Frame<'_, 'a>,
    members: &mut PropertiesWalk,
) {
    members.first = true;
    properties::required(w, object, choice, frame, members, false);
    if !members.first {
        lit!(w.out, "\"]");
    } else if w.d.requires_all() {
        lit!(w.out, ",\"required\":[]");
    }
    if members.has_option && !w.output && w.d.has(kw::DEPENDENCIES) {
        flattened_option::dependent_required(w, object, choice, frame);
    }
}

/// Writes `additionalProperties`.
pub(crate) const fn additional<'a>(
    w: &mut Writer<'_, 'a>,
    object: &'a Object<'a>,
    choice: usize,
    frame: &Frame<'_, 'a>,
    members: &PropertiesWalk,
) {
    if members.has_rest && matches!(w.d.maps(), MapStyle::Schema) {
        additional_properties::additional(w, object, choice, frame);
        return;
    }
    let closed = match w.d.closed() {
        Closed::Never => false,
        Closed::Always => true,
        Closed::Declared => !members.has_rest && is_closed(object, choice, frame),
    };
    let keeps = !members.has_rest && matches!(object.unknown_names, UnknownNames::Kept);
    if closed {
        lit!(w.out, ",\"additionalProperties\":false");
        if keeps && matches!(w.d.closed(), Closed::Always) {
            w.note(
                frame,
                Outcome::Narrowed,
                "additionalProperties",
                "the schema accepts other names, and strict mode closes every object",
            );
        }
    } else if keeps && w.d.implied_closed() {
        lit!(w.out, ",\"additionalProperties\":true");
    } else if (w.notes.is_some() || w.lossless)
        // An open root is a rule of the provider, and unknown parameters are still rejected.
        && frame.up.is_some()
        && !members.has_rest
        && is_closed(object, choice, frame)
    {
        w.note(
            frame,
            Outcome::Widened,
            "additionalProperties",
            "other names are rejected, and no keyword here can express that",
        );
    }
}
