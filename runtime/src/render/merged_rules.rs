//! The merged rules of a value: those of its field, of the newtypes around its type, and of the
//! type.

use super::writer::Writer;
use crate::const_str::is_empty;
use crate::dialect::kw;
use crate::schema::{Format, Integer, Kind, Num, Pattern, Rules, Schema};

/// The rules that apply to a value, innermost last: those of the field, then those of each newtype
/// down to the type.
#[derive(Clone, Copy)]
pub(crate) struct RuleChain<'p, 'a> {
    pub(crate) rules: &'a Rules<'a>,
    pub(crate) next: Option<&'p RuleChain<'p, 'a>>,
}

/// The merged rules of a value and its type; of two bounds the tighter one. Contains references
/// only, because const evaluation copies every byte of a struct.
#[derive(Clone, Copy)]
pub(crate) struct Effective<'a> {
    pub(super) minimum: Option<&'a Num<'a>>,
    pub(super) maximum: Option<&'a Num<'a>>,
    pub(super) exclusive_minimum: Option<&'a Num<'a>>,
    pub(super) exclusive_maximum: Option<&'a Num<'a>>,
    pub(super) multiple_of: Option<&'a Num<'a>>,
    pub(super) min_length: Option<&'a Num<'a>>,
    pub(super) max_length: Option<&'a Num<'a>>,
    pub(super) pattern: Option<&'a Pattern<'a>>,
    /// A second pattern, of the type inside the first one's newtype or field.
    pub(super) second: Option<&'a Pattern<'a>>,
    /// There are more patterns than these two.
    pub(super) more_patterns: bool,
    pub(super) format: Option<&'a Format<'a>>,
    pub(super) not_zero: bool,
    /// An integer, so each exclusive bound has an equivalent inclusive one.
    pub(super) integer: bool,
}

pub(super) const ONE: &Num<'static> = &Num::int(false, 1, "1");

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
            more_patterns: false,
            format: None,
            not_zero: false,
            integer: matches!(schema.kind, Kind::Integer(_)),
        };
        let mut next = chain;
        while let Some(link) = next {
            all.add(link.rules);
            next = link.next;
        }
        match &schema.kind {
            Kind::Integer(integer) => all.add_integer(w, integer),
            Kind::Number(float) => {
                if let Some((least, most)) = float.bounds()
                    && w.has(kw::ALL_BOUNDS)
                {
                    all.add_least(least);
                    all.add_most(most);
                }
            }
            Kind::String(string) => {
                if let Some(pattern) = &string.pattern {
                    all.add_pattern(pattern);
                }
                all.add_format(&string.format);
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

    /// Returns whether a bound of an integer is exclusive.
    pub(super) const fn has_exclusive(&self) -> bool {
        self.integer
            && !matches!(
                (self.exclusive_minimum, self.exclusive_maximum),
                (None, None)
            )
    }

    const fn add(&mut self, rules: &'a Rules<'a>) {
        if let Some(n) = &rules.minimum {
            self.minimum = greater(self.minimum, n);
        }
        if let Some(n) = &rules.maximum {
            self.maximum = less(self.maximum, n);
        }
        if let Some(n) = &rules.exclusive_minimum {
            self.exclusive_minimum = greater(self.exclusive_minimum, n);
        }
        if let Some(n) = &rules.exclusive_maximum {
            self.exclusive_maximum = less(self.exclusive_maximum, n);
        }
        if let Some(n) = &rules.min_length {
            self.min_length = greater(self.min_length, n);
        }
        if let Some(n) = &rules.max_length {
            self.max_length = less(self.max_length, n);
        }
        if let (None, Some(n)) = (self.multiple_of, &rules.multiple_of) {
            self.multiple_of = Some(n);
        }
        if let Some(pattern) = &rules.pattern {
            self.add_pattern(pattern);
        }
        self.add_format(&rules.format);
    }

    const fn add_pattern(&mut self, pattern: &'a Pattern<'a>) {
        if let None = self.pattern {
            self.pattern = Some(pattern);
        } else if let None = self.second {
            self.second = Some(pattern);
        } else {
            self.more_patterns = true;
        }
    }

    const fn add_format(&mut self, format: &'a Option<Format<'a>>) {
        if let (None, Some(format)) = (self.format, format) {
            self.format = Some(format);
        }
    }

    /// Adds the bounds of the type: all of them if the dialect asks for it, else those that are
    /// useful to a model.
    const fn add_integer(&mut self, w: &mut Writer<'_, '_>, integer: &'a Integer<'a>) {
        self.not_zero = integer.not_zero;
        if is_empty(integer.max.text()) || integer.contains_bounds(self.minimum, self.maximum) {
            return;
        }
        let all = w.has(kw::ALL_BOUNDS);
        if all || integer.small || !integer.min.is_negative() {
            self.add_least(&integer.min);
        }
        if all || integer.small {
            self.add_most(&integer.max);
        }
    }

    /// Adds a bound of the type, unless an exclusive one is at least as tight.
    const fn add_least(&mut self, least: &'a Num<'a>) {
        let bounded = match self.exclusive_minimum {
            Some(bound) => !bound.less_than(least),
            None => false,
        };
        if !bounded {
            self.minimum = greater(self.minimum, least);
        }
    }

    const fn add_most(&mut self, most: &'a Num<'a>) {
        let bounded = match self.exclusive_maximum {
            Some(bound) => !most.less_than(bound),
            None => false,
        };
        if !bounded {
            self.maximum = less(self.maximum, most);
        }
    }
}

/// The inclusive bounds of an integer that has exclusive ones.
#[derive(Clone, Copy)]
pub(super) struct Inclusive {
    minimum: Option<Num<'static>>,
    maximum: Option<Num<'static>>,
}

impl Inclusive {
    pub(super) const fn of(all: &Effective<'_>) -> Self {
        Inclusive {
            minimum: match all.exclusive_minimum {
                Some(bound) if all.integer => bound.next(true),
                _ => None,
            },
            maximum: match all.exclusive_maximum {
                Some(bound) if all.integer => bound.next(false),
                _ => None,
            },
        }
    }

    /// Replaces the exclusive bounds of the rules with these.
    pub(super) const fn instead<'r>(&'r self, all: &'r Effective<'r>) -> Effective<'r> {
        let mut all = *all;
        if let Some(n) = &self.minimum {
            all.exclusive_minimum = None;
            all.minimum = greater(all.minimum, n);
        }
        if let Some(n) = &self.maximum {
            all.exclusive_maximum = None;
            all.maximum = less(all.maximum, n);
        }
        all
    }
}

#[allow(clippy::unnecessary_wraps)] // The type of the fields.
const fn greater<'a>(old: Option<&'a Num<'a>>, new: &'a Num<'a>) -> Option<&'a Num<'a>> {
    match old {
        Some(old) if !old.less_than(new) => Some(old),
        _ => Some(new),
    }
}

#[allow(clippy::unnecessary_wraps)] // The type of the fields.
const fn less<'a>(old: Option<&'a Num<'a>>, new: &'a Num<'a>) -> Option<&'a Num<'a>> {
    match old {
        Some(old) if !new.less_than(old) => Some(old),
        _ => Some(new),
    }
}
