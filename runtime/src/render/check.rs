//! Checks that apply to every provider: constraints on the wrong type, defaults that don't fit.
//!
//! [`twice`](super::twice) finds duplicate names.

use super::place::Place;
pub(crate) use super::twice::{duplicates, rest_name};
use super::writer::Writer;
use crate::const_str::eq;
use crate::schema::{Enum, Field, Kind, Link, Literal, Num, Pattern, Rules, Schema};
use crate::shape::{Around, Frame, is_nothing_else, resolve, unwrapped};

/// Fault of a type that [is only itself](crate::shape::is_nothing_else).
pub(super) const NOTHING_ELSE: &str = "the type contains only itself, in newtypes, `Option`s and untagged variants: put a property or a list item in between";

/// Returns the faults of a field's attributes: that of its constraints, else of its default, and
/// that of its examples.
pub(crate) const fn faults<'a>(
    ty: &'a Link<'a>,
    rules: Option<&Rules<'a>>,
    default: Option<&Literal<'a>>,
    examples: &[Literal<'a>],
    at: &Frame<'_, 'a>,
) -> [Option<&'static str>; 2] {
    let schema = resolve(ty, at);
    let kind = &unwrapped(schema, Around::All, Some(at)).kind;
    if let Kind::Newtype(_) | Kind::Option(_) = kind {
        return [Some(NOTHING_ELSE), None];
    }
    if let Some(rules) = rules
        && let Some(wrong) = misplaced(rules, kind)
    {
        return [Some(wrong), None];
    }
    let mut wrong = [None; 2];
    if let Some(value) = default {
        if !fits(value, schema, at) {
            wrong[0] = Some("the default is not a value of the type");
        } else if breaks(value, rules) {
            wrong[0] = Some("the default breaks the constraint beside it");
        }
    }
    let mut examples = examples;
    while let [value, after @ ..] = examples {
        examples = after;
        if !fits(value, schema, at) {
            wrong[1] = Some("the example is not a value of the type");
        } else if breaks(value, rules) {
            wrong[1] = Some("the example breaks the constraint beside it");
        }
    }
    wrong
}

/// Returns whether every provider accepts the attributes of a property. If `false`, only the
/// renderer can decide: flattening may produce duplicate names.
pub(super) const fn is_accepted<'a>(field: &'a Field<'a>, at: &Frame<'_, 'a>) -> bool {
    if field.flags & Field::FLATTEN != 0 {
        return false;
    }
    let Some(more) = field.more else {
        return true;
    };
    if field.flags & Field::CHECKED != 0 {
        return true;
    }
    let rules = field.rules();
    matches!(
        faults(&field.ty, rules, more.default, more.examples, at),
        [None, None]
    )
}

/// Like [`faults`], for a property of an object. Reports them.
pub(crate) const fn field<'a>(w: &mut Writer<'_, 'a>, field: &'a Field<'a>, place: &Place<'_, 'a>) {
    if matches!(field.more, None) || field.flags & Field::CHECKED != 0 {
        return;
    }
    let (rules, default, examples) = (field.rules(), field.default(), field.examples());
    let wrong = faults(&field.ty, rules, default, examples, place.up);
    if let [None, None] = wrong {
        return;
    }
    // The walk reports this fault at the type.
    if is_nothing_else(resolve(&field.ty, place.up), place.up) {
        return;
    }
    let frame = Frame {
        step: place.step,
        named: None,
        optional: false,
        up: Some(place.up),
    };
    let mut i = 0;
    while i < wrong.len() {
        if let Some(reason) = wrong[i] {
            w.fault(&frame, "rules", reason);
        }
        i += 1;
    }
}

const fn misplaced(rules: &Rules<'_>, kind: &Kind<'_>) -> Option<&'static str> {
    let number = matches!(kind, Kind::Integer(_) | Kind::Number(_));
    if !number
        && !matches!(
            rules,
            Rules {
                minimum: None,
                maximum: None,
                exclusive_minimum: None,
                exclusive_maximum: None,
                ..
            }
        )
    {
        return Some("`range` needs a number; for the length of a string or a list write `length`");
    }
    if is_empty(rules) {
        return Some(
            "the constraint is empty, so no value fits: its first bound is above its last",
        );
    }
    if let (Some(_), false) = (&rules.multiple_of, number) {
        return Some("`multiple_of` needs a number");
    }
    if matches!(kind, Kind::Integer(_)) && !whole(rules) {
        return Some("the type is a whole number, so `range` and `multiple_of` need whole numbers");
    }
    if !matches!(kind, Kind::String(_) | Kind::Array(_) | Kind::Map(_))
        && !matches!((&rules.min_length, &rules.max_length), (None, None))
    {
        return Some("`length` needs a string, a list or a map; for a number write `range`");
    }
    if matches!(rules.pattern, Some(_)) && !matches!(kind, Kind::String(_)) {
        return Some("`pattern` needs a string");
    }
    // Without the `call` feature nothing is checked at run time, so no regex engine is needed.
    if cfg!(all(feature = "call", not(feature = "regex")))
        && let Some(pattern) = &rules.pattern
        && pattern.facts & Pattern::FULL_ENGINE != 0
    {
        return Some(
            "the pattern has a Unicode class or a class inside a class; switch on the feature `regex` of toolcast",
        );
    }
    if rules.format.is_some() && !matches!(kind, Kind::String(_)) {
        return Some("`format` needs a string");
    }
    None
}

