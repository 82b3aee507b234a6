//! Objects.

use super::describe::{SchemaAt, SchemaPlace, describe};
use super::flattened_option::ExcludedNames;
use super::node::json_text;
use super::notes::Outcome;
use super::properties::{self, PropertiesWalk};
use super::sketch::JsonSketch;
use super::type_prefix::{close, open};
use super::types::Type;
use super::value::{note_beyond, place_words};
use super::writer::Writer;
use super::{additional_properties, check, flattened_option, shared};
use crate::dialect::{Closed, MapStyle, NullStyle, kw};
use crate::json::lit;
use crate::schema::{Object, UnknownNames};
use crate::shape::{FrameStep, ObjectAt, has_members, is_closed, object_alternatives};

/// More alternatives of one object are useless to a model, and rustc would report an endless loop.
const MAX_ALTERNATIVES: usize = 256;

/// Writes an object with alternatives, because an enum is flattened into it.
pub(crate) const fn with_alternatives<'a>(
    w: &mut Writer<'_, 'a>,
    node: SchemaAt<'_, 'a>,
    object: &'a Object<'a>,
) {
    let (schema, place, frame) = (node.schema, node.place, node.frame);
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
        note_beyond(w, node);
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
        let excluded = ExcludedNames::of(w, ObjectAt::of(object, i, &here));
        let variant = SchemaAt {
            schema,
            place: &below,
            frame: &here,
        };
        one(w, variant, object, i, Some(&excluded));
        below.beyond = None;
        i += 1;
    }
    if place.null && !below.null {
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

/// Writes one alternative of an object. `excluded`: the names that it must not have.
pub(crate) const fn one<'a>(
    w: &mut Writer<'_, 'a>,
    node: SchemaAt<'_, 'a>,
    object: &'a Object<'a>,
    choice: usize,
    excluded: Option<&ExcludedNames<'a>>,
) {
    let (place, frame) = (node.place, node.frame);
    let one = ObjectAt::of(object, choice, frame);
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
        return json_text(w, node, JsonSketch::Words(form), false);
    }
    if place.depth + 1 > w.tally.depth {
        w.tally.depth = place.depth + 1;
    }
    open(w, Type::Object, place.null);
    let mut text = describe(w, node.schema, place, true);
    if w.structural {
        check::duplicates(w, one);
        shared::names(w, one);
        shared::names_of_closed(w, one);
    }
    let mut members = PropertiesWalk::new(one);
    if members.has_rest {
        other_names(w, one);
    }
    if let Some(excluded) = excluded {
        excluded.words(w, &mut text, frame);
    }
    place_words(w, &mut text, node, false);
    text.end(w);
    lit!(w.out, ",\"properties\":{");
    properties::properties(w, one, place.depth, &mut members, None);
    lit!(w.out, "}");
    if let Some(excluded) = excluded {
        excluded.keyword(w, frame);
    }
    required(w, one, &mut members);
    additional(w, one, &members);
    close(w, place.null);
}

/// Checks whether other names are possible in the dialect.
pub(crate) const fn other_names<'a>(w: &mut Writer<'_, 'a>, one: ObjectAt<'_, 'a>) {
    w.tally.rewritten = true;
    // If a map is an array of entries, its name may be in use.
    w.tally.doubtful = true;
    if !matches!(w.d.maps(), MapStyle::Schema) {
        check::rest_name(w, one);
    }
}

/// Writes `required`.
pub(crate) const fn required<'a>(
    w: &mut Writer<'_, 'a>,
    one: ObjectAt<'_, 'a>,
    members: &mut PropertiesWalk,
) {
    members.first = true;
    properties::required(w, one, members, false);
    if !members.first {
        lit!(w.out, "\"]");
    } else if w.d.requires_all() {
        lit!(w.out, ",\"required\":[]");
    }
    if members.has_option && !w.output && w.d.has(kw::DEPENDENCIES) {
        flattened_option::dependent_required(w, one);
    }
}

/// Writes `additionalProperties`.
pub(crate) const fn additional<'a>(
    w: &mut Writer<'_, 'a>,
    one: ObjectAt<'_, 'a>,
    members: &PropertiesWalk,
) {
    let (object, frame) = (one.object, one.frame);
    if members.has_rest && matches!(w.d.maps(), MapStyle::Schema) {
        return additional_properties::additional(w, one);
    }
    let closed = match w.d.closed() {
        Closed::Never => false,
        Closed::Always => true,
        Closed::Declared => !members.has_rest && is_closed(object, one.choice, frame),
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
        && is_closed(object, one.choice, frame)
    {
        w.note(
            frame,
            Outcome::Widened,
            "additionalProperties",
            "other names are rejected, and no keyword here can express that",
        );
    }
}
