//! Constraints: a keyword where the dialect has it, words where it has not.

use super::describe::Description;
use super::notes::{NO_KEYWORD, Outcome};
use super::writer::Writer;
use crate::dialect::{Patterns, kw, sig};
use crate::json::lit;
use crate::schema::{Format, Integer, Kind, Num, Pattern, Rules, Schema};
use crate::shape::Frame;

/// The rules that stand on a value, innermost last: those of the field, then those of each newtype on the way to the type.
#[derive(Clone, Copy)]
pub(crate) struct RuleChain<'p, 'a> {
    pub(crate) rules: &'a Rules<'a>,
    pub(crate) next: Option<&'p RuleChain<'p, 'a>>,
}

/// What is asked of a value, rules and type together: of two bounds the tighter one. References only, since const evaluation copies every byte that a
/// struct has.
#[derive(Clone, Copy)]
pub(crate) struct Effective<'a> {
    minimum: Option<&'a Num<'a>>,
    maximum: Option<&'a Num<'a>>,
    exclusive_minimum: Option<&'a Num<'a>>,
    exclusive_maximum: Option<&'a Num<'a>>,
    multiple_of: Option<&'a Num<'a>>,
    min_length: Option<&'a Num<'a>>,
    max_length: Option<&'a Num<'a>>,
    pattern: Option<&'a Pattern<'a>>,
    /// A second pattern, of the type under the first one's newtype or field.
    second: Option<&'a Pattern<'a>>,
    format: Option<&'a Format<'a>>,
    not_zero: bool,
}

const ONE: &Num<'static> = &Num::int(false, 1, "1");

impl<'a> Effective<'a> {
    pub(crate) const fn of(
        w: &mut Writer<'_, '_>,
        schema: &'a Schema<'a>,
        chain: Option<&RuleChain<'_, 'a>>,
    ) -> Self {
        let mut all = Effective {
            minimum: None,
            maximum: None,
            exclusive_minimum: None,
            exclusive_maximum: None,
            multiple_of: None,
            min_length: None,
            max_length: None,
            pattern: None,
            second: None,
            format: None,
            not_zero: false,
        };
        let mut next = chain;
        while let Some(link) = next {
            all.add(link.rules);
            next = link.next;
        }
        match &schema.kind {
            Kind::Integer(integer) => all.add_integer(w, integer),
            Kind::String(string) => {
                all.add_pattern(string.pattern.as_ref());
                if all.format.is_none() {
                    all.format = string.format.as_ref();
                }
                if string.one_char {
                    all.min_length = Some(ONE);
                    all.max_length = Some(ONE);
                }
            }
            Kind::Array(array) => {
                if let Some(n) = &array.exactly {
                    all.min_length = Some(n);
                    all.max_length = Some(n);
                }
            }
            _ => {}
        }
        all
    }

    const fn add(&mut self, rules: &'a Rules<'a>) {
        self.minimum = greater(self.minimum, rules.minimum.as_ref());
        self.maximum = less(self.maximum, rules.maximum.as_ref());
        self.exclusive_minimum = greater(self.exclusive_minimum, rules.exclusive_minimum.as_ref());
        self.exclusive_maximum = less(self.exclusive_maximum, rules.exclusive_maximum.as_ref());
        self.min_length = greater(self.min_length, rules.min_length.as_ref());
        self.max_length = less(self.max_length, rules.max_length.as_ref());
        if self.multiple_of.is_none() {
            self.multiple_of = rules.multiple_of.as_ref();
        }
        if self.format.is_none() {
            self.format = rules.format.as_ref();
        }
        self.add_pattern(rules.pattern.as_ref());
    }

    const fn add_pattern(&mut self, pattern: Option<&'a Pattern<'a>>) {
        if self.pattern.is_none() {
            self.pattern = pattern;
        } else if self.second.is_none() {
            self.second = pattern;
        }
    }

    /// The bounds of the type: all of them where the dialect asks, else those that tell a model something.
    const fn add_integer(&mut self, w: &mut Writer<'_, '_>, integer: &'a Integer<'a>) {
        let all = w.has(kw::ALL_BOUNDS);
        self.not_zero = integer.not_zero;
        if all || integer.small || !integer.min.is_negative() {
            let bounded = match self.exclusive_minimum {
                Some(bound) => !bound.less_than(&integer.min),
                None => false,
            };
            if !bounded {
                self.minimum = greater(self.minimum, Some(&integer.min));
            }
        }
        if all || integer.small {
            let bounded = match self.exclusive_maximum {
                Some(bound) => !integer.max.less_than(bound),
                None => false,
            };
            if !bounded {
                self.maximum = less(self.maximum, Some(&integer.max));
            }
        }
    }
}

const fn greater<'a>(a: Option<&'a Num<'a>>, b: Option<&'a Num<'a>>) -> Option<&'a Num<'a>> {
    match (a, b) {
        (Some(x), Some(y)) => Some(if x.less_than(y) { y } else { x }),
        (Some(x), None) | (None, Some(x)) => Some(x),
        (None, None) => None,
    }
}

