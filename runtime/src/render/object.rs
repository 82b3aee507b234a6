//! Objects and maps.

use super::check;
use super::members::{self, Members};
use super::constraint::{Effective, Unit, keywords, words};
use super::node::{Place, close, describe, json_text, node, open, renamed_words};
use super::notes::Outcome;
use super::value::default_words;
use super::writer::{Tally, Writer};
use crate::dialect::{Closed, MapStyle, NullStyle, OptionalStyle, kw, sig};
use crate::schema::{Kind, Link, Map, Object, Schema, Text};
use crate::shape::{Frame, Step, map_key, object_alternatives, visible_object};

/// Writes an object; `anyOf` of several where an enum is flattened into it.
pub(crate) const fn write<'a>(
    w: &mut Writer<'_, 'a>,
    schema: &'a Schema<'a>,
    object: &'a Object<'a>,
    place: &Place<'_, 'a>,
    frame: &Frame<'_, 'a>,
) {
    let n = object_alternatives(object, frame);
    if n == 1 {
        return one(w, schema, object, 0, place, frame);
    }
    w.used |= sig::ALONE | sig::NULL;
    w.tally.unions += 1;
    w.put("{\"anyOf\":[");
    let mut below = Place {
        null: place.null && matches!(w.d.null, NullStyle::Keyword),
        default: None,
        example: None,
        ..*place
    };
    if !w.d.alone {
        below.docs = Text::EMPTY;
        below.outer = Text::EMPTY;
    }
    let mut i = 0;
    while i < n {
        if i > 0 {
            w.put(",");
        }
        one(w, schema, object, i, &below, frame);
        i += 1;
    }
    if place.null && !below.null {
        w.put(",{\"type\":\"null\"}");
    }
    w.put("]");
    if !w.d.alone {
        let mut text = describe(w, schema, place, true);
        default_words(w, &mut text, schema, place, frame, false);
        renamed_words(w, &mut text, place);
        text.end(w);
    }
    w.put("}");
}

/// Writes one alternative of an object.
pub(crate) const fn one<'a>(
    w: &mut Writer<'_, 'a>,
    schema: &'a Schema<'a>,
    object: &'a Object<'a>,
    choice: usize,
    place: &Place<'_, 'a>,
    frame: &Frame<'_, 'a>,
) {
    if !visible_object(object, w.output) && frame.up.is_some() && !place.inline {
        w.used |= sig::EMPTY_OBJECT;
        if !w.d.empty_object {
            w.note(
                frame,
                Outcome::Exact,
                "properties",
                "an object without properties: a string that holds JSON",
            );
            return json_text(w, schema, place, frame, "{}", false);
        }
    }
    if place.depth + 1 > w.tally.depth {
        w.tally.depth = place.depth + 1;
    }
    open(w, "object", "OBJECT", place.null);
    let mut text = describe(w, schema, place, true);
    if w.structural {
        check::duplicates(w, object, choice, frame);
    }
    let mut members = Members::new(object, choice, frame);
    if members.rest_in_words(w) {
        text.say(w, "other names are allowed", "");
        w.note(
            frame,
            Outcome::Text,
            "additionalProperties",
            "no keyword for it here: it stands in the description",
        );
    }
    default_words(w, &mut text, schema, place, frame, false);
    renamed_words(w, &mut text, place);
    text.end(w);
    w.put(",\"properties\":{");
    members::properties(w, object, choice, place.depth, frame, &mut members, false);
    w.put("}");
    tail(w, object, choice, frame, &mut members);
    close(w, place.null);
}

/// Writes `required` and `additionalProperties`.
pub(crate) const fn tail<'a>(
    w: &mut Writer<'_, 'a>,
    object: &'a Object<'a>,
    choice: usize,
    frame: &Frame<'_, 'a>,
    members: &mut Members<'a>,
) {
    members.first = true;
    members::required(w, object, choice, frame, members, false);
    if !members.first {
        w.put("]");
    } else {
        w.used |= sig::OPTIONAL;
        if matches!(w.d.optional, OptionalStyle::RequiredNull | OptionalStyle::Refused) {
            w.put(",\"required\":[]");
        }
    }
    w.used |= sig::CLOSED;
    if members.has_rest {
        w.used |= sig::MAPS;
        if matches!(w.d.maps, MapStyle::Schema) {
            members::rest(w, object, choice, frame);
            return;
        }
    }
    let closed = match w.d.closed {
        Closed::Never => false,
        Closed::Always => true,
        Closed::Declared => object.closed && !members.has_rest,
    };
    if closed {
        w.put(",\"additionalProperties\":false");
    }
}

