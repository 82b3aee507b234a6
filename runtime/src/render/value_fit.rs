//! Defaults and examples compared with the type and with the constraints beside them.

use crate::const_str::{characters, eq};
use crate::schema::{Enum, Integer, Kind, Literal, Num, Rules, Schema, Tagging};
use crate::shape::{Frame, FrameStep, is_self_cycle, resolve, unit_variant};

/// Returns whether a value fits the type. Undecided cases count as fitting.
pub(super) const fn fits<'a>(
    value: &Literal<'a>,
    schema: &'a Schema<'a>,
    up: &Frame<'_, 'a>,
) -> bool {
    if let Kind::Newtype(_) | Kind::Option(_) = &schema.kind
        && is_self_cycle(schema, up)
    {
        // Reported at the type itself.
        return true;
    }
    let at = up.below(FrameStep::Here, Some(schema));
    match (&schema.kind, value) {
        (Kind::Union(union), Literal::Variant(ident)) => {
            // The unit variants of an untagged enum have no names.
            matches!(union.tagging, Tagging::Untagged) || unit_variant(schema, ident).is_some()
        }
        (Kind::Option(_) | Kind::Null, Literal::Null)
        // The decoder finds out which variant of a union accepts it.
        | (Kind::Any | Kind::Union(_), _)
        | (Kind::Boolean, Literal::Bool(_))
        | (Kind::Number(_), Literal::Number(_) | Literal::Unshown) => true,
        (Kind::Option(inner), _) => fits(value, resolve(inner, &at), &at),
        (Kind::Newtype(newtype), _) => fits(value, resolve(&newtype.ty, &at), &at),
        (Kind::Integer(integer), Literal::Number(n)) => {
            n.is_integer() && !n.less_than(&integer.min) && !integer.max.less_than(n)
        }
        (Kind::String(string), Literal::String(text)) => {
            !string.one_char || characters(text.raw()) == 1
        }
        (Kind::Enum(values), Literal::Variant(_) | Literal::String(_) | Literal::Number(_)) => {
            has_value(values, value)
        }
        (Kind::Array(array), Literal::Array(items)) => {
            let mut i = 0;
            while i < items.len() {
                if !fits(&items[i], resolve(&array.items, &at), &at) {
                    return false;
                }
                i += 1;
            }
            match &array.exactly {
                Some(n) => n.equals(&Num::int(false, items.len() as u128, "")),
                None => true,
            }
        }
        (Kind::Tuple(types), Literal::Array(items)) => {
            if types.len() != items.len() {
                return false;
            }
            let mut i = 0;
            while i < items.len() {
                if !fits(&items[i], resolve(&types[i], &at), &at) {
                    return false;
                }
                i += 1;
            }
            true
        }
        _ => false,
    }
}

const fn has_value(values: &Enum<'_>, value: &Literal<'_>) -> bool {
    let mut i = 0;
    while i < values.values.len() {
        let one = &values.values[i];
        let same = match (value, &one.value) {
            (Literal::Variant(ident), _) => eq(ident, one.ident),
            (Literal::String(a), Literal::String(b)) => eq(a.raw(), b.raw()),
            (Literal::Number(a), Literal::Number(b)) => a.equals(b),
            _ => false,
        };
        if same {
            return true;
        }
        i += 1;
    }
    false
}

/// Returns whether a value satisfies the constraints that can be checked without a regular
/// expression.
pub(super) const fn allowed(value: &Literal<'_>, rules: &Rules<'_>) -> bool {
    match value {
        Literal::Number(n) => {
            let whole = match &rules.multiple_of {
                Some(step) => n.may_be_multiple(step),
                None => true,
            };
            let n = &Some(*n);
            whole && !rules.exclude(n, n)
        }
        Literal::String(text) => length_allowed(characters(text.raw()), rules),
        Literal::Array(items) => length_allowed(items.len(), rules),
        _ => true,
    }
}

const fn length_allowed(len: usize, rules: &Rules<'_>) -> bool {
    !rules.exclude_length(&Some(Num::int(false, len as u128, "")))
}

/// Returns whether a multiple of `of` is a value of the type and in the range.
pub(super) const fn has_multiple(rules: &Rules<'_>, integer: &Integer<'_>, of: &Num<'_>) -> bool {
    let first = greater(integer.min, rules.minimum);
    let first = greater(first, inclusive_bound(&rules.exclusive_minimum, true));
    let last = smaller(integer.max, rules.maximum);
    let last = smaller(last, inclusive_bound(&rules.exclusive_maximum, false));
    of.has_multiple_between(&first, &last)
}

const fn inclusive_bound(bound: &Option<Num<'_>>, up: bool) -> Option<Num<'static>> {
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
