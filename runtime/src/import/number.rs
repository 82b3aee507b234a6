//! Numbers as text, and the integers of Rust's types.

use core::num::NonZero;

use super::pointer::escape;
use crate::constraint::{Exact, exact};
use crate::decode::JsonTree;
use crate::schema::{Integer, Kind, Num, SchemaRef, ToolSchema};

/// Maximum bytes of a number in a schema. It is parsed again for each value that it constrains.
pub(super) const MAX_NUMBER: usize = 400;

/// The pointer to a number that is too long, if there is one. Recursion is bounded, because the
/// schema was parsed within limits.
pub(super) fn too_long(schema: &JsonTree) -> Option<String> {
    match schema {
        JsonTree::Number(text) => (text.len() > MAX_NUMBER).then(String::new),
        JsonTree::Array(items) => items
            .iter()
            .enumerate()
            .find_map(|(i, item)| Some(format!("/{i}{}", too_long(item)?))),
        JsonTree::Object(members) => members
            .iter()
            .find_map(|(name, value)| Some(format!("/{}{}", escape(name), too_long(value)?))),
        JsonTree::Null | JsonTree::Bool(_) | JsonTree::String(_) => None,
    }
}

/// Parses a number. Integers keep all their bits.
pub(super) fn num(text: &str) -> Option<Num<'_>> {
    exact(text).map(|n| n.with_text(text))
}

/// Normalizes the text of a number: integers have no fraction or exponent.
pub(super) fn plain(text: &str) -> Option<String> {
    Some(match exact(text)? {
        Exact::Whole {
            negative: true,
            magnitude,
        } => format!("-{magnitude}"),
        Exact::Whole { magnitude, .. } => magnitude.to_string(),
        Exact::Float(_) => text.to_owned(),
    })
}

/// Rounds a number up or down to an integer. `None` if it is too large.
pub(super) fn rounded_integer(text: &str, up: bool) -> Option<String> {
    match exact(text)? {
        Exact::Whole { .. } => plain(text),
        Exact::Float(value) => {
            let value = if up { value.ceil() } else { value.floor() };
            plain(&format!("{value:.0}"))
        }
    }
}

pub(super) fn tighter(a: Option<String>, b: Option<String>, upper: bool) -> Option<String> {
    match (a, b) {
        (Some(a), Some(b)) => {
            let less = match (num(&a), num(&b)) {
                (Some(x), Some(y)) => x.less_than(&y),
                _ => true,
            };
            Some(if less == upper { a } else { b })
        }
        (a, b) => a.or(b),
    }
}

/// The integers of Rust's types with their schemas, signed ones last.
pub(super) fn integers() -> impl Iterator<Item = (SchemaRef, Integer<'static>)> {
    let types = [
        u8::SCHEMA,
        u16::SCHEMA,
        u32::SCHEMA,
        u64::SCHEMA,
        u128::SCHEMA,
        NonZero::<u8>::SCHEMA,
        NonZero::<u16>::SCHEMA,
        NonZero::<u32>::SCHEMA,
        NonZero::<u64>::SCHEMA,
        NonZero::<u128>::SCHEMA,
        i8::SCHEMA,
        i16::SCHEMA,
        i32::SCHEMA,
        i64::SCHEMA,
        i128::SCHEMA,
    ];
    types.into_iter().filter_map(|ty| match ty.get().kind {
        Kind::Integer(integer) => Some((ty, integer)),
        _ => None,
    })
}

/// Returns the integers within two bounds, and the bounds that must still be expressed. Bounds of a
/// type with at least 32 bits stay in the type only, because they are not useful to a model.
pub(super) fn integer(
    min: Option<String>,
    max: Option<String>,
) -> (Integer<'static>, Option<String>, Option<String>) {
    let all: Vec<_> = integers().map(|(_, integer)| integer).collect();
    let is = |n: &Num<'_>, text: &Option<String>| text.as_deref() == Some(n.text());
    if let Some(found) = all
        .iter()
        .find(|one| is(&one.min, &min) && is(&one.max, &max))
    {
        return (*found, None, None);
    }
    let signed = min.as_deref().is_none_or(|text| text.starts_with('-'));
    let noise = |one: &&Integer<'static>| !one.small && (!signed || one.min.is_negative());
    let mut wide = all.iter().filter(noise);
    let by_max = wide.clone().find(|one| is(&one.max, &max));
    let by_min = wide.find(|one| is(&one.min, &min) && signed && max.is_some());
    match (by_max, by_min) {
        // Using the type's lower bound too would be narrower than the schema.
        (Some(_), _) if min.is_none() => (Integer::UNBOUNDED, min, max),
        (Some(found), _) => (*found, min, None),
        (None, Some(found)) => (*found, None, max),
        (None, None) => (Integer::UNBOUNDED, min, max),
    }
}
