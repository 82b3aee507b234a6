//! Equality of schemas, for the type arguments of generic types and for tuple items that are
//! written once.

use super::{
    EnumValue, Field, FloatType, Format, Key, Kind, Link, Literal, More, Num, Other, Pattern,
    Rules, Schema, ValueMore,
};
use crate::const_str::eq;

/// Returns whether two schemas are the same. Named types are compared by name and description,
/// others by everything that a text may show.
pub(crate) const fn same_schema(a: &Link<'_>, b: &Link<'_>) -> bool {
    match (a, b) {
        (Link::ByName(a), Link::ByName(b)) => a.same_declaration(b),
        (Link::ByName(_), _) | (_, Link::ByName(_)) => false,
        (Link::Static(a), Link::Static(b)) => same_node(a.get(), b.get()),
        (Link::Static(a), Link::Borrowed(b)) => same_node(a.get(), b),
        (Link::Borrowed(a), Link::Static(b)) => same_node(a, b.get()),
        (Link::Borrowed(a), Link::Borrowed(b)) => same_node(a, b),
    }
}

const fn same_node(a: &Schema<'_>, b: &Schema<'_>) -> bool {
    let named = match (a.name, b.name) {
        (Some(a), Some(b)) => a.same(b),
        (None, None) => same_kind(&a.kind, &b.kind),
        _ => false,
    };
    named && eq(a.docs, b.docs)
}

const fn same_kind(a: &Kind<'_>, b: &Kind<'_>) -> bool {
    match (a, b) {
        (Kind::Any, Kind::Any)
        | (Kind::Null, Kind::Null)
        | (Kind::Boolean, Kind::Boolean)
        | (Kind::Never, Kind::Never) => true,
        (Kind::Integer(a), Kind::Integer(b)) => {
            a.min.equals(&b.min) && a.max.equals(&b.max) && a.not_zero == b.not_zero
        }
        (Kind::Number(a), Kind::Number(b)) => matches!(
            (a, b),
            (FloatType::F32, FloatType::F32) | (FloatType::F64, FloatType::F64)
        ),
        (Kind::String(a), Kind::String(b)) => {
            a.one_char == b.one_char
                && same_format(a.format.as_ref(), b.format.as_ref())
                && same_pattern(a.pattern.as_ref(), b.pattern.as_ref())
        }
        (Kind::Enum(a), Kind::Enum(b)) => {
            let mut i = 0;
            while i < a.values.len() && i < b.values.len() {
                if !same_value(&a.values[i], &b.values[i]) {
                    return false;
                }
                i += 1;
            }
            a.values.len() == b.values.len()
        }
        (Kind::Newtype(a), Kind::Newtype(b)) => {
            a.transparent == b.transparent
                && same_schema(&a.ty, &b.ty)
                && match (a.rules, b.rules) {
                    (Some(a), Some(b)) => same_rules(a, b),
                    (None, None) => true,
                    _ => false,
                }
        }
        (Kind::Array(a), Kind::Array(b)) => {
            a.unique == b.unique
                && same_schema(&a.items, &b.items)
                && same_number(a.exactly.as_ref(), b.exactly.as_ref())
        }
        (Kind::Option(a), Kind::Option(b)) => same_schema(a, b),
        (Kind::Map(a), Kind::Map(b)) => {
            same_schema(&a.key, &b.key) && same_schema(&a.value, &b.value)
        }
        (Kind::Tuple(a), Kind::Tuple(b)) => {
            let mut i = 0;
            while i < a.len() && i < b.len() {
                if !same_schema(&a[i], &b[i]) {
                    return false;
                }
                i += 1;
            }
            a.len() == b.len()
        }
        (Kind::Object(a), Kind::Object(b)) => {
            let mut i = 0;
            while i < a.fields.len() && i < b.fields.len() {
                if !same_field(&a.fields[i], &b.fields[i]) {
                    return false;
                }
                i += 1;
            }
            a.fields.len() == b.fields.len() && a.unknown_names as u8 == b.unknown_names as u8
        }
        (Kind::Union(a), Kind::Union(b)) => {
            let mut i = 0;
            while i < a.variants.len() && i < b.variants.len() {
                if !same_node(&a.variants[i], &b.variants[i]) {
                    return false;
                }
                i += 1;
            }
            a.variants.len() == b.variants.len()
        }
        _ => false,
    }
}

const fn same_field(a: &Field<'_>, b: &Field<'_>) -> bool {
    a.flags == b.flags
        && eq(a.key.raw, b.key.raw)
        && eq(a.docs, b.docs)
        && same_schema(&a.ty, &b.ty)
        && match (a.more, b.more) {
            (Some(a), Some(b)) => same_more(a, b),
            (None, None) => true,
            _ => false,
        }
}

