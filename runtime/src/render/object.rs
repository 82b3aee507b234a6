//! Objects and maps.

use super::additional_properties;
use super::check;
use super::constraint::{Unit, keywords, words};
use super::describe::{Description, describe, renamed_words};
use super::excluded_names::ExcludedNames;
use super::flattened_option;
use super::map_keys::{self, KeySchema};
use super::merged_rules::{Effective, RuleChain};
use super::node::{at, json_text};
use super::notes::{NO_KEYWORD, Outcome};
use super::place::SchemaPlace;
use super::properties::{self, PropertiesWalk};
use super::shared;
use super::sketch::JsonSketch;
use super::type_prefix::{close, open};
use super::types::Type;
use super::value::{default_words, note_beyond};
use super::writer::{Tally, Writer};
use crate::dialect::{Closed, MapStyle, NullStyle, kw};
use crate::json::lit;
use crate::schema::{Kind, Link, Map, Object, Schema, UnknownNames};
use crate::shape::{
    Frame, FrameStep, has_key_rules, has_members, is_closed, kind_inside, map_is_entries, map_key,
    object_alternatives, resolve,
};

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
        note_beyond(w, place, frame);
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
        let here = Frame {
            step: FrameStep::Variant(i),
            named: None,
            optional: false,
            up: Some(frame),
        };
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
        default_words(w, &mut text, schema, place, frame, false);
        renamed_words(w, &mut text, place);
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
    if !has_members(object, choice, frame, w.output) && !place.inline && !w.d.empty_object() {
        w.note(
            frame,
            Outcome::Rewritten,
            "properties",
            "an object without properties: a string that holds JSON",
        );
        return json_text(
            w,
            schema,
            place,
            frame,
            JsonSketch::Words(match object.unknown_names {
                UnknownNames::Kept => "an object",
                _ => "{}",
            }),
            false,
        );
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
    default_words(w, &mut text, schema, place, frame, false);
    renamed_words(w, &mut text, place);
    text.end(w);
    lit!(w.out, ",\"properties\":{");
    properties::properties(w, object, choice, place.depth, frame, &mut members, None);
    lit!(w.out, "}");
    if let Some(excluded) = excluded {
        excluded.keyword(w, frame);
    }
    tail(w, object, choice, frame, &mut members);
    close(w, place.null);
}

/// Checks whether other names are possible in the dialect.
pub(crate) const fn other_names<'a>(
    w: &mut Writer<'_, 'a>,
    object: &'a Object<'a>,
    choice: usize,
    frame: &Frame<'_, 'a>,
) {
    w.tally.features |= Tally::MAP;
    // If a map is an array of entries, its name may be in use.
    w.tally.doubtful = true;
    if !matches!(w.d.maps(), MapStyle::Schema) {
        check::rest_name(w, object, choice, frame);
    }
}

/// Writes `required` and `additionalProperties`.
const fn tail<'a>(
    w: &mut Writer<'_, 'a>,
    object: &'a Object<'a>,
    choice: usize,
    frame: &Frame<'_, 'a>,
    members: &mut PropertiesWalk,
) {
    required(w, object, choice, frame, members);
    additional(w, object, choice, frame, members);
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

/// Writes a map.
pub(crate) const fn map<'a>(
    w: &mut Writer<'_, 'a>,
    schema: &'a Schema<'a>,
    map: &'a Map<'a>,
    place: &SchemaPlace<'_, 'a>,
    frame: &Frame<'_, 'a>,
) {
    w.tally.features |= Tally::MAP;
    if map_is_entries(&mut w.d, map) {
        return entries(w, schema, &map.key, &map.value, place, frame);
    }
    if place.depth + 1 > w.tally.depth {
        w.tally.depth = place.depth + 1;
    }
    let key = map_key(&map.key, frame);
    open(w, Type::Object, place.null);
    let mut text = describe(w, schema, place, true);
    let mut described = 0;
    if place.rules.is_some() {
        let all = Effective::of(w, schema, place.rules);
        described = words(w, &mut text, &all, Unit::Entries, frame);
    }
    if w.structural && !map_keys::are_possible(key) {
        w.fault(
            frame,
            "propertyNames",
            "a map's keys are strings in JSON: take a string, an integer, a bool, a char or a unit enum as the key",
        );
    }
    let plain = map_keys::are_plain(key);
    let names = map_keys::describe(w, &mut text, map, frame);
    let in_words = matches!(w.d.maps(), MapStyle::Words);
    let value = resolve(&map.value, frame);
    // An unrestricted map needs no description.
    if in_words && !(plain && matches!(kind_inside(value), Kind::Any)) {
        if plain {
            text.write_constraint(w, "any names", "");
        }
        w.note(
            frame,
            Outcome::Described,
            "additionalProperties",
            NO_KEYWORD,
        );
        let here = Frame {
            step: FrameStep::Values,
            named: None,
            optional: false,
            up: Some(frame),
        };
        value_words(w, &mut text, value, None, &here);
    }
    default_words(w, &mut text, schema, place, frame, false);
    renamed_words(w, &mut text, place);
    text.end(w);
    if in_words {
        return close(w, place.null);
    }
    match &names {
        KeySchema::None => {}
        KeySchema::OfType => map_keys::schema(w, key),
        KeySchema::Ruled(all) => map_keys::schema_with(w, all),
    }
    if w.d.map_properties() {
        lit!(w.out, ",\"properties\":{}");
    }
    lit!(w.out, ",\"additionalProperties\":");
    let below = SchemaPlace::at(frame, FrameStep::Values, place.depth + 1);
    at(w, resolve(&map.value, below.up), &below);
    if place.rules.is_some() {
        let all = Effective::of(w, schema, place.rules);
        keywords(w, &all, Unit::Entries, described);
    }
    close(w, place.null);
}

