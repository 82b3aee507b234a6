//! The keys of a map: strings in JSON, of any type in Rust.

use super::constraint::{CHARACTERS, Unit, keywords, plural};
use super::describe::Description;
use super::enumeration::{hidden, raw_text};
use super::merged_rules::{Effective, RuleChain};
use super::notes::{NO_KEYWORD, number};
use super::pattern::{pattern_is_words, pattern_keyword};
use super::writer::Writer;
use crate::dialect::kw;
use crate::json::lit;
use crate::schema::{ANY, Enum, Kind, Literal, Map, Num, Pattern, Schema};
use crate::shape::{Frame, has_key_rules, map_key, resolve};

/// Returns whether every string is a valid key.
pub(crate) const fn are_plain(key: &Schema<'_>) -> bool {
    match &key.kind {
        Kind::String(string) => string.is_any(),
        Kind::Any => true,
        _ => false,
    }
}

/// Returns whether serde can read such keys.
pub(crate) const fn are_possible(key: &Schema<'_>) -> bool {
    match &key.kind {
        Kind::String(_)
        | Kind::Integer(_)
        | Kind::Boolean
        | Kind::Number(_)
        | Kind::Enum(_)
        | Kind::Any => true,
        // For example an IP address of either version.
        Kind::Union(union) => {
            let mut i = 0;
            while i < union.variants.len() {
                if !matches!(union.variants[i].kind, Kind::String(_) | Kind::Enum(_)) {
                    return false;
                }
                i += 1;
            }
            true
        }
        _ => false,
    }
}

/// Returns whether every provider accepts such keys. If `false`, only the renderer can decide.
pub(super) const fn are_accepted(key: &Schema<'_>) -> bool {
    match &key.kind {
        Kind::Enum(all) => all.is_accepted(),
        Kind::Union(_) => false,
        _ => are_possible(key),
    }
}

/// Returns whether a key has the same form as a value of its type: a string, or a string of an
/// enum.
pub(crate) const fn is_text(key: &Schema<'_>) -> bool {
    match &key.kind {
        Kind::String(_) | Kind::Union(_) => true,
        Kind::Enum(all) => {
            !all.values.is_empty() && matches!(all.values[0].value, Literal::String(_))
        }
        _ => false,
    }
}

/// Returns the constraints of the newtypes around a key, outermost first, without those of its
/// type.
pub(crate) const fn key_rules_of<'a>(
    w: &mut Writer<'_, '_>,
    schema: &'a Schema<'a>,
    chain: Option<&RuleChain<'_, 'a>>,
) -> Effective<'a> {
    let Kind::Newtype(newtype) = &schema.kind else {
        return Effective::of(w, ANY.get(), chain);
    };
    let own;
    let mut chain = chain;
    if let Some(rules) = newtype.rules {
        own = RuleChain { rules, next: chain };
        chain = Some(&own);
    }
    match newtype.ty.known() {
        Some(inner) => key_rules_of(w, inner, chain),
        None => Effective::of(w, ANY.get(), chain),
    }
}

/// The schema in `propertyNames`.
pub(crate) enum KeySchema<'a> {
    /// None: every string is a key, or the description has the rest.
    None,
    /// The schema of the key's type.
    OfType,
    /// A string with these constraints.
    Ruled(Effective<'a>),
}

const fn one_pattern(w: &mut Writer<'_, '_>, text: &mut Description, pattern: &Pattern<'_>) {
    text.write_constraint(w, "each key matches the pattern ", pattern.text.json());
}

const fn length(w: &mut Writer<'_, '_>, text: &mut Description, words: &str, n: &Num<'_>) {
    text.write_constraint(w, words, n.text());
    w.out.put(plural(CHARACTERS, n));
}

/// Describes what `propertyNames` can't express, and returns what it has.
pub(crate) const fn describe<'a>(
    w: &mut Writer<'_, '_>,
    text: &mut Description,
    map: &'a Map<'a>,
    frame: &Frame<'_, 'a>,
) -> KeySchema<'a> {
    let key = map_key(&map.key, frame);
    let keyword = w.has(kw::PROPERTY_NAMES);
    let plain = are_plain(key);
    if has_key_rules(&map.key, frame) {
        let all = key_rules_of(w, resolve(&map.key, frame), None);
        if keyword && has_keywords(w, key, &all) {
            return KeySchema::Ruled(all);
        }
        rule_words(w, text, &all);
        if plain || keyword {
            w.described(frame, "propertyNames", NO_KEYWORD);
        }
    }
    if plain {
        return KeySchema::None;
    }
    if keyword {
        pattern_words(w, text, key, frame);
        return KeySchema::OfType;
    }
    words(w, text, key);
    w.described(frame, "propertyNames", NO_KEYWORD);
    KeySchema::None
}