const fn same_more(a: &More<'_>, b: &More<'_>) -> bool {
    same_key(a.output.as_ref(), b.output.as_ref())
        && same_literal(a.default, b.default)
        && same_literals(a.examples, b.examples)
        && same_names(a.aliases, b.aliases)
        && match (a.unit_content, b.unit_content) {
            (Some(a), Some(b)) => eq(a, b),
            (None, None) => true,
            _ => false,
        }
        && match (&a.rules, &b.rules) {
            (Some(a), Some(b)) => same_rules(a, b),
            (None, None) => true,
            _ => false,
        }
}

const fn same_value(a: &EnumValue<'_>, b: &EnumValue<'_>) -> bool {
    a.flags == b.flags
        && eq(a.ident, b.ident)
        && eq(a.docs, b.docs)
        && same_literal(Some(&a.value), Some(&b.value))
        && match (a.more, b.more) {
            (Some(a), Some(b)) => same_value_more(a, b),
            (None, None) => true,
            _ => false,
        }
}

const fn same_value_more(a: &ValueMore<'_>, b: &ValueMore<'_>) -> bool {
    same_names(a.aliases, b.aliases)
        && match (&a.output, &b.output) {
            (Some(a), Some(b)) => eq(a.raw(), b.raw()),
            (None, None) => true,
            _ => false,
        }
        && match (a.other, b.other) {
            (Some(Other::Names(a)), Some(Other::Names(b))) => same_names(a, b),
            (Some(Other::Numbers(a)), Some(Other::Numbers(b))) => {
                same_kind(&a.get().kind, &b.get().kind)
            }
            (None, None) => true,
            _ => false,
        }
}

const fn same_names(a: &[&str], b: &[&str]) -> bool {
    let mut i = 0;
    while i < a.len() && i < b.len() {
        if !eq(a[i], b[i]) {
            return false;
        }
        i += 1;
    }
    a.len() == b.len()
}

const fn same_literals(a: &[Literal<'_>], b: &[Literal<'_>]) -> bool {
    let (mut left, mut right) = (a, b);
    while let ([a, rest_of_a @ ..], [b, rest_of_b @ ..]) = (left, right) {
        if !same_literal(Some(a), Some(b)) {
            return false;
        }
        (left, right) = (rest_of_a, rest_of_b);
    }
    a.len() == b.len()
}

const fn same_literal(a: Option<&Literal<'_>>, b: Option<&Literal<'_>>) -> bool {
    match (a, b) {
        (Some(Literal::Null), Some(Literal::Null))
        | (Some(Literal::Unshown), Some(Literal::Unshown))
        | (None, None) => true,
        (Some(Literal::Bool(a)), Some(Literal::Bool(b))) => *a == *b,
        (Some(Literal::Number(a)), Some(Literal::Number(b))) => a.equals(b),
        (Some(Literal::String(a)), Some(Literal::String(b))) => eq(a.raw(), b.raw()),
        (Some(Literal::Variant(a)), Some(Literal::Variant(b))) => eq(a, b),
        (Some(Literal::Array(a)), Some(Literal::Array(b))) => {
            let mut i = 0;
            while i < a.len() && i < b.len() {
                if !same_literal(Some(&a[i]), Some(&b[i])) {
                    return false;
                }
                i += 1;
            }
            a.len() == b.len()
        }
        _ => false,
    }
}

const fn same_key(a: Option<&Key<'_>>, b: Option<&Key<'_>>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => eq(a.raw, b.raw),
        (None, None) => true,
        _ => false,
    }
}

const fn same_number(a: Option<&Num<'_>>, b: Option<&Num<'_>>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => a.equals(b),
        (None, None) => true,
        _ => false,
    }
}

const fn same_pattern(a: Option<&Pattern<'_>>, b: Option<&Pattern<'_>>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => eq(a.text.raw(), b.text.raw()),
        (None, None) => true,
        _ => false,
    }
}

const fn same_format(a: Option<&Format<'_>>, b: Option<&Format<'_>>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => eq(a.name().raw(), b.name().raw()),
        (None, None) => true,
        _ => false,
    }
}

const fn same_rules(a: &Rules<'_>, b: &Rules<'_>) -> bool {
    same_number(a.minimum.as_ref(), b.minimum.as_ref())
        && same_number(a.maximum.as_ref(), b.maximum.as_ref())
        && same_number(a.exclusive_minimum.as_ref(), b.exclusive_minimum.as_ref())
        && same_number(a.exclusive_maximum.as_ref(), b.exclusive_maximum.as_ref())
        && same_number(a.multiple_of.as_ref(), b.multiple_of.as_ref())
        && same_number(a.min_length.as_ref(), b.min_length.as_ref())
        && same_number(a.max_length.as_ref(), b.max_length.as_ref())
        && same_pattern(a.pattern.as_ref(), b.pattern.as_ref())
        && same_format(a.format.as_ref(), b.format.as_ref())
}