/// Writes a map.
pub(crate) const fn map<'a>(
    w: &mut Writer<'_, 'a>,
    schema: &'a Schema<'a>,
    map: &'a Map<'a>,
    place: &Place<'_, 'a>,
    frame: &Frame<'_, 'a>,
) {
    w.tally.features |= Tally::MAP;
    w.used |= sig::MAPS;
    if matches!(w.d.maps, MapStyle::Entries) {
        return entries(w, schema, &map.key, &map.value, place, frame);
    }
    if place.depth + 1 > w.tally.depth {
        w.tally.depth = place.depth + 1;
    }
    let all = Effective::of(w, schema, place.rules);
    let key = map_key(&map.key, frame);
    open(w, "object", "OBJECT", place.null);
    let mut text = describe(w, schema, place, true);
    if all.any {
        words(w, &mut text, &all, Unit::Entries, frame);
    }
    let names = !matches!(key.kind, Kind::String(_)) && w.has(kw::PROPERTY_NAMES);
    if !matches!(key.kind, Kind::String(_)) && !names {
        key_words(w, &mut text, key);
        w.note(
            frame,
            Outcome::Text,
            "propertyNames",
            "no keyword for it here: it stands in the description",
        );
    }
    let in_words = matches!(w.d.maps, MapStyle::Words);
    if in_words {
        text.say(
            w,
            "any names, each value ",
            super::node::kind_name(&crate::shape::resolve(&map.value, frame).kind),
        );
        w.note(
            frame,
            Outcome::Text,
            "additionalProperties",
            "no keyword for it here: it stands in the description",
        );
    }
    default_words(w, &mut text, schema, place, frame, false);
    renamed_words(w, &mut text, place);
    text.end(w);
    if in_words {
        return close(w, place.null);
    }
    if names {
        key_names(w, key);
    }
    w.put(",\"additionalProperties\":");
    let below = Place::at(frame, Step::Values, place.depth + 1);
    node(w, &map.value, &below);
    if all.any {
        keywords(w, &all, Unit::Entries);
    }
    close(w, place.null);
}

/// A map as an array of `{key, value}`.
pub(crate) const fn entries<'a>(
    w: &mut Writer<'_, 'a>,
    schema: &'a Schema<'a>,
    key: &'a Link<'a>,
    value: &'a Link<'a>,
    place: &Place<'_, 'a>,
    frame: &Frame<'_, 'a>,
) {
    w.note(
        frame,
        Outcome::Exact,
        "additionalProperties",
        "an array of {key, value}",
    );
    if place.depth + 2 > w.tally.depth {
        w.tally.depth = place.depth + 2;
    }
    let all = Effective::of(w, schema, place.rules);
    open(w, "array", "ARRAY", place.null);
    let mut text = describe(w, schema, place, true);
    if all.any {
        words(w, &mut text, &all, Unit::Items, frame);
    }
    text.say(w, "no key twice", "");
    default_words(w, &mut text, schema, place, frame, false);
    renamed_words(w, &mut text, place);
    text.end(w);
    w.put(",\"items\":");
    open(w, "object", "OBJECT", false);
    w.put(",\"properties\":{\"key\":");
    let names = map_key(key, frame);
    if matches!(names.kind, Kind::String(_) | Kind::Enum(_)) && !integer_names(names) {
        let below = Place::at(frame, Step::Property("key"), place.depth + 2);
        node(w, key, &below);
    } else {
        open(w, "string", "STRING", false);
        let mut text = super::describe::Description::new(true);
        key_words(w, &mut text, names);
        text.end(w);
        w.put("}");
    }
    w.put(",\"value\":");
    let below = Place::at(frame, Step::Values, place.depth + 2);
    node(w, value, &below);
    w.tally.properties += 2;
    w.put("},\"required\":[\"key\",\"value\"]");
    w.used |= sig::CLOSED;
    if !matches!(w.d.closed, Closed::Never) {
        w.put(",\"additionalProperties\":false");
    }
    w.put("}");
    if all.any {
        keywords(w, &all, Unit::Items);
    }
    close(w, place.null);
}

const fn integer_names(schema: &Schema<'_>) -> bool {
    match &schema.kind {
        Kind::Enum(all) => {
            !all.values.is_empty()
                && matches!(all.values[0].value, crate::schema::Literal::Number(_))
        }
        _ => false,
    }
}

const fn key_words<'a>(
    w: &mut Writer<'_, 'a>,
    text: &mut super::describe::Description,
    key: &'a Schema<'a>,
) {
    match &key.kind {
        Kind::Integer(_) => text.say(w, "each key an integer", ""),
        Kind::Boolean => text.say(w, "each key true or false", ""),
        Kind::Number => text.say(w, "each key a number", ""),
        Kind::Enum(all) => {
            text.say(w, "each key one of: ", "");
            let mut i = 0;
            while i < all.values.len() {
                if i > 0 {
                    w.put(" | ");
                }
                match &all.values[i].value {
                    crate::schema::Literal::String(name) => w.put(name.json()),
                    crate::schema::Literal::Number(n) => w.put(n.text()),
                    _ => {}
                }
                i += 1;
            }
        }
        _ => {}
    }
}

/// Writes `propertyNames` for names that are no plain strings.
const fn key_names<'a>(w: &mut Writer<'_, 'a>, key: &'a Schema<'a>) {
    match &key.kind {
        Kind::Integer(integer) => w.put(if integer.min.is_negative() {
            ",\"propertyNames\":{\"pattern\":\"^(0|-?[1-9][0-9]*)$\"}"
        } else {
            ",\"propertyNames\":{\"pattern\":\"^(0|[1-9][0-9]*)$\"}"
        }),
        Kind::Boolean => w.put(",\"propertyNames\":{\"enum\":[\"true\",\"false\"]}"),
        Kind::Number => {
            w.put(",\"propertyNames\":{\"pattern\":\"^-?[0-9]+([.][0-9]+)?([eE][+-]?[0-9]+)?$\"}");
        }
        Kind::Enum(all) => {
            w.put(",\"propertyNames\":{\"enum\":[");
            let mut i = 0;
            while i < all.values.len() {
                w.put(if i > 0 { ",\"" } else { "\"" });
                match &all.values[i].value {
                    crate::schema::Literal::String(name) => w.put(name.json()),
                    crate::schema::Literal::Number(n) => w.put(n.text()),
                    _ => {}
                }
                w.put("\"");
                i += 1;
            }
            w.put("]}");
        }
        _ => {}
    }
}
