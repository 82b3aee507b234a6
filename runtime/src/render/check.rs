//! Checks that apply to every provider: constraints on the wrong type, defaults that don't fit.
//!
//! [`duplicate_names`](super::duplicate_names) finds duplicate names.

use super::describe::SchemaPlace;
pub(crate) use super::duplicate_names::{duplicates, rest_name};
use super::misfit::Misfit;
use super::pattern::uncheckable;
use super::value::is_shown;
use super::value_fit::{allowed, fits, has_multiple};
use super::writer::Writer;
use crate::schema::{Field, Kind, Link, Literal, Num, Pattern, Rules, Schema, Str, above, reaches};
use crate::shape::{Frame, Wrappers, is_self_cycle, peel, resolve};

/// Fault of a type that [is only itself](crate::shape::is_self_cycle).
pub(super) const NOTHING_ELSE: &str = "the type contains only itself, in newtypes, `Option`s and untagged variants: put a property or a list item in between";

/// Fault of a default that our decoder would have to insert.
const ONLY_SERDE: &str =
    "only serde can make this default; write `#[serde(default = \"function\")]` beside it";

/// Fault of an example, which has no other purpose than to be shown.
const NOT_SHOWABLE: &str = "a schema can't show this example; write a literal, or remove it";

/// Returns the faults of a field's attributes: that of its constraints, that of its default, and
/// that of its examples.
///
/// `filled`: our decoder inserts the default, because serde has none.
pub(crate) const fn faults<'a>(
    ty: &'a Link<'a>,
    rules: Option<&'a Rules<'a>>,
    (default, filled): (Option<&'a Literal<'a>>, bool),
    examples: &'a [Literal<'a>],
    at: &Frame<'_, 'a>,
) -> [Option<Misfit<'a>>; 3] {
    let schema = resolve(ty, at);
    let inner = peel(schema, Wrappers::All, Some(at));
    if let Kind::Newtype(_) | Kind::Option(_) = &inner.kind {
        return [Some(Misfit::Words(NOTHING_ELSE)); 3];
    }
    let mut wrong = [None; 3];
    if let Some(rules) = rules {
        wrong[0] = misplaced(rules, inner);
    }
    // Values are not compared with a constraint that doesn't fit the type.
    let rules = if wrong[0].is_some() { None } else { rules };
    if let Some(value) = default {
        wrong[1] = unfit("default", value, schema, inner, rules, at);
        if filled && wrong[1].is_none() && !is_shown(inner, value) {
            wrong[1] = Some(Misfit::Words(ONLY_SERDE));
        }
    }
    let mut examples = examples;
    while let [value, after @ ..] = examples {
        examples = after;
        if let Some(fault) = unfit("example", value, schema, inner, rules, at) {
            wrong[2] = Some(fault);
        } else if !is_shown(inner, value) {
            wrong[2] = Some(Misfit::Words(NOT_SHOWABLE));
        }
    }
    wrong
}

/// Returns the fault of one of a field's attributes: 0 is its constraints, 1 its default, the other
/// numbers are its examples.
pub(crate) const fn fault_of<'a>(
    ty: &'a Link<'a>,
    rules: Option<&'a Rules<'a>>,
    default: (Option<&'a Literal<'a>>, bool),
    examples: &'a [Literal<'a>],
    part: usize,
    at: &Frame<'_, 'a>,
) -> Option<Misfit<'a>> {
    let is_example = part >= 2 && part - 2 < examples.len();
    let examples: &'a [Literal<'a>] = if is_example {
        core::slice::from_ref(&examples[part - 2])
    } else {
        &[]
    };
    faults(ty, rules, default, examples, at)[if part < 2 { part } else { 2 }]
}

const fn unfit<'a>(
    key: &'static str,
    value: &'a Literal<'a>,
    schema: &'a Schema<'a>,
    inner: &'a Schema<'a>,
    rules: Option<&'a Rules<'a>>,
    at: &Frame<'_, 'a>,
) -> Option<Misfit<'a>> {
    if !fits(value, schema, at) {
        return Some(Misfit::Unfit {
            key,
            value,
            ty: inner,
        });
    }
    match rules {
        Some(rules) if !allowed(value, rules) => Some(Misfit::Broken { key, value, rules }),
        _ => None,
    }
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
        faults(&field.ty, rules, field.own_default(), more.examples, at),
        [None, None, None]
    )
}

/// Like [`faults`], for a property of an object. Reports them.
pub(crate) const fn field<'a>(
    w: &mut Writer<'_, 'a>,
    field: &'a Field<'a>,
    place: &SchemaPlace<'_, 'a>,
) {
    if matches!(field.more, None) || field.flags & Field::CHECKED != 0 {
        return;
    }
    let (rules, default, examples) = (field.rules(), field.own_default(), field.examples());
    let wrong = faults(&field.ty, rules, default, examples, place.up);
    if let [None, None, None] = wrong {
        return;
    }
    // The walk reports this fault at the type.
    if is_self_cycle(resolve(&field.ty, place.up), place.up) {
        return;
    }
    let frame = place.frame();
    let mut i = 0;
    while i < wrong.len() {
        if let Some(fault) = wrong[i] {
            fault.report(w, &frame, "rules");
        }
        i += 1;
    }
}

