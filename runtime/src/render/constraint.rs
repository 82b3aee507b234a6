//! Constraints: a keyword where the dialect has it, words where it has not.

use super::describe::Description;
use super::notes::Outcome;
use super::writer::Writer;
use crate::dialect::{Patterns, kw, sig};
use crate::schema::{Format, Integer, Kind, Num, Pattern, Rules, Schema};
use crate::shape::Frame;

/// The rules that stand on a value, innermost last: those of the field, then those of each newtype on the way to the type.
#[derive(Clone, Copy)]
pub(crate) struct RuleChain<'p, 'a> {
    pub(crate) rules: &'a Rules<'a>,
    pub(crate) next: Option<&'p RuleChain<'p, 'a>>,
}

/// What is asked of a value, rules and type together: of two bounds the tighter one.
#[derive(Clone, Copy)]
pub(crate) struct Effective<'a> {
    pub(crate) rules: Rules<'a>,
    /// A second pattern, of the type under the first one's newtype or field.
    pub(crate) second: Option<Pattern<'a>>,
    pub(crate) not_zero: bool,
    /// There is something to say.
    pub(crate) any: bool,
}

impl<'a> Effective<'a> {
    pub(crate) const fn of(
        w: &mut Writer<'_, '_>,
        schema: &'a Schema<'a>,
        chain: Option<&RuleChain<'_, 'a>>,
    ) -> Self {
        let mut all = Effective {
            rules: Rules::NONE,
            second: None,
            not_zero: false,
            any: false,
        };
        let mut next = chain;
        while let Some(link) = next {
            all.add(link.rules);
            next = link.next;
        }
        match &schema.kind {
            Kind::Integer(integer) => all.add_integer(w, integer),
            Kind::String(string) => {
                if let Some(pattern) = string.pattern {
                    all.add_pattern(pattern);
                }
                if let Some(format) = string.format {
                    all.any = true;
                    if all.rules.format.is_none() {
                        all.rules.format = Some(format);
                    }
                }
                if string.one_char {
                    let one = Num::int(false, 1, "1");
                    all.any = true;
                    all.rules.min_length = Some(one);
                    all.rules.max_length = Some(one);
                }
            }
            Kind::Array(array) => {
                if let Some(n) = array.exactly {
                    all.any = true;
                    all.rules.min_length = Some(n);
                    all.rules.max_length = Some(n);
                }
            }
            _ => {}
        }
        all
    }

    const fn add(&mut self, rules: &Rules<'a>) {
        self.any = true;
        let mine = &mut self.rules;
        mine.minimum = greater(mine.minimum, rules.minimum);
        mine.maximum = less(mine.maximum, rules.maximum);
        mine.exclusive_minimum = greater(mine.exclusive_minimum, rules.exclusive_minimum);
        mine.exclusive_maximum = less(mine.exclusive_maximum, rules.exclusive_maximum);
        mine.min_length = greater(mine.min_length, rules.min_length);
        mine.max_length = less(mine.max_length, rules.max_length);
        if mine.multiple_of.is_none() {
            mine.multiple_of = rules.multiple_of;
        }
        if mine.format.is_none() {
            mine.format = rules.format;
        }
        if let Some(pattern) = rules.pattern {
            self.add_pattern(pattern);
        }
    }

    const fn add_pattern(&mut self, pattern: Pattern<'a>) {
        self.any = true;
        if self.rules.pattern.is_none() {
            self.rules.pattern = Some(pattern);
        } else if self.second.is_none() {
            self.second = Some(pattern);
        }
    }

