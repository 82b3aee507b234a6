//! Numbers, strings and bools.

use super::constraint::{Unit, keywords, words};
use super::describe::{Description, SchemaAt, SchemaPlace, describe};
use super::merged_rules::Effective;
use super::notes::{NO_KEYWORD, ZERO};
use super::type_prefix::{close, open};
use super::types::Type;
use super::value::{default_members, place_words};
use super::writer::Writer;
use crate::const_str::is_empty;
use crate::dialect::{NullStyle, kw};
use crate::json::lit;
use crate::schema::{FloatType, Integer, Kind};
use crate::shape::Frame;

/// Writes a number, a string or a bool.
pub(crate) const fn write<'a>(w: &mut Writer<'_, 'a>, node: SchemaAt<'_, 'a>, ty: Type) {
    let place = node.place;
    if let SchemaPlace {
        more: None,
        rules: None,
        beyond: None,
        renamed: None,
        option: None,
        ..
    } = place
    {
        let text = match &node.schema.kind {
            Kind::Integer(integer) => Some(integer),
            Kind::Number(FloatType::F32) => return ruled(w, node, ty),
            Kind::String(string) if !string.is_any() => {
                return ruled(w, node, ty);
            }
            _ => None,
        };
        open(w, ty, place.null);
        let description = describe(w, node.schema, place, true);
        match text {
            None => description.end(w),
            Some(integer) => bare_integer(w, integer, description, node.frame, place.null),
        }
        return close(w, place.null);
    }
    ruled(w, node, ty);
}

/// The start of a type's bounds if its minimum is 0.
const MINIMUM_ZERO: &str = ",\"minimum\":0";

/// Writes an integer without bounds other than its type's.
const fn bare_integer(
    w: &mut Writer<'_, '_>,
    integer: &Integer<'_>,
    description: Description,
    frame: &Frame<'_, '_>,
    null: bool,
) {
    let mut description = description;
    let text = if w.has(kw::ALL_BOUNDS) {
        integer.text.all
    } else {
        integer.text.some
    };
    let bounds = is_empty(text) || w.has(kw::BOUNDS);
    // The minimum is described, and the rest of the text written as keywords.
    let begins = size_of_val(text) >= MINIMUM_ZERO.len() && integer.min.is_zero();
    let zero = bounds && begins && !w.d.zero_bounds();
    if zero {
        description.write_constraint(w, "minimum ", "0");
        w.described_value(frame, "minimum", "0", ZERO);
    }
    if !bounds {
        description.write_constraint(w, integer.text.words, "");
        w.described_value(frame, "minimum", integer.min.text(), NO_KEYWORD);
        if integer.small {
            w.described_value(frame, "maximum", integer.max.text(), NO_KEYWORD);
        }
    }
    if integer.not_zero && !w.has(kw::TWO_RANGES) {
        description.write_constraint(w, "not 0", "");
        w.described(frame, "anyOf", NO_KEYWORD);
    }
    description.end(w);
    if zero {
        w.out.put(text.split_at(MINIMUM_ZERO.len()).1);
    } else if bounds {
        w.out.put(text);
    }
    if integer.not_zero {
        two_ranges(w, null);
    }
}

/// Writes the ranges of a nonzero integer, because grammar engines and SDKs don't support `not`.
const fn two_ranges(w: &mut Writer<'_, '_>, null: bool) {
    if !w.has(kw::TWO_RANGES) {
        return;
    }
    lit!(
        w.out,
        ",\"anyOf\":[{\"type\":\"integer\",\"maximum\":-1},{\"type\":\"integer\",\"minimum\":1}"
    );
    if null && matches!(w.d.null(), NullStyle::TypeArray) {
        lit!(w.out, ",{\"type\":\"null\"}");
    }
    lit!(w.out, "]");
}

/// Writes a number, a string or a bool with constraints, a default, an example or another name.
const fn ruled<'a>(w: &mut Writer<'_, 'a>, node: SchemaAt<'_, 'a>, ty: Type) {
    let place = node.place;
    open(w, ty, place.null);
    let mut text = describe(w, node.schema, place, true);
    let all = Effective::of(w, node.schema, place.rules);
    let described = words(w, &mut text, &all, Unit::Characters, node.frame);
    place_words(w, &mut text, node, true);
    text.end(w);
    keywords(w, &all, Unit::Characters, described);
    if all.not_zero {
        two_ranges(w, place.null);
    }
    default_members(w, node, false);
    close(w, place.null);
}