const fn misplaced<'a>(rules: &'a Rules<'a>, ty: &'a Schema<'a>) -> Option<Misfit<'a>> {
    let kind = &ty.kind;
    let number = matches!(kind, Kind::Integer(_) | Kind::Number(_));
    let string = matches!(kind, Kind::String(_));
    let long = matches!(kind, Kind::String(_) | Kind::Array(_) | Kind::Map(_));
    let (key, needs, fix) = if !number && has_range(rules) {
        let fix = if long {
            "for a length write `length`"
        } else {
            "remove it"
        };
        ("range", "a number", fix)
    } else if let Some(key) = empty(rules) {
        return Some(Misfit::Empty { key, rules });
    } else if let (Some(_), false) = (&rules.multiple_of, number) {
        ("multiple_of", "a number", "remove it")
    } else if let Kind::Integer(_) = kind
        && let Some(key) = fraction(rules)
    {
        return Some(Misfit::Fraction { key, rules, ty });
    } else if !long && !matches!((&rules.min_length, &rules.max_length), (None, None)) {
        let fix = if number {
            "for a number write `range`"
        } else {
            "remove it"
        };
        ("length", "a string, a list or a map", fix)
    } else if matches!(rules.pattern, Some(_)) && !string {
        ("pattern", "a string", "remove it")
    } else if cfg!(feature = "call")
        && let Some(pattern) = &rules.pattern
        && let Some(words) = uncheckable(pattern)
    {
        return Some(Misfit::Words(words));
    } else if cfg!(all(feature = "call", not(feature = "regex")))
        // Without the `call` feature nothing is checked at run time, so no regex engine is needed.
        && let Some(pattern) = &rules.pattern
        && pattern.facts & Pattern::FULL_ENGINE != 0
    {
        return Some(Misfit::Words(
            "the pattern has a Unicode class or a class inside a class; switch on the feature `regex` of toolcast",
        ));
    } else if rules.format.is_some() && !string {
        ("format", "a string", "remove it")
    } else if let Some(key) = excluded(rules, kind) {
        return Some(Misfit::Excluded { key, rules, ty });
    } else if let (Kind::Integer(integer), Some(of)) = (kind, &rules.multiple_of)
        && !has_multiple(rules, integer, of)
    {
        let key = "multiple_of";
        return Some(Misfit::Excluded { key, rules, ty });
    } else {
        return None;
    };
    Some(Misfit::Misplaced {
        key,
        needs,
        ty,
        fix,
    })
}

/// Returns the constraint that excludes every value of the type, if one does.
const fn excluded(rules: &Rules<'_>, kind: &Kind<'_>) -> Option<&'static str> {
    let (key, excluded) = match kind {
        Kind::Integer(integer) => {
            let (first, last) = (&Some(integer.min), &Some(integer.max));
            ("range", rules.exclude(first, last))
        }
        Kind::String(Str { one_char: true, .. }) => {
            let one = const { &Some(Num::int(false, 1, "1")) };
            ("length", rules.exclude_length(one))
        }
        Kind::Array(array) => ("length", rules.exclude_length(&array.exactly)),
        _ => return None,
    };
    if excluded { Some(key) } else { None }
}

pub(super) const fn has_range(rules: &Rules<'_>) -> bool {
    rules.minimum.is_some()
        || rules.maximum.is_some()
        || rules.exclusive_minimum.is_some()
        || rules.exclusive_maximum.is_some()
}

/// Returns the constraint whose bounds exclude one another, if there is one.
const fn empty(rules: &Rules<'_>) -> Option<&'static str> {
    if above(&rules.minimum, &rules.maximum) || reaches(&rules.minimum, &rules.exclusive_maximum) {
        Some("range")
    } else if above(&rules.min_length, &rules.max_length) {
        Some("length")
    } else {
        None
    }
}

/// Returns the constraint with a number that is not an integer, if there is one.
const fn fraction(rules: &Rules<'_>) -> Option<&'static str> {
    if !integer(&rules.minimum)
        || !integer(&rules.maximum)
        || !integer(&rules.exclusive_minimum)
        || !integer(&rules.exclusive_maximum)
    {
        Some("range")
    } else if !integer(&rules.multiple_of) {
        Some("multiple_of")
    } else {
        None
    }
}

const fn integer(n: &Option<Num<'_>>) -> bool {
    match n {
        Some(n) => n.is_integer(),
        None => true,
    }
}