pub(crate) const fn rule_words(
    w: &mut Writer<'_, '_>,
    text: &mut Description,
    all: &Effective<'_>,
) {
    let numbers = [
        ("each key at least ", all.minimum),
        ("each key at most ", all.maximum),
        ("each key greater than ", all.exclusive_minimum),
        ("each key less than ", all.exclusive_maximum),
        ("each key a multiple of ", all.multiple_of),
    ];
    let mut i = 0;
    while i < numbers.len() {
        if let (words, Some(n)) = numbers[i] {
            text.write_constraint(w, words, n.text());
        }
        i += 1;
    }
    if let Some(n) = all.min_length {
        length(w, text, "each key at least ", n);
    }
    if let Some(n) = all.max_length {
        length(w, text, "each key at most ", n);
    }
    if let Some(pattern) = all.pattern {
        one_pattern(w, text, pattern);
    }
    if let Some(pattern) = all.second {
        one_pattern(w, text, pattern);
    }
    if let Some(format) = all.format {
        text.write_constraint(w, "format of each key: ", format.name().json());
    }
}

/// Returns whether `propertyNames` can have all of the constraints.
const fn has_keywords(w: &mut Writer<'_, '_>, key: &Schema<'_>, all: &Effective<'_>) -> bool {
    let pattern = match all.pattern {
        Some(pattern) => !pattern_is_words(w, pattern),
        None => true,
    };
    matches!(&key.kind, Kind::String(string) if string.is_any())
        && pattern
        && all.second.is_none()
        && all.format.is_none()
        && w.has(kw::LENGTH)
        && !w.has(kw::SHORT)
}

/// Writes `propertyNames` with constraints, of any string.
pub(crate) const fn schema_with(w: &mut Writer<'_, '_>, all: &Effective<'_>) {
    lit!(w.out, ",\"propertyNames\":{\"type\":\"string\"");
    keywords(w, all, Unit::Characters, 0);
    lit!(w.out, "}");
}

pub(crate) const fn words(w: &mut Writer<'_, '_>, text: &mut Description, key: &Schema<'_>) {
    match &key.kind {
        Kind::Integer(_) => text.write_constraint(w, "each key an integer", ""),
        Kind::Boolean => text.write_constraint(w, "each key true or false", ""),
        Kind::Number(_) => text.write_constraint(w, "each key a number", ""),
        Kind::String(string) => {
            if string.one_char {
                text.write_constraint(w, "each key one character", "");
            }
            if let Some(format) = &string.format {
                text.write_constraint(w, "format of each key: ", format.name().json());
            }
            if let Some(pattern) = &string.pattern {
                one_pattern(w, text, pattern);
            }
        }
        Kind::Enum(all) => {
            text.write_constraint(w, "each key one of: ", "");
            values(w, all);
        }
        _ => {}
    }
}

/// Describes the pattern of the keys if it can't be part of `propertyNames`.
const fn pattern_words(
    w: &mut Writer<'_, '_>,
    text: &mut Description,
    key: &Schema<'_>,
    at: &Frame<'_, '_>,
) {
    if let Kind::String(string) = &key.kind
        && let Some(pattern) = &string.pattern
        && pattern_is_words(w, pattern)
    {
        one_pattern(w, text, pattern);
        w.described(at, "propertyNames", NO_KEYWORD);
    }
}

pub(super) const fn values(w: &mut Writer<'_, '_>, all: &Enum<'_>) {
    let mut first = true;
    let mut i = 0;
    while i < all.values.len() {
        if !hidden(&all.values[i], w.output) {
            if !first {
                lit!(w.out, " | ");
            }
            first = false;
            w.out.put(raw_text(w.output, &all.values[i]));
        }
        i += 1;
    }
}