/// Describes the values of a map, which are scalars or unrestricted.
const fn value_words<'a>(
    w: &mut Writer<'_, 'a>,
    text: &mut Description,
    schema: &'a Schema<'a>,
    rules: Option<&RuleChain<'_, 'a>>,
    frame: &Frame<'_, 'a>,
) {
    match &schema.kind {
        Kind::Newtype(newtype) => {
            let chain;
            let mut rules = rules;
            if let Some(own) = newtype.rules {
                chain = RuleChain {
                    rules: own,
                    next: rules,
                };
                rules = Some(&chain);
            }
            value_words(w, text, resolve(&newtype.ty, frame), rules, frame);
        }
        Kind::Option(inner) => {
            value_words(w, text, resolve(inner, frame), rules, frame);
            lit!(w.out, " or null");
        }
        Kind::Enum(all) => {
            text.write_constraint(w, "each value one of: ", "");
            map_keys::values(w, all);
        }
        kind => {
            text.write_constraint(w, "each value ", super::sketch::kind_name(kind));
            let all = Effective::of(w, schema, rules);
            words(w, text, &all, Unit::Characters, frame);
        }
    }
}

/// Writes a map as an array of `{key, value}`.
pub(crate) const fn entries<'a>(
    w: &mut Writer<'_, 'a>,
    schema: &'a Schema<'a>,
    key: &'a Link<'a>,
    value: &'a Link<'a>,
    place: &SchemaPlace<'_, 'a>,
    frame: &Frame<'_, 'a>,
) {
    w.note(
        frame,
        Outcome::Rewritten,
        "additionalProperties",
        "an array of {key, value}",
    );
    if place.depth + 2 > w.tally.depth {
        w.tally.depth = place.depth + 2;
    }
    open(w, Type::Array, place.null);
    let mut text = describe(w, schema, place, true);
    let mut described = 0;
    if place.rules.is_some() {
        let all = Effective::of(w, schema, place.rules);
        described = words(w, &mut text, &all, Unit::Items, frame);
    }
    text.write_constraint(w, "no key twice", "");
    default_words(w, &mut text, schema, place, frame, false);
    renamed_words(w, &mut text, place);
    text.end(w);
    lit!(w.out, ",\"items\":");
    open(w, Type::Object, false);
    lit!(w.out, ",\"properties\":{\"key\":");
    let names = map_key(key, frame);
    if map_keys::is_text(names) {
        let below = SchemaPlace::at(frame, FrameStep::Names, place.depth + 2);
        at(w, resolve(key, below.up), &below);
    } else {
        open(w, Type::String, false);
        let mut text = Description::new(true);
        map_keys::words(w, &mut text, names);
        if has_key_rules(key, frame) {
            let rules = map_keys::key_rules_of(w, resolve(key, frame), None);
            map_keys::rule_words(w, &mut text, &rules);
            w.note(frame, Outcome::Described, "propertyNames", NO_KEYWORD);
        }
        text.end(w);
        lit!(w.out, "}");
    }
    lit!(w.out, ",\"value\":");
    let below = SchemaPlace::at(frame, FrameStep::Values, place.depth + 2);
    at(w, resolve(value, below.up), &below);
    w.tally.properties += 2;
    lit!(w.out, "},\"required\":[\"key\",\"value\"]");
    if !matches!(w.d.closed(), Closed::Never) {
        lit!(w.out, ",\"additionalProperties\":false");
    }
    lit!(w.out, "}");
    if place.rules.is_some() {
        let all = Effective::of(w, schema, place.rules);
        keywords(w, &all, Unit::Items, described);
    }
    close(w, place.null);
}