const fn less<'a>(a: Option<&'a Num<'a>>, b: Option<&'a Num<'a>>) -> Option<&'a Num<'a>> {
    match (a, b) {
        (Some(x), Some(y)) => Some(if y.less_than(x) { y } else { x }),
        (Some(x), None) | (None, Some(x)) => Some(x),
        (None, None) => None,
    }
}

/// What a length counts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unit {
    Characters,
    Items,
    Entries,
}

/// Whether the dialect has the keyword for a least length of that unit.
const fn has_min(w: &mut Writer<'_, '_>, unit: Unit, n: &Num<'_>) -> bool {
    match unit {
        Unit::Characters => w.has(kw::LENGTH),
        Unit::Items => w.has_min_items(!ONE.less_than(n)),
        Unit::Entries => w.has(kw::PROPERTIES),
    }
}

const fn has_max(w: &mut Writer<'_, '_>, unit: Unit) -> bool {
    match unit {
        Unit::Characters => w.has(kw::LENGTH),
        Unit::Items => w.has(kw::MAX_ITEMS),
        Unit::Entries => w.has(kw::PROPERTIES),
    }
}

/// Says in words what the dialect has no keyword for.
pub(crate) const fn words(
    w: &mut Writer<'_, '_>,
    text: &mut Description,
    all: &Effective<'_>,
    unit: Unit,
    at: &Frame<'_, '_>,
) {
    let rules = all;
    if let Some(n) = rules.minimum
        && !w.has(kw::BOUNDS)
    {
        text.say(w, "minimum ", n.text());
        w.note(at, Outcome::Text, "minimum", NO_KEYWORD);
    }
    if let Some(n) = rules.maximum
        && !w.has(kw::BOUNDS)
    {
        text.say(w, "maximum ", n.text());
        w.note(at, Outcome::Text, "maximum", NO_KEYWORD);
    }
    if let Some(n) = rules.exclusive_minimum
        && !w.has(kw::EXCLUSIVE)
    {
        text.say(w, "greater than ", n.text());
        w.note(at, Outcome::Text, "exclusiveMinimum", NO_KEYWORD);
    }
    if let Some(n) = rules.exclusive_maximum
        && !w.has(kw::EXCLUSIVE)
    {
        text.say(w, "less than ", n.text());
        w.note(at, Outcome::Text, "exclusiveMaximum", NO_KEYWORD);
    }
    if let Some(n) = rules.multiple_of
        && !w.has(kw::MULTIPLE_OF)
    {
        text.say(w, "a multiple of ", n.text());
        w.note(at, Outcome::Text, "multipleOf", NO_KEYWORD);
    }
    if all.not_zero && !w.has(kw::NOT) {
        text.say(w, "not ", "0");
        w.note(at, Outcome::Text, "not", NO_KEYWORD);
    }
    length_words(w, text, rules, unit, at);
    if let Some(pattern) = rules.pattern
        && matches!(fit(w, pattern), Fit::Words)
    {
        pattern_words(w, text, pattern, at);
    }
    if let Some(pattern) = all.second
        && !second_fits(w, pattern)
    {
        pattern_words(w, text, pattern, at);
    }
    if let Some(format) = rules.format
        && !has_format(w, format)
    {
        text.say(w, "format: ", format.name().json());
        w.note(at, Outcome::Text, "format", NO_KEYWORD);
    }
}

const fn pattern_words(
    w: &mut Writer<'_, '_>,
    text: &mut Description,
    pattern: &Pattern<'_>,
    at: &Frame<'_, '_>,
) {
    text.say(w, "matches the pattern ", pattern.text.json());
    w.note(at, Outcome::Text, "pattern", NO_KEYWORD);
}

const fn length_words(
    w: &mut Writer<'_, '_>,
    text: &mut Description,
    rules: &Effective<'_>,
    unit: Unit,
    at: &Frame<'_, '_>,
) {
    let (units, min, max) = match unit {
        Unit::Characters => ((" character", " characters"), "minLength", "maxLength"),
        Unit::Items => ((" item", " items"), "minItems", "maxItems"),
        Unit::Entries => ((" entry", " entries"), "minProperties", "maxProperties"),
    };
    if let (Some(least), Some(most)) = (rules.min_length, rules.max_length)
        && least.equals(most)
        && !has_max(w, unit)
    {
        text.say(w, "exactly ", least.text());
        w.out.put(plural(units, least));
        w.note(at, Outcome::Text, max, NO_KEYWORD);
        return;
    }
    if let Some(n) = rules.min_length
        && !has_min(w, unit, n)
    {
        text.say(w, "at least ", n.text());
        w.out.put(plural(units, n));
        w.note(at, Outcome::Text, min, NO_KEYWORD);
    }
    if let Some(n) = rules.max_length
        && !has_max(w, unit)
    {
        text.say(w, "at most ", n.text());
        w.out.put(plural(units, n));
        w.note(at, Outcome::Text, max, NO_KEYWORD);
    }
}

