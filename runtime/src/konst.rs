//! What const code lacks: comparing strings, and schemas by structure.

use crate::schema::{Kind, Link, Num, Pattern, Rules, Schema};

/// Whether two strings are equal.
pub(crate) const fn eq(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// Whether a text is empty. `str::is_empty` is three calls deep, and calls are what costs in const evaluation.
pub(crate) const fn is_empty(text: &str) -> bool {
    size_of_val(text) == 0
}

/// Whether two type arguments have the same schema, as far as the identity of a generic type needs it: names and shapes, not descriptions.
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
    match (a.name, b.name) {
        (Some(a), Some(b)) => return a.same(b),
        (None, None) => {}
        _ => return false,
    }
    match (&a.kind, &b.kind) {
        (Kind::Any, Kind::Any)
        | (Kind::Null, Kind::Null)
        | (Kind::Boolean, Kind::Boolean)
        | (Kind::Number, Kind::Number)
        | (Kind::Never, Kind::Never) => true,
        (Kind::Integer(a), Kind::Integer(b)) => a.min.equals(&b.min) && a.max.equals(&b.max),
        (Kind::String(a), Kind::String(b)) => {
            a.one_char == b.one_char
                && match (&a.format, &b.format) {
                    (Some(a), Some(b)) => eq(a.name().raw(), b.name().raw()),
                    (None, None) => true,
                    _ => false,
                }
                && same_pattern(a.pattern.as_ref(), b.pattern.as_ref())
        }
        (Kind::Enum(a), Kind::Enum(b)) => {
            if a.values.len() != b.values.len() {
                return false;
            }
            let mut i = 0;
            while i < a.values.len() {
                if !eq(a.values[i].ident, b.values[i].ident) {
                    return false;
                }
                i += 1;
            }
            true
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
            if a.len() != b.len() {
                return false;
            }
            let mut i = 0;
            while i < a.len() {
                if !same_schema(&a[i], &b[i]) {
                    return false;
                }
                i += 1;
            }
            true
        }
        (Kind::Object(a), Kind::Object(b)) => {
            if a.fields.len() != b.fields.len() {
                return false;
            }
            let mut i = 0;
            while i < a.fields.len() {
                if !eq(a.fields[i].key.raw, b.fields[i].key.raw)
                    || !same_schema(&a.fields[i].ty, &b.fields[i].ty)
                {
                    return false;
                }
                i += 1;
            }
            true
        }
        (Kind::Union(a), Kind::Union(b)) => {
            if a.variants.len() != b.variants.len() {
                return false;
            }
            let mut i = 0;
            while i < a.variants.len() {
                if !same_node(&a.variants[i], &b.variants[i]) {
                    return false;
                }
                i += 1;
            }
            true
        }
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

/// The rules that types without a name have.
const fn same_rules(a: &Rules<'_>, b: &Rules<'_>) -> bool {
    same_number(a.minimum.as_ref(), b.minimum.as_ref())
        && same_number(a.maximum.as_ref(), b.maximum.as_ref())
        && same_number(a.min_length.as_ref(), b.min_length.as_ref())
        && same_number(a.max_length.as_ref(), b.max_length.as_ref())
        && same_pattern(a.pattern.as_ref(), b.pattern.as_ref())
}
