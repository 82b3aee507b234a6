//! `multiple_of` beside a range.

use crate::schema::{Integer, Num, Rules};

/// Returns whether a multiple of `of` is a value of the type and in the range.
pub(super) const fn has_multiple(rules: &Rules<'_>, integer: &Integer<'_>, of: &Num<'_>) -> bool {
    let first = greater(integer.min, rules.minimum);
    let first = greater(first, beside(&rules.exclusive_minimum, true));
    let last = smaller(integer.max, rules.maximum);
    let last = smaller(last, beside(&rules.exclusive_maximum, false));
    of.has_multiple_between(&first, &last)
}

/// Returns the first integer inside an exclusive bound.
const fn beside(bound: &Option<Num<'_>>, up: bool) -> Option<Num<'static>> {
    match bound {
        Some(bound) => bound.next(up),
        None => None,
    }
}

const fn greater<'a>(one: Num<'a>, other: Option<Num<'a>>) -> Num<'a> {
    match other {
        Some(other) if one.less_than(&other) => other,
        _ => one,
    }
}

const fn smaller<'a>(one: Num<'a>, other: Option<Num<'a>>) -> Num<'a> {
    match other {
        Some(other) if other.less_than(&one) => other,
        _ => one,
    }
}