    /// The bounds of the type: all of them where the dialect asks, else those that tell a model something.
    const fn add_integer(&mut self, w: &mut Writer<'_, '_>, integer: &Integer<'a>) {
        let all = w.has(kw::ALL_BOUNDS);
        if integer.not_zero {
            self.not_zero = true;
            self.any = true;
        }
        let lower = all || integer.small || !integer.min.is_negative();
        let upper = all || integer.small;
        if lower {
            let bounded = match self.rules.exclusive_minimum {
                Some(bound) => !bound.less_than(&integer.min),
                None => false,
            };
            if !bounded {
                self.rules.minimum = greater(self.rules.minimum, Some(integer.min));
                self.any = true;
            }
        }
        if upper {
            let bounded = match self.rules.exclusive_maximum {
                Some(bound) => !integer.max.less_than(&bound),
                None => false,
            };
            if !bounded {
                self.rules.maximum = less(self.rules.maximum, Some(integer.max));
                self.any = true;
            }
        }
    }
}

const fn greater<'p>(a: Option<Num<'p>>, b: Option<Num<'p>>) -> Option<Num<'p>> {
    match (a, b) {
        (Some(x), Some(y)) => Some(if x.less_than(&y) { y } else { x }),
        (Some(x), None) | (None, Some(x)) => Some(x),
        (None, None) => None,
    }
}

