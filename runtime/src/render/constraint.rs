//! Constraints: a keyword if the dialect has one, else text in the description.

use super::describe::Description;
use super::merged_rules::{Effective, Inclusive, ONE};
use super::notes::{NO_KEYWORD, Outcome, ZERO};
use super::pattern::{pattern_is_words, pattern_keyword, second_fits};
use super::writer::Writer;
use crate::const_str::is_empty;
use crate::dialect::kw;
use crate::json::lit;
use crate::schema::{Num, Pattern};
use crate::shape::Frame;

/// The unit that a length counts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unit {
    Characters,
    Items,
    Entries,
}

/// Returns whether a length exceeds the maximum of dialects that accept only short ones.
const fn is_long(n: &Num<'_>, unit: Unit) -> bool {
    let most = match unit {
        Unit::Characters => const { &Num::int(false, 2048, "2048") },
        Unit::Items => const { &Num::int(false, 256, "256") },
        Unit::Entries => const { &Num::int(false, 64, "64") },
    };
    most.less_than(n)
}

/// The constraints that [`words`] has described, so that [`keywords`] leaves them out: a bit each.
const MINIMUM: u8 = 1;
const MAXIMUM: u8 = 1 << 1;
const MIN_LENGTH: u8 = 1 << 2;
const MAX_LENGTH: u8 = 1 << 3;

/// Returns whether the dialect has a keyword for a length of that unit. `which`: [`MIN_LENGTH`] or
/// [`MAX_LENGTH`].
const fn has_length(w: &mut Writer<'_, '_>, which: u8, unit: Unit, n: &Num<'_>) -> bool {
    if is_long(n, unit) && w.has(kw::SHORT) || n.is_zero() && !w.d.zero_lengths() {
        return false;
    }
    match unit {
        Unit::Characters => w.has(kw::LENGTH),
        Unit::Items if which == MAX_LENGTH => w.has(kw::MAX_ITEMS),
        Unit::Items => w.has_min_items(!ONE.less_than(n)),
        Unit::Entries => w.has(kw::PROPERTIES),
    }
}

/// Describes the constraints that the dialect has no keyword for. Returns the bounds and lengths
/// among them.
pub(crate) const fn words(
    w: &mut Writer<'_, '_>,
    text: &mut Description,
    all: &Effective<'_>,
    unit: Unit,
    at: &Frame<'_, '_>,
) -> u8 {
    let inclusive;
    let whole;
    let mut all = all;
    if all.has_exclusive() {
        inclusive = Inclusive::of(all);
        whole = inclusive.instead(all);
        all = &whole;
    }
    let rules = all;
    let mut described = 0;
    if let Some(n) = rules.minimum
        && !w.has_bound(n)
    {
        described |= MINIMUM;
        bound_words(w, text, "minimum", n, at);
    }
    if let Some(n) = rules.maximum
        && !w.has_bound(n)
    {
        described |= MAXIMUM;
        bound_words(w, text, "maximum", n, at);
    }
    if let Some(n) = rules.exclusive_minimum
        && !w.has(kw::EXCLUSIVE)
    {
        let value = n.text();
        text.write_constraint(w, "greater than ", value);
        w.described_value(at, "exclusiveMinimum", value, NO_KEYWORD);
    }
    if let Some(n) = rules.exclusive_maximum
        && !w.has(kw::EXCLUSIVE)
    {
        let value = n.text();
        text.write_constraint(w, "less than ", value);
        w.described_value(at, "exclusiveMaximum", value, NO_KEYWORD);
    }
    if let Some(n) = rules.multiple_of
        && !w.has(kw::MULTIPLE_OF)
    {
        let value = n.text();
        text.write_constraint(w, "a multiple of ", value);
        w.described_value(at, "multipleOf", value, NO_KEYWORD);
    }
    if all.not_zero && !w.has(kw::TWO_RANGES) {
        text.write_constraint(w, "not ", "0");
        w.described(at, "anyOf", NO_KEYWORD);
    }
    described |= length_words(w, text, rules, unit, at);
    if let Some(pattern) = rules.pattern
        && pattern_is_words(w, pattern)
    {
        pattern_words(w, text, pattern, at);
    }
    if let Some(pattern) = all.second
        && !second_fits(w, pattern)
    {
        pattern_words(w, text, pattern, at);
    }
    if all.more_patterns {
        w.note(
            at,
            Outcome::Hidden,
            "pattern",
            "a third pattern on one value: it is kept, and not shown",
        );
    }
    if let Some(format) = rules.format
        && !w.d.has_format(format.bit())
    {
        let value = format.name().json();
        text.write_constraint(w, "format: ", value);
        w.described_value(at, "format", value, NO_KEYWORD);
    }
    described
}

/// Describes a bound that has no keyword, or none because it is 0.
const fn bound_words(
    w: &mut Writer<'_, '_>,
    text: &mut Description,
    keyword: &str,
    n: &Num<'_>,
    at: &Frame<'_, '_>,
) {
    text.write_constraint(w, keyword, " ");
    put(w, n);
    let why = if w.has(kw::BOUNDS) { ZERO } else { NO_KEYWORD };
    w.described_value(at, keyword, n.text(), why);
}