pub(crate) const fn schema(w: &mut Writer<'_, '_>, key: &Schema<'_>) {
    lit!(w.out, ",\"propertyNames\":");
    name(w, key);
}

pub(crate) const fn name(w: &mut Writer<'_, '_>, key: &Schema<'_>) {
    match &key.kind {
        Kind::Integer(integer) => {
            // The exact range takes forty digits of pattern for the widest types and helps only
            // validators.
            if w.has(kw::ALL_BOUNDS) {
                lit!(w.out, "{\"pattern\":\"^(");
                // Zero, if it is a value of the type.
                if !integer.not_zero && (integer.min.is_negative() || integer.min.is_zero()) {
                    lit!(w.out, "0|");
                }
                at_most(w, "", integer.max.text());
                if integer.min.is_negative() {
                    lit!(w.out, "|");
                    at_most(w, "-", integer.min.text().split_at(1).1);
                }
                lit!(w.out, ")$\"}");
            } else if integer.min.is_negative() {
                lit!(w.out, "{\"pattern\":\"^(0|-?[1-9][0-9]*)$\"}");
            } else {
                lit!(w.out, "{\"pattern\":\"^(0|[1-9][0-9]*)$\"}");
            }
        }
        Kind::Boolean => lit!(w.out, "{\"enum\":[\"true\",\"false\"]}"),
        Kind::Number(_) => w
            .out
            .put("{\"pattern\":\"^-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][+-]?[0-9]{1,2})?$\"}"),
        Kind::Enum(all) => {
            lit!(w.out, "{\"enum\":[");
            let mut first = true;
            let mut i = 0;
            while i < all.values.len() {
                let value = &all.values[i];
                if !hidden(value, w.output) {
                    w.out.put(if first { "\"" } else { ",\"" });
                    first = false;
                    w.out.put(raw_text(w.output, value));
                    lit!(w.out, "\"");
                }
                // If a map is an array of entries, its keys form an enum.
                if let Literal::String(name) = &value.value
                    && name.is_empty()
                {
                    w.tally.doubtful = true;
                }
                i += 1;
            }
            lit!(w.out, "]}");
        }
        Kind::String(_) => string(w, key),
        Kind::Union(union) => {
            lit!(w.out, "{\"anyOf\":[");
            let mut i = 0;
            while i < union.variants.len() {
                if i > 0 {
                    lit!(w.out, ",");
                }
                string(w, &union.variants[i]);
                i += 1;
            }
            lit!(w.out, "]}");
        }
        _ => lit!(w.out, "{}"),
    }
}

const fn string(w: &mut Writer<'_, '_>, key: &Schema<'_>) {
    lit!(w.out, "{\"type\":\"string\"");
    if let Kind::String(string) = &key.kind {
        if let Some(format) = &string.format {
            lit!(w.out, ",\"format\":\"");
            w.out.put(format.name().json());
            lit!(w.out, "\"");
        }
        if let Some(pattern) = &string.pattern {
            pattern_keyword(w, pattern);
        }
        if string.one_char {
            lit!(w.out, ",\"minLength\":1,\"maxLength\":1");
        }
    }
    lit!(w.out, "}");
}

/// Writes a pattern for the integers from 1 to `most`, which is in decimal.
const fn at_most(w: &mut Writer<'_, '_>, sign: &str, most: &str) {
    let digits = most.as_bytes();
    let n = digits.len();
    // Fewer digits than the maximum.
    if n > 1 {
        w.out.put(sign);
        lit!(w.out, "[1-9][0-9]{0,");
        number(&mut w.out, n - 2);
        lit!(w.out, "}|");
    }
    // The same number of digits: a common prefix, then a smaller digit, then any digits.
    let mut place = 0;
    while place < n {
        let least = if place == 0 { b'1' } else { b'0' };
        if digits[place] > least {
            w.out.put(sign);
            w.out.put(most.split_at(place).0);
            lit!(w.out, "[");
            number(&mut w.out, (least - b'0') as usize);
            lit!(w.out, "-");
            number(&mut w.out, (digits[place] - b'1') as usize);
            lit!(w.out, "][0-9]{");
            number(&mut w.out, n - place - 1);
            lit!(w.out, "}|");
        }
        place += 1;
    }
    w.out.put(sign);
    w.out.put(most);
}
