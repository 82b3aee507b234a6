//! Maps: an object with `additionalProperties`, an array of entries, or words.

use super::constraint::{Unit, keywords, words};
use super::describe::{Description, SchemaAt, SchemaPlace, describe};
use super::map_keys::{self, KeySchema};
use super::merged_rules::{Effective, RuleChain};
use super::node::at;
use super::notes::NO_KEYWORD;
use super::type_prefix::{close, open};
use super::types::Type;
use super::value::place_words;
use super::writer::Writer;
use crate::dialect::{Closed, MapStyle};
use crate::json::lit;
use crate::schema::{Kind, Link, Map, Schema};
use crate::shape::{
    Frame, FrameStep, has_key_rules, kind_inside, map_is_entries, map_key, resolve,
};

pub(crate) const fn map<'a>(w: &mut Writer<'_, 'a>, node: SchemaAt<'_, 'a>, map: &'a Map<'a>) {
    let (schema, place, frame) = (node.schema, node.place, node.frame);
    w.tally.rewritten = true;
    if map_is_entries(&mut w.d, map) {
        return entries(w, node, &map.key, &map.value);
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
        w.described(frame, "additionalProperties", NO_KEYWORD);
        let here = frame.below(FrameStep::Values, None);
        value_words(w, &mut text, value, None, &here);
    }
    place_words(w, &mut text, node, false);
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
    node: SchemaAt<'_, 'a>,
    key: &'a Link<'a>,
    value: &'a Link<'a>,
) {
    let (schema, place, frame) = (node.schema, node.place, node.frame);
    w.rewritten(frame, "additionalProperties", "an array of {key, value}");
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
    place_words(w, &mut text, node, false);
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
            w.described(frame, "propertyNames", NO_KEYWORD);
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
