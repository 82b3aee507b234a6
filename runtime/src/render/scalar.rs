//! Numbers, strings and bools.

use super::constraint::{Unit, keywords, words};
use super::describe::Description;
use super::effective::Effective;
use super::node::{Place, close, describe, open, renamed_words};
use super::notes::{NO_KEYWORD, Outcome, ZERO};
use super::opening::Opening;
use super::value::{default_keywords, default_words};
use super::writer::Writer;
use crate::const_str::is_empty;
use crate::dialect::kw;
use crate::json::lit;
use crate::schema::{Integer, Kind, Schema};
use crate::shape::Frame;

/// A number, a string or a bool.
pub(crate) const fn write<'a>(
    w: &mut Writer<'_, 'a>,
    schema: &'a Schema<'a>,
    place: &Place<'_, 'a>,
    frame: &Frame<'_, 'a>,
    opening: &Opening,
) {
    let beside = place.more.is_some() || place.rules.is_some() || place.beyond.is_some();
    if !beside && place.renamed.is_none() {
        let text = match &schema.kind {
            Kind::Integer(integer) => Some(integer),
            Kind::String(string) if !string.is_any() => {
                return ruled(w, schema, place, frame, opening);
            }
            _ => None,
        };
        open(w, opening, place.null);
        let description = describe(w, schema, place, true);
        match text {
            None => description.end(w),
            Some(integer) => bare_integer(w, integer, description, frame),
        }
        return close(w, place.null);
    }
    ruled(w, schema, place, frame, opening);
}

/// How the bounds of a type begin whose least value is 0.
const MINIMUM_ZERO: &str = ",\"minimum\":0";

/// An integer that nothing but its type bounds.
const fn bare_integer(
    w: &mut Writer<'_, '_>,
    integer: &Integer<'_>,
    description: Description,
    frame: &Frame<'_, '_>,
) {
    let mut description = description;
    let text = if w.has(kw::ALL_BOUNDS) {
        integer.text.all
    } else {
        integer.text.some
    };
    let bounds = is_empty(text) || w.has(kw::BOUNDS);
    // Said in words, and what follows it as a keyword.
    let begins = size_of_val(text) >= MINIMUM_ZERO.len() && integer.min.is_zero();
    let zero = bounds && begins && !w.zero_bounds();
    if zero {
        description.say(w, "minimum ", "0");
        w.note(frame, Outcome::Text, "minimum", ZERO);
    }
    if !bounds {
        description.say(w, integer.text.words, "");
        w.note(frame, Outcome::Text, "minimum", NO_KEYWORD);
        if integer.small {
            w.note(frame, Outcome::Text, "maximum", NO_KEYWORD);
        }
    }
    let not = integer.not_zero && w.has(kw::NOT);
    if integer.not_zero && !not {
        description.say(w, "not 0", "");
        w.note(frame, Outcome::Text, "not", NO_KEYWORD);
    }
    description.end(w);
    if zero {
        w.out.put(text.split_at(MINIMUM_ZERO.len()).1);
    } else if bounds {
        w.out.put(text);
    }
    if not {
        lit!(w.out, ",\"not\":{\"const\":0}");
    }
}

/// A number, a string or a bool with constraints, a default, an example or another name.
const fn ruled<'a>(
    w: &mut Writer<'_, 'a>,
    schema: &'a Schema<'a>,
    place: &Place<'_, 'a>,
    frame: &Frame<'_, 'a>,
    opening: &Opening,
) {
    open(w, opening, place.null);
    let mut text = describe(w, schema, place, true);
    let all = Effective::of(w, schema, place.rules);
    words(w, &mut text, &all, Unit::Characters, frame);
    default_words(w, &mut text, schema, place, frame, true);
    renamed_words(w, &mut text, place);
    text.end(w);
    keywords(w, &all, Unit::Characters);
    default_keywords(w, schema, place, true);
    close(w, place.null);
}