const fn why_no_length(w: &mut Writer<'_, '_>, n: &Num<'_>) -> &'static str {
    if n.is_zero() && !w.d.zero_lengths() {
        ZERO
    } else {
        NO_KEYWORD
    }
}

const fn pattern_words(
    w: &mut Writer<'_, '_>,
    text: &mut Description,
    pattern: &Pattern<'_>,
    at: &Frame<'_, '_>,
) {
    let value = pattern.text.json();
    text.write_constraint(w, "matches the pattern ", value);
    w.described_value(at, "pattern", value, NO_KEYWORD);
}

/// The unit of a text's length, for one and for any other number.
pub(super) const CHARACTERS: (&str, &str) = (" character", " characters");

const fn length_words(
    w: &mut Writer<'_, '_>,
    text: &mut Description,
    rules: &Effective<'_>,
    unit: Unit,
    at: &Frame<'_, '_>,
) -> u8 {
    let mut described = 0;
    if let (None, None) = (rules.min_length, rules.max_length) {
        return described;
    }
    let (units, min, max) = match unit {
        Unit::Characters => (CHARACTERS, "minLength", "maxLength"),
        Unit::Items => ((" item", " items"), "minItems", "maxItems"),
        Unit::Entries => ((" entry", " entries"), "minProperties", "maxProperties"),
    };
    if let (Some(least), Some(most)) = (rules.min_length, rules.max_length)
        && least.equals(most)
        && !has_length(w, MAX_LENGTH, unit, least)
    {
        let value = least.text();
        text.write_constraint(w, "exactly ", value);
        w.out.put(plural(units, least));
        let why = why_no_length(w, least);
        if !has_length(w, MIN_LENGTH, unit, least) {
            described |= MIN_LENGTH;
            w.described_value(at, min, value, why);
        }
        w.described_value(at, max, value, why);
        return described | MAX_LENGTH;
    }
    if let Some(n) = rules.min_length
        && !has_length(w, MIN_LENGTH, unit, n)
    {
        described |= MIN_LENGTH;
        if !n.is_zero() {
            let value = n.text();
            text.write_constraint(w, "at least ", value);
            w.out.put(plural(units, n));
            w.described_value(at, min, value, NO_KEYWORD);
        }
    }
    if let Some(n) = rules.max_length
        && !has_length(w, MAX_LENGTH, unit, n)
    {
        described |= MAX_LENGTH;
        let value = n.text();
        text.write_constraint(w, "at most ", value);
        w.out.put(plural(units, n));
        let why = why_no_length(w, n);
        w.described_value(at, max, value, why);
    }
    described
}

pub(super) const fn plural(units: (&'static str, &'static str), n: &Num<'_>) -> &'static str {
    if n.is_one() { units.0 } else { units.1 }
}

/// Writes the constraints that the dialect has keywords for.
/// Those that `words` has described are in `described`.
pub(crate) const fn keywords(
    w: &mut Writer<'_, '_>,
    all: &Effective<'_>,
    unit: Unit,
    described: u8,
) {
    let inclusive;
    let whole;
    let mut all = all;
    if all.has_exclusive() {
        inclusive = Inclusive::of(all);
        whole = inclusive.instead(all);
        all = &whole;
    }
    let rules = all;
    if let Some(n) = rules.minimum
        && described & MINIMUM == 0
    {
        lit!(w.out, ",\"minimum\":");
        put(w, n);
    }
    if let Some(n) = rules.maximum
        && described & MAXIMUM == 0
    {
        lit!(w.out, ",\"maximum\":");
        put(w, n);
    }
    if let Some(n) = rules.exclusive_minimum
        && w.has(kw::EXCLUSIVE)
    {
        lit!(w.out, ",\"exclusiveMinimum\":");
        put(w, n);
    }
    if let Some(n) = rules.exclusive_maximum
        && w.has(kw::EXCLUSIVE)
    {
        lit!(w.out, ",\"exclusiveMaximum\":");
        put(w, n);
    }
    if let Some(n) = rules.multiple_of
        && w.has(kw::MULTIPLE_OF)
    {
        lit!(w.out, ",\"multipleOf\":");
        put(w, n);
    }
    if let Some(n) = rules.min_length
        && described & MIN_LENGTH == 0
    {
        match unit {
            Unit::Characters => lit!(w.out, ",\"minLength\":"),
            Unit::Items => lit!(w.out, ",\"minItems\":"),
            Unit::Entries => lit!(w.out, ",\"minProperties\":"),
        }
        put(w, n);
    }
    if let Some(n) = rules.max_length
        && described & MAX_LENGTH == 0
    {
        match unit {
            Unit::Characters => lit!(w.out, ",\"maxLength\":"),
            Unit::Items => lit!(w.out, ",\"maxItems\":"),
            Unit::Entries => lit!(w.out, ",\"maxProperties\":"),
        }
        put(w, n);
    }
    if let Some(pattern) = rules.pattern {
        pattern_keyword(w, pattern);
    }
    if let Some(pattern) = all.second
        && second_fits(w, pattern)
    {
        lit!(w.out, ",\"allOf\":[{\"pattern\":\"");
        w.out.put(pattern.text.json());
        lit!(w.out, "\"}]");
    }
    if let Some(format) = rules.format
        && w.d.has_format(format.bit())
    {
        lit!(w.out, ",\"format\":\"");
        w.out.put(format.name().json());
        lit!(w.out, "\"");
    }
}

/// Writes a number. One without source text is written digit by digit.
const fn put(w: &mut Writer<'_, '_>, n: &Num<'_>) {
    let text = n.text();
    if !is_empty(text) {
        return w.out.put(text);
    }
    if let Some((negative, magnitude)) = n.as_integer() {
        if negative {
            lit!(w.out, "-");
        }
        digits(w, magnitude);
    }
}

const fn digits(w: &mut Writer<'_, '_>, n: u128) {
    if n >= 10 {
        digits(w, n / 10);
    }
    #[allow(clippy::cast_possible_truncation)] // One digit.
    let digit = (n % 10) as usize;
    w.out.put("0123456789".split_at(digit).1.split_at(1).0);
}