/// Returns whether the bounds exclude one another, which a definition read at run time may do.
const fn is_empty(rules: &Rules<'_>) -> bool {
    above(&rules.minimum, &rules.maximum)
        || above(&rules.min_length, &rules.max_length)
        || match (&rules.minimum, &rules.exclusive_maximum) {
            (Some(least), Some(end)) => !least.less_than(end),
            _ => false,
        }
}

const fn above(least: &Option<Num<'_>>, most: &Option<Num<'_>>) -> bool {
    match (least, most) {
        (Some(least), Some(most)) => most.less_than(least),
        _ => false,
    }
}

const fn whole(rules: &Rules<'_>) -> bool {
    integer(&rules.minimum)
        && integer(&rules.maximum)
        && integer(&rules.exclusive_minimum)
        && integer(&rules.exclusive_maximum)
        && integer(&rules.multiple_of)
}

const fn integer(n: &Option<Num<'_>>) -> bool {
    match n {
        Some(n) => n.is_integer(),
        None => true,
    }
}

/// Returns whether a value fits the type. Undecided cases count as fitting.
const fn fits<'a>(value: &Literal<'a>, schema: &'a Schema<'a>, at: &Frame<'_, 'a>) -> bool {
    if let Kind::Newtype(_) | Kind::Option(_) = &schema.kind
        && is_nothing_else(schema, at)
    {
        // Reported at the type itself.
        return true;
    }
    match (&schema.kind, value) {
        (Kind::Option(_) | Kind::Null, Literal::Null)
        // The decoder finds out which variant of a union accepts it.
        | (Kind::Any | Kind::Union(_), _)
        | (Kind::Boolean, Literal::Bool(_))
        | (Kind::Number(_), Literal::Number(_)) => true,
        (Kind::Option(inner), _) => fits(value, resolve(inner, at), at),
        (Kind::Newtype(newtype), _) => fits(value, resolve(&newtype.ty, at), at),
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
                if !fits(&items[i], resolve(&array.items, at), at) {
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
                if !fits(&items[i], resolve(&types[i], at), at) {
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

const fn breaks(value: &Literal<'_>, rules: Option<&Rules<'_>>) -> bool {
    match rules {
        Some(rules) => !allowed(value, rules),
        None => false,
    }
}

/// Returns whether a value satisfies the constraints that can be checked without a regular
/// expression.
const fn allowed(value: &Literal<'_>, rules: &Rules<'_>) -> bool {
    match value {
        Literal::Number(n) => {
            let low = match &rules.minimum {
                Some(least) => n.less_than(least),
                None => false,
            } || match &rules.exclusive_minimum {
                Some(least) => !least.less_than(n),
                None => false,
            };
            let high = match &rules.maximum {
                Some(most) => most.less_than(n),
                None => false,
            } || match &rules.exclusive_maximum {
                Some(most) => !n.less_than(most),
                None => false,
            };
            let whole = match &rules.multiple_of {
                Some(step) => n.may_be_multiple(step),
                None => true,
            };
            !low && !high && whole
        }
        Literal::String(text) => length_allowed(characters(text.raw()), rules),
        Literal::Array(items) => length_allowed(items.len(), rules),
        _ => true,
    }
}

const fn length_allowed(len: usize, rules: &Rules<'_>) -> bool {
    let len = Num::int(false, len as u128, "");
    let short = match &rules.min_length {
        Some(least) => len.less_than(least),
        None => false,
    };
    let long = match &rules.max_length {
        Some(most) => most.less_than(&len),
        None => false,
    };
    !short && !long
}

/// Counts the characters of a text.
pub(crate) const fn characters(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut n = 0;
    let mut i = 0;
    while i < bytes.len() {
        if bytes[i] & 0xc0 != 0x80 {
            n += 1;
        }
        i += 1;
    }
    n
}