const fn less<'p>(a: Option<Num<'p>>, b: Option<Num<'p>>) -> Option<Num<'p>> {
    match (a, b) {
        (Some(x), Some(y)) => Some(if y.less_than(&x) { y } else { x }),
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
        Unit::Items => w.has_min_items(!Num::int(false, 1, "1").less_than(n)),
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

const REASON: &str = "no keyword for it here: it stands in the description";

/// Says in words what the dialect has no keyword for.
pub(crate) const fn words(
    w: &mut Writer<'_, '_>,
    text: &mut Description,
    all: &Effective<'_>,
    unit: Unit,
    at: &Frame<'_, '_>,
) {
    let rules = &all.rules;
    if let Some(n) = &rules.minimum
        && !w.has(kw::BOUNDS)
    {
        text.say(w, "minimum ", n.text());
        w.note(at, Outcome::Text, "minimum", REASON);
    }
    if let Some(n) = &rules.maximum
        && !w.has(kw::BOUNDS)
    {
        text.say(w, "maximum ", n.text());
        w.note(at, Outcome::Text, "maximum", REASON);
    }
    if let Some(n) = &rules.exclusive_minimum
        && !w.has(kw::EXCLUSIVE)
    {
        text.say(w, "greater than ", n.text());
        w.note(at, Outcome::Text, "exclusiveMinimum", REASON);
    }
    if let Some(n) = &rules.exclusive_maximum
        && !w.has(kw::EXCLUSIVE)
    {
        text.say(w, "less than ", n.text());
        w.note(at, Outcome::Text, "exclusiveMaximum", REASON);
    }
    if let Some(n) = &rules.multiple_of
        && !w.has(kw::MULTIPLE_OF)
    {
        text.say(w, "a multiple of ", n.text());
        w.note(at, Outcome::Text, "multipleOf", REASON);
    }
    if all.not_zero && !w.has(kw::NOT) {
        text.say(w, "not ", "0");
        w.note(at, Outcome::Text, "not", REASON);
    }
    length_words(w, text, rules, unit, at);
    if let Some(pattern) = &rules.pattern
        && matches!(fit(w, pattern), Fit::Words)
    {
        pattern_words(w, text, pattern, at);
    }
    if let Some(pattern) = &all.second
        && !second_fits(w, pattern)
    {
        pattern_words(w, text, pattern, at);
    }
    if let Some(format) = &rules.format
        && !has_format(w, format)
    {
        text.say(w, "format: ", format.name().json());
        w.note(at, Outcome::Text, "format", REASON);
    }
}

const fn pattern_words(
    w: &mut Writer<'_, '_>,
    text: &mut Description,
    pattern: &Pattern<'_>,
    at: &Frame<'_, '_>,
) {
    text.say(w, "matches the pattern ", pattern.text.json());
    w.note(at, Outcome::Text, "pattern", REASON);
}

const fn length_words(
    w: &mut Writer<'_, '_>,
    text: &mut Description,
    rules: &Rules<'_>,
    unit: Unit,
    at: &Frame<'_, '_>,
) {
    let (units, min, max) = match unit {
        Unit::Characters => (" characters", "minLength", "maxLength"),
        Unit::Items => (" items", "minItems", "maxItems"),
        Unit::Entries => (" entries", "minProperties", "maxProperties"),
    };
    if let (Some(least), Some(most)) = (&rules.min_length, &rules.max_length)
        && least.equals(most)
        && !has_max(w, unit)
    {
        text.say(w, "exactly ", least.text());
        w.put(units);
        w.note(at, Outcome::Text, max, REASON);
        return;
    }
    if let Some(n) = &rules.min_length
        && !has_min(w, unit, n)
    {
        text.say(w, "at least ", n.text());
        w.put(units);
        w.note(at, Outcome::Text, min, REASON);
    }
    if let Some(n) = &rules.max_length
        && !has_max(w, unit)
    {
        text.say(w, "at most ", n.text());
        w.put(units);
        w.note(at, Outcome::Text, max, REASON);
    }
}

/// Writes the keywords that the dialect has.
pub(crate) const fn keywords(w: &mut Writer<'_, '_>, all: &Effective<'_>, unit: Unit) {
    let rules = &all.rules;
    if let Some(n) = &rules.minimum
        && w.has(kw::BOUNDS)
    {
        member(w, ",\"minimum\":", n);
    }
    if let Some(n) = &rules.maximum
        && w.has(kw::BOUNDS)
    {
        member(w, ",\"maximum\":", n);
    }
    if let Some(n) = &rules.exclusive_minimum
        && w.has(kw::EXCLUSIVE)
    {
        member(w, ",\"exclusiveMinimum\":", n);
    }
    if let Some(n) = &rules.exclusive_maximum
        && w.has(kw::EXCLUSIVE)
    {
        member(w, ",\"exclusiveMaximum\":", n);
    }
    if let Some(n) = &rules.multiple_of
        && w.has(kw::MULTIPLE_OF)
    {
        member(w, ",\"multipleOf\":", n);
    }
    if all.not_zero && w.has(kw::NOT) {
        w.put(",\"not\":{\"const\":0}");
    }
    let (min, max) = match unit {
        Unit::Characters => (",\"minLength\":", ",\"maxLength\":"),
        Unit::Items => (",\"minItems\":", ",\"maxItems\":"),
        Unit::Entries => (",\"minProperties\":", ",\"maxProperties\":"),
    };
    if let Some(n) = &rules.min_length
        && has_min(w, unit, n)
    {
        member(w, min, n);
    }
    if let Some(n) = &rules.max_length
        && has_max(w, unit)
    {
        member(w, max, n);
    }
    if let Some(pattern) = &rules.pattern {
        pattern_keyword(w, pattern);
    }
    if let Some(pattern) = &all.second
        && second_fits(w, pattern)
    {
        w.put(",\"allOf\":[{\"pattern\":\"");
        w.put(pattern.text.json());
        w.put("\"}]");
    }
    if let Some(format) = &rules.format
        && has_format(w, format)
    {
        w.put(",\"format\":\"");
        w.put(format.name().json());
        w.put("\"");
    }
}

const fn member(w: &mut Writer<'_, '_>, name: &str, n: &Num<'_>) {
    w.put(name);
    w.put(n.text());
}

const fn pattern_keyword(w: &mut Writer<'_, '_>, pattern: &Pattern<'_>) {
    match fit(w, pattern) {
        Fit::Words => {}
        Fit::Plain => {
            w.put(",\"pattern\":\"");
            w.put(pattern.text.json());
            w.put("\"");
        }
        Fit::Open => {
            w.put(",\"pattern\":\"");
            if pattern.facts & Pattern::ANCHORED_START == 0 {
                w.put(".*");
            }
            w.put("(?:");
            w.put(pattern.text.json());
            w.put(")");
            if pattern.facts & Pattern::ANCHORED_END == 0 {
                w.put(".*");
            }
            w.put("\"");
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