const fn plural(units: (&'static str, &'static str), n: &Num<'_>) -> &'static str {
    if n.equals(ONE) { units.0 } else { units.1 }
}

/// Writes the keywords that the dialect has.
pub(crate) const fn keywords(w: &mut Writer<'_, '_>, all: &Effective<'_>, unit: Unit) {
    let rules = all;
    if let Some(n) = rules.minimum
        && w.has(kw::BOUNDS)
    {
        member(w, ",\"minimum\":", n);
    }
    if let Some(n) = rules.maximum
        && w.has(kw::BOUNDS)
    {
        member(w, ",\"maximum\":", n);
    }
    if let Some(n) = rules.exclusive_minimum
        && w.has(kw::EXCLUSIVE)
    {
        member(w, ",\"exclusiveMinimum\":", n);
    }
    if let Some(n) = rules.exclusive_maximum
        && w.has(kw::EXCLUSIVE)
    {
        member(w, ",\"exclusiveMaximum\":", n);
    }
    if let Some(n) = rules.multiple_of
        && w.has(kw::MULTIPLE_OF)
    {
        member(w, ",\"multipleOf\":", n);
    }
    if all.not_zero && w.has(kw::NOT) {
        lit!(w.out, ",\"not\":{\"const\":0}");
    }
    let (min, max) = match unit {
        Unit::Characters => (",\"minLength\":", ",\"maxLength\":"),
        Unit::Items => (",\"minItems\":", ",\"maxItems\":"),
        Unit::Entries => (",\"minProperties\":", ",\"maxProperties\":"),
    };
    if let Some(n) = rules.min_length
        && has_min(w, unit, n)
    {
        member(w, min, n);
    }
    if let Some(n) = rules.max_length
        && has_max(w, unit)
    {
        member(w, max, n);
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
        && has_format(w, format)
    {
        lit!(w.out, ",\"format\":\"");
        w.out.put(format.name().json());
        lit!(w.out, "\"");
    }
}

const fn member(w: &mut Writer<'_, '_>, name: &str, n: &Num<'_>) {
    w.out.put(name);
    w.out.put(n.text());
}

const fn pattern_keyword(w: &mut Writer<'_, '_>, pattern: &Pattern<'_>) {
    match fit(w, pattern) {
        Fit::Words => {}
        Fit::Plain => {
            lit!(w.out, ",\"pattern\":\"");
            w.out.put(pattern.text.json());
            lit!(w.out, "\"");
        }
        Fit::Open => {
            lit!(w.out, ",\"pattern\":\"");
            if pattern.facts & Pattern::ANCHORED_START == 0 {
                lit!(w.out, ".*");
            }
            lit!(w.out, "(?:");
            w.out.put(pattern.text.json());
            lit!(w.out, ")");
            if pattern.facts & Pattern::ANCHORED_END == 0 {
                lit!(w.out, ".*");
            }
            lit!(w.out, "\"");
        }
    }
}

/// How a pattern stands in a dialect.
#[derive(Clone, Copy)]
enum Fit {
    Plain,
    /// The dialect anchors at both ends: what the pattern leaves open is opened again.
    Open,
    Words,
}

/// The largest counted repeat that simple engines were seen to take.
const LARGEST_REPEAT: u32 = 100;

const fn fit(w: &mut Writer<'_, '_>, pattern: &Pattern<'_>) -> Fit {
    w.used |= sig::PATTERNS;
    let not_simple = Pattern::LOOKAROUND
        | Pattern::BACK_REFERENCE
        | Pattern::WORD_BOUNDARY
        | Pattern::UNICODE_CLASS
        | Pattern::DIALECT;
    let refused = match w.d.patterns {
        Patterns::All => Pattern::DIALECT,
        Patterns::None => return Fit::Words,
        Patterns::Python => Pattern::LOOKAROUND | Pattern::UNICODE_CLASS | Pattern::DIALECT,
        Patterns::Simple => {
            if pattern.largest_repeat > LARGEST_REPEAT {
                return Fit::Words;
            }
            not_simple
        }
        Patterns::NoAnchors => Pattern::ANCHOR | Pattern::LOOKAROUND | Pattern::DIALECT,
        Patterns::Anchored => {
            let both = Pattern::ANCHORED_START | Pattern::ANCHORED_END;
            if pattern.facts & not_simple == 0 && pattern.facts & both != both {
                return Fit::Open;
            }
            not_simple
        }
    };
    if pattern.facts & refused != 0 {
        Fit::Words
    } else {
        Fit::Plain
    }
}

/// A second pattern needs `allOf`, which stands only where everything does.
const fn second_fits(w: &mut Writer<'_, '_>, pattern: &Pattern<'_>) -> bool {
    w.has(kw::ALL_BOUNDS) && matches!(fit(w, pattern), Fit::Plain)
}

const fn has_format(w: &mut Writer<'_, '_>, format: &Format<'_>) -> bool {
    w.used |= (format.bit() as u64) << sig::FORMATS_AT;
    w.d.formats & format.bit() != 0
}
